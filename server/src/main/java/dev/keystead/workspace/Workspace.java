package dev.keystead.workspace;

import java.time.Instant;

/// A workspace as it is stored.
///
/// @param isHome whether its organisation is run from here: roles in it carry rights on the organisation
public record Workspace(
        WorkspaceId id,
        OrgId org,
        String slug,
        String name,
        boolean isHome,
        Kind kind,
        Status status,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// What a workspace is for.
    public enum Kind {
        ORGANIZATION,
        SYSTEM
    }

    /// Whether people get in.
    public enum Status {
        ACTIVE,
        SUSPENDED
    }

    public boolean isActive() {
        return status == Status.ACTIVE;
    }
}
