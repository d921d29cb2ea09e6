package dev.keystead.platform.html;

/// A rendered page. Only [Pages] makes one, so that every page went through a template that escapes.
public final class Html {
    private final byte[] bytes;

    Html(byte[] bytes) {
        this.bytes = bytes;
    }

    /// The page in UTF-8.
    public byte[] bytes() {
        return bytes;
    }
}
