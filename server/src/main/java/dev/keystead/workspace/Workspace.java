package dev.keystead.workspace;

import java.time.Instant;

/// A workspace as it is stored.
///
/// @param isHome whether its organisation is run from here: roles in it carry rights on the organisation
/// @param status its own
/// @param orgSuspended whether its organisation is suspended, which closes it too
public record Workspace(
        WorkspaceId id,
        OrgId org,
        String slug,
        String name,
        boolean isHome,
        Kind kind,
        Status status,
        boolean orgSuspended,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// What a workspace is for.
    public enum Kind {
        ORGANIZATION,
        SYSTEM
    }

    /// Whether people get in, as far as the workspace itself decides.
    public enum Status {
        ACTIVE,
        SUSPENDED
    }

    /// Whether people get in.
    public boolean isActive() {
        return status == Status.ACTIVE && !orgSuspended;
    }
}
