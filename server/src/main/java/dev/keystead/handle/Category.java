package dev.keystead.handle;

/// Why words are reserved.
public enum Category {
    /// They sound like whoever runs the installation.
    SYSTEM,
    /// They sound like a part of the product.
    PRODUCT,
    /// A name of ours.
    BRAND,
    PROFANITY,
    /// They read as nobody in particular.
    AMBIGUOUS
}
