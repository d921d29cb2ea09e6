package dev.keystead.platform.config;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a setting may hold.
///
/// @param allowed the values that are allowed, in words: "0 to 65535"
/// @param parser turns the text of any source into a value; it takes every text and does not throw
public record ValueType<T extends @Nullable Object>(String allowed, Function<String, Parsed<T>> parser) {
    public Parsed<T> parse(String text) {
        return parser.apply(text);
    }
}
