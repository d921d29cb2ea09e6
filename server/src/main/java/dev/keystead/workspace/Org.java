package dev.keystead.workspace;

import java.time.Instant;

/// An organisation as it is stored.
public record Org(OrgId id, String name, Status status, int version, Instant createdAt, Instant updatedAt) {
    /// Whether people get into its workspaces.
    public enum Status {
        ACTIVE,
        SUSPENDED,
        DELETED
    }
}
