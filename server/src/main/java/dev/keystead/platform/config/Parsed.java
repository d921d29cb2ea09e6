package dev.keystead.platform.config;

import org.jspecify.annotations.Nullable;

/// What became of a text that should be a value.
public sealed interface Parsed<T extends @Nullable Object> {
    /// The text is a value of the type.
    record Good<T extends @Nullable Object>(T value) implements Parsed<T> {}

    /// The text is none.
    ///
    /// @param fault what is wrong, as the end of a sentence that begins with the text: "is not a whole number". It
    ///     does not repeat the text, which may be secret.
    record Bad<T extends @Nullable Object>(String fault) implements Parsed<T> {}
}
