package dev.keystead.subtenant;

import dev.keystead.platform.db.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A subtenant as clients and the audit trail see it.
public record SubtenantView(
        String id,
        String slug,
        String name,
        @Nullable String environment,
        String region,
        String status,
        JsonNode settings,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    static SubtenantView of(Subtenant subtenant) {
        return new SubtenantView(
                subtenant.id().text(),
                subtenant.slug(),
                subtenant.name(),
                subtenant.environment().map(Words::of).orElse(null),
                subtenant.region(),
                Words.of(subtenant.status()),
                subtenant.settings(),
                subtenant.version(),
                subtenant.createdAt(),
                subtenant.updatedAt());
    }
}
