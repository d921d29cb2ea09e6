package dev.keystead.platform.config;

/// A value that must not be printed. Its `toString` tells nothing, so a record that holds one can be logged.
public final class Secret<T> {
    private final T value;

    public Secret(T value) {
        this.value = value;
    }

    /// The value itself, for the one place that needs it.
    public T reveal() {
        return value;
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
