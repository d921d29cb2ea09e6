package dev.keystead.platform.json;

import org.jspecify.annotations.Nullable;

/// What a PATCH says about one member: nothing, or a new value.
///
/// `Change<String>` refuses null; `Change<@Nullable String>` takes it, as the wish to clear the value.
public sealed interface Change<T extends @Nullable Object> {
    /// The member was absent: the stored value stays.
    record Keep<T extends @Nullable Object>() implements Change<T> {}

    record Set<T extends @Nullable Object>(T value) implements Change<T> {}

    static <T extends @Nullable Object> Change<T> keep() {
        return new Keep<>();
    }

    static <T extends @Nullable Object> Change<T> to(T value) {
        return new Set<>(value);
    }

    /// The value after this change.
    default T over(T current) {
        return switch (this) {
            case Keep<T> _ -> current;
            case Set<T>(T value) -> value;
        };
    }

    default boolean isSet() {
        return switch (this) {
            case Keep<T> _ -> false;
            case Set<T> _ -> true;
        };
    }
}
