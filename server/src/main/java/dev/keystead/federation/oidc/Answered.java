package dev.keystead.federation.oidc;

import dev.keystead.federation.Why;

/// What came of asking a provider.
public sealed interface Answered<T> {
    record Got<T>(T value) implements Answered<T> {}

    /// Nothing that can be used.
    ///
    /// @param sentence for administrators: what is wrong
    record Lost<T>(Why why, String sentence) implements Answered<T> {
        /// The same loss of something else.
        <U> Lost<U> of() {
            return new Lost<>(why, sentence);
        }
    }
}
