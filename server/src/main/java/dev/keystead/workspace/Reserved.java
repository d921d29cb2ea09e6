package dev.keystead.workspace;

import java.util.UUID;

/// Ids that every installation has.
public final class Reserved {
    /// The organisation of whoever runs the installation.
    public static final OrgId SYSTEM_ORG = new OrgId(UUID.fromString("00000000-0000-7000-8000-000000000001"));

    /// The workspace of operators and of individual accounts.
    public static final WorkspaceId SYSTEM_WORKSPACE =
            new WorkspaceId(UUID.fromString("00000000-0000-7000-8000-000000000002"));

    private Reserved() {}
}
