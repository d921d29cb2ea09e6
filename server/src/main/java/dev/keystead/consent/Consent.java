package dev.keystead.consent;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// What a person said a client may have, for this time and the next.
///
/// @param resources at which it may be used (RFC 8707); none where none was named
public record Consent(
        ConsentId id,
        UserId user,
        ClientId client,
        List<String> scopes,
        List<String> resources,
        Instant createdAt,
        Instant updatedAt) {
    public Consent {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }

    /// Whether it says so of these scopes at these resources. The same word may mean more at another resource.
    public boolean covers(Collection<String> wanted, Collection<String> places) {
        return scopes.containsAll(wanted) && resources.containsAll(places);
    }
}
