package dev.keystead.node;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.IdText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A node as clients and the audit trail see it.
public record NodeView(
        String id,
        String kind,
        @Nullable String parentId,
        @Nullable String subjectId,
        String name,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    static NodeView of(Node node) {
        return new NodeView(
                node.id().text(),
                Words.of(node.kind()),
                node.parent().map(NodeId::text).orElse(null),
                node.kind()
                        .subjectPrefix()
                        .flatMap(prefix -> node.subject().map(subject -> IdText.encode(prefix.text(), subject)))
                        .orElse(null),
                node.name(),
                node.version(),
                node.createdAt(),
                node.updatedAt());
    }
}
