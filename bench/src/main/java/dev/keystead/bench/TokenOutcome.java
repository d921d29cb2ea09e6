package dev.keystead.bench;

import org.jspecify.annotations.Nullable;

/// What came of asking for tokens.
sealed interface TokenOutcome {
    record Issued(String accessToken, @Nullable String refreshToken) implements TokenOutcome {}

    record Refused(String why) implements TokenOutcome {}
}
