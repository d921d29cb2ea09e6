package dev.keystead.postgres;

/// Hears, in whole sentences, about everything that may take longer than a second.
@FunctionalInterface
public interface Progress {
    void report(String sentence);

    static Progress silent() {
        return _ -> {};
    }
}
