package dev.keystead.consent;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// What a person said a client may have, for this time and the next.
public record Consent(
        ConsentId id, UserId user, ClientId client, List<String> scopes, Instant createdAt, Instant updatedAt) {
    public Consent {
        scopes = List.copyOf(scopes);
    }

    public boolean covers(Collection<String> wanted) {
        return scopes.containsAll(wanted);
    }
}
