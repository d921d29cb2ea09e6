package dev.keystead.workspace;

import dev.keystead.platform.db.Words;
import java.time.Instant;

/// A workspace as clients and the audit trail see it.
///
/// @param orgSuspended whether its organisation is suspended: then nobody gets in, whatever the status
public record WorkspaceView(
        String id,
        String orgId,
        String slug,
        String name,
        boolean isHome,
        String kind,
        String plan,
        String region,
        String status,
        boolean orgSuspended,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    public static WorkspaceView of(Workspace workspace) {
        return new WorkspaceView(
                workspace.id().text(),
                workspace.org().text(),
                workspace.slug(),
                workspace.name(),
                workspace.isHome(),
                Words.of(workspace.kind()),
                workspace.plan(),
                workspace.region(),
                Words.of(workspace.status()),
                workspace.orgSuspended(),
                workspace.version(),
                workspace.createdAt(),
                workspace.updatedAt());
    }
}
