package dev.keystead.project;

import dev.keystead.platform.db.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A project as clients and the audit trail see it.
public record ProjectView(
        String id,
        String slug,
        String name,
        @Nullable String description,
        String status,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    static ProjectView of(Project project) {
        return new ProjectView(
                project.id().text(),
                project.slug(),
                project.name(),
                project.description().orElse(null),
                Words.of(project.status()),
                project.version(),
                project.createdAt(),
                project.updatedAt());
    }
}
