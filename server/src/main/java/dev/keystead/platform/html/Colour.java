package dev.keystead.platform.html;

import java.util.Optional;
import java.util.regex.Pattern;

/// A colour of a screen, and how well it can be told from another.
///
/// @param red from 0 to 255, as are the others
public record Colour(int red, int green, int blue) {
    private static final Pattern HEX = Pattern.compile("#[0-9a-fA-F]{6}");

    static final Colour BLACK = new Colour(0, 0, 0);
    static final Colour WHITE = new Colour(255, 255, 255);

    /// Reads `#rrggbb`.
    public static Optional<Colour> find(String text) {
        if (!HEX.matcher(text).matches()) {
            return Optional.empty();
        }
        int value = Integer.parseInt(text.substring(1), 16);
        return Optional.of(new Colour(value >> 16, value >> 8 & 0xff, value & 0xff));
    }

    static Colour of(String text) {
        return find(text).orElseThrow(() -> new IllegalArgumentException(text + " is no colour such as #1f5f53"));
    }

    /// This colour with a share of another in it.
    ///
    /// @param share from 0 for none to 1 for the other colour alone
    Colour mixed(Colour other, double share) {
        return new Colour(mix(red, other.red, share), mix(green, other.green, share), mix(blue, other.blue, share));
    }

    /// The contrast ratio of WCAG 2.2, from 1 to 21.
    double contrast(Colour other) {
        double mine = luminance();
        double theirs = other.luminance();
        return (Math.max(mine, theirs) + 0.05) / (Math.min(mine, theirs) + 0.05);
    }

    /// `#rrggbb`.
    public String text() {
        return "#%02x%02x%02x".formatted(red, green, blue);
    }

    private double luminance() {
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }

    private static double linear(int channel) {
        double share = channel / 255.0;
        return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }

    private static int mix(int mine, int theirs, double share) {
        return (int) Math.round(mine + (theirs - mine) * share);
    }
}
