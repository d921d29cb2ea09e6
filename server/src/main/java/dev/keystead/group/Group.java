package dev.keystead.group;

import java.time.Instant;
import java.util.Optional;

/// A group as it is stored.
///
/// @param externalId what another directory, from which the group comes, calls it
public record Group(
        GroupId id,
        String name,
        Optional<String> description,
        Optional<String> externalId,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    Group as(String newName, Optional<String> newDescription, Optional<String> newExternalId) {
        return new Group(id, newName, newDescription, newExternalId, version, createdAt, updatedAt);
    }
}
