package dev.keystead.platform.html;

import java.util.Locale;

/// How much a button stands out.
public enum Weight {
    /// The one thing that most people do on this page.
    PRIMARY,
    /// Another thing that can be done.
    SECONDARY,
    /// What cannot be undone.
    DANGER;

    /// The class in the stylesheet.
    public String styleClass() {
        return name().toLowerCase(Locale.ROOT);
    }
}
