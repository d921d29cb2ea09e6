package dev.keystead.tenancy;

import java.util.regex.Pattern;

/// Outside text made safe to repeat in a message: short, on one line, and without characters that a terminal or a log
/// viewer would obey instead of show (controls, direction overrides, line separators).
public final class Printable {
    private static final int LONGEST = 40;

    /// `\p{C}` takes in half of a surrogate pair, which the cut may leave behind.
    private static final Pattern UNSHOWN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private Printable() {}

    public static String of(String text) {
        String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return UNSHOWN.matcher(cut).replaceAll("?");
    }
}
