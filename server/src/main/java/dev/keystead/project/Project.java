package dev.keystead.project;

import java.time.Instant;
import java.util.Optional;

/// A project as it is stored.
public record Project(
        ProjectId id,
        String slug,
        String name,
        Optional<String> description,
        Status status,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// Whether a project may be changed.
    public enum Status {
        ACTIVE,
        ARCHIVED
    }

    Project called(String newName, Optional<String> newDescription) {
        return new Project(id, slug, newName, newDescription, status, version, createdAt, updatedAt);
    }

    Project withStatus(Status newStatus) {
        return new Project(id, slug, name, description, newStatus, version, createdAt, updatedAt);
    }
}
