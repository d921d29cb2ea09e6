package dev.keystead.workspace;

import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A workspace as v1 knew it, read from the view `admin.tenants`.
public record Tenant(
        WorkspaceId id,
        String slug,
        String name,
        Optional<String> domain,
        Optional<String> logoUrl,
        JsonNode settings,
        Workspace.Status status,
        int version,
        Instant createdAt,
        Instant updatedAt) {}
