package dev.keystead.audit;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.IdText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// Reading the trail.
public final class AuditRoutes {
    private static final Param<String> RESOURCE =
            Param.text("resource", "Only entries about this id, such as usr_01k9…", 5, 64);

    private final AuditLog audit;

    public AuditRoutes(AuditLog audit) {
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(Route.get("/v1/audit", "List what was done in the workspace, newest first")
                .tenant("read:audit")
                .query(RESOURCE)
                .answers(Shape.page(EntryView.class), this::list));
    }

    /// An entry as clients see it.
    public record EntryView(
            String id,
            Instant eventAt,
            String actorDid,
            String eventType,
            String resourceType,
            String resourceId,
            String requestId,
            JsonNode payload) {
        static EntryView of(AuditEntry entry) {
            return new EntryView(
                    entry.id().text(),
                    entry.eventAt(),
                    entry.actorDid(),
                    entry.eventType(),
                    entry.resourceType(),
                    entry.resourceId(),
                    entry.requestId(),
                    Json.tree(entry.payload()));
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<AuditEntry> entries = call.find(RESOURCE)
                .map(resource -> audit.listByResource(kindOf(resource), resource, before, paging.fetch()))
                .orElseGet(() -> audit.list(before, paging.fetch()));
        return Reply.ok(Page.of(entries, paging, entry -> Cursor.of(entry.id().value()), EntryView::of));
    }

    private static Prefix kindOf(String id) {
        for (Prefix kind : Prefix.values()) {
            if (IdText.decode(kind.text(), id).isPresent()) {
                return kind;
            }
        }
        throw BadInput.member("resource", "must be an id such as usr_01k9…");
    }
}
