package dev.keystead.workspace;

import java.time.Instant;

/// A workspace as it is stored.
///
/// @param isHome whether its organisation is run from here: roles in it carry rights on the organisation
/// @param plan what was agreed with whoever runs it, a word of the installation's choice
/// @param region where its data belongs
/// @param status its own
/// @param orgSuspended whether its organisation is suspended, which closes it too
public record Workspace(
        WorkspaceId id,
        OrgId org,
        String slug,
        String name,
        boolean isHome,
        Kind kind,
        String plan,
        String region,
        Status status,
        boolean orgSuspended,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// The plan of a workspace for which nobody chose one.
    public static final String DEFAULT_PLAN = "free";

    /// The region of a workspace for which nobody chose one.
    public static final String DEFAULT_REGION = "default";

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

    /// The same with another name and in another region.
    Workspace with(String newName, String newRegion) {
        return new Workspace(
                id,
                org,
                slug,
                newName,
                isHome,
                kind,
                plan,
                newRegion,
                status,
                orgSuspended,
                version,
                createdAt,
                updatedAt);
    }

    /// Whether people get in.
    public boolean isActive() {
        return status == Status.ACTIVE && !orgSuspended;
    }
}
