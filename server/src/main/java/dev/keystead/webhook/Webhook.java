package dev.keystead.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An address that is told of events, without its secret.
///
/// @param eventTypes whole types, groups such as `identity.user.*`, or `*`
/// @param disabledReason why the server turned it off by itself
/// @param previousUntil how long the secret before the last rotation signs too
/// @param failingSince since when nothing but failures came
public record Webhook(
        WebhookId id,
        String url,
        String description,
        List<String> eventTypes,
        boolean enabled,
        Optional<String> disabledReason,
        Optional<Instant> previousUntil,
        Optional<Instant> failingSince,
        String createdBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// The same as somebody wants it; what is turned on again begins without a past.
    Webhook as(String newUrl, String newDescription, List<String> newTypes, boolean on) {
        boolean fresh = on && !enabled;
        return new Webhook(
                id,
                newUrl,
                newDescription,
                newTypes,
                on,
                on ? Optional.empty() : disabledReason,
                previousUntil,
                fresh ? Optional.empty() : failingSince,
                createdBy,
                version,
                createdAt,
                updatedAt);
    }

    /// Whether it wants to be told of an event.
    boolean wants(String subject, Instant at) {
        return enabled
                && !at.isBefore(createdAt)
                && eventTypes.stream().anyMatch(type -> EventTypes.matches(type, subject));
    }
}
