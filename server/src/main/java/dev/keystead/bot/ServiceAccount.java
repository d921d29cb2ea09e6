package dev.keystead.bot;

import dev.keystead.client.Client;
import dev.keystead.client.ClientId;
import java.time.Instant;

/// A credential of a service identity, as stored and not deleted. What it proves itself by and what it may do is
/// its client's.
///
/// @param createdBy the DID of whoever made it
public record ServiceAccount(
        ServiceAccountId id,
        ServiceIdentityId identity,
        String name,
        Status status,
        String createdBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    /// An account and the client by which it gets tokens.
    public record Whole(ServiceAccount account, Client client) {}

    /// The client has the same id, told by another prefix.
    ClientId client() {
        return new ClientId(id.value());
    }

    boolean isActive() {
        return status == Status.ACTIVE;
    }

    ServiceAccount as(String newName, Status newStatus) {
        return new ServiceAccount(id, identity, newName, newStatus, createdBy, version, createdAt, updatedAt);
    }
}
