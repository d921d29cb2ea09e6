package dev.keystead.platform.html;

import java.util.Locale;

/// How a notice is meant.
public enum Tone {
    INFO,
    GOOD,
    WARNING,
    DANGER;

    /// The class in the stylesheet.
    public String styleClass() {
        return name().toLowerCase(Locale.ROOT);
    }
}
