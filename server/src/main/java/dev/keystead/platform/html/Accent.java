package dev.keystead.platform.html;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The stylesheet of one accent colour, for light and for dark. Its address is the colour, so that it never changes.
///
/// People choose colours for a logo, not for text: a colour that is too pale for the light page or too deep for the
/// dark one is moved towards black or white until WCAG 2.2 AA is reached on every ground that pages have.
public record Accent(Colour chosen) {
    /// Where the sheets are served.
    public static final String PREFIX = Assets.PREFIX + "accent/";

    private static final String FILE_TYPE = ".css";
    private static final double READABLE = 4.5;
    private static final int STEPS = 100;

    /// The grounds of keystead.css on which the accent stands: paper, surface, sunken.
    private static final List<Colour> LIGHT_GROUNDS = List.of(Colour.of("#faf8f4"), Colour.WHITE, Colour.of("#f1eee7"));

    private static final List<Colour> DARK_GROUNDS =
            List.of(Colour.of("#121816"), Colour.of("#1a2220"), Colour.of("#222c29"));

    private static final Colour DARK_INK = Colour.of("#0b1210");
    private static final Colour DARK_SURFACE = Colour.of("#1a2220");

    /// The colours of one scheme.
    record Scheme(Colour accent, Colour ink, Colour soft) {}

    /// The sheet under a name such as `1f5f53.css`; nothing for any other text.
    public static Optional<Accent> find(String fileName) {
        // One spelling, so that one sheet has one address.
        return fileName.endsWith(FILE_TYPE) && fileName.toLowerCase(Locale.ROOT).equals(fileName)
                ? Colour.find("#" + fileName.substring(0, fileName.length() - FILE_TYPE.length()))
                        .map(Accent::new)
                : Optional.empty();
    }

    public String address() {
        return PREFIX + chosen.text().substring(1) + FILE_TYPE;
    }

    /// The sheet.
    public String css() {
        return ":root{" + declared(light()) + "}@media(prefers-color-scheme:dark){:root{" + declared(dark()) + "}}";
    }

    Scheme light() {
        return readable(Colour.BLACK, Colour.WHITE, Colour.WHITE, 0.12, LIGHT_GROUNDS);
    }

    Scheme dark() {
        return readable(Colour.WHITE, DARK_INK, DARK_SURFACE, 0.2, DARK_GROUNDS);
    }

    private Scheme readable(Colour towards, Colour ink, Colour ground, double softness, List<Colour> grounds) {
        for (int step = 0; step < STEPS; step++) {
            Colour accent = chosen.mixed(towards, (double) step / STEPS);
            var scheme = new Scheme(accent, ink, ground.mixed(accent, softness));
            boolean enough = accent.contrast(ink) >= READABLE
                    && accent.contrast(scheme.soft()) >= READABLE
                    && grounds.stream().allMatch(below -> accent.contrast(below) >= READABLE);
            if (enough) {
                return scheme;
            }
        }
        return new Scheme(towards, ink, ground.mixed(towards, softness));
    }

    private static String declared(Scheme scheme) {
        return "--accent:" + scheme.accent().text() + ";--accent-ink:"
                + scheme.ink().text() + ";--accent-soft:" + scheme.soft().text();
    }
}
