package dev.keystead.webhook;

import dev.keystead.event.EventId;
import java.time.Instant;
import java.util.Optional;

/// The sending of one event to one webhook.
public record Delivery(
        EventId event,
        String subject,
        State state,
        int attempts,
        Instant nextAttemptAt,
        Optional<Instant> attemptedAt,
        Optional<Integer> status,
        Optional<String> answer,
        Optional<String> lastError,
        Instant createdAt) {
    /// How far it got.
    public enum State {
        /// For its next attempt.
        WAITING,
        DELIVERED,
        /// Nobody tries any more.
        FAILED
    }
}
