package dev.keystead.consent;

import dev.keystead.client.Client;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A consent as its person and administrators see it.
///
/// @param clientId what the client calls itself; its id once it is gone
/// @param clientName nothing once the client is gone
/// @param resources at which the scopes may be used (RFC 8707)
public record ConsentView(
        String id,
        String userId,
        String clientId,
        @Nullable String clientName,
        List<String> scopes,
        List<String> resources,
        Instant createdAt,
        Instant updatedAt) {
    public static ConsentView of(Consent consent, Optional<Client> client) {
        return new ConsentView(
                consent.id().text(),
                consent.user().text(),
                client.map(Client::clientId).orElseGet(() -> consent.client().text()),
                client.map(Client::name).orElse(null),
                consent.scopes(),
                consent.resources(),
                consent.createdAt(),
                consent.updatedAt());
    }
}
