package dev.keystead.workspace;

import dev.keystead.platform.db.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A workspace in v1's shape.
public record TenantView(
        String id,
        String slug,
        String name,
        @Nullable String domain,
        @Nullable String logoUrl,
        JsonNode settings,
        String status,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant deletedAt) {

    static TenantView of(Tenant tenant) {
        return new TenantView(
                tenant.id().text(),
                tenant.slug(),
                tenant.name(),
                tenant.domain().orElse(null),
                tenant.logoUrl().orElse(null),
                tenant.settings(),
                Words.of(tenant.status()),
                tenant.createdAt(),
                tenant.updatedAt(),
                // Part of the shape; whatever is deleted is not shown.
                null);
    }
}
