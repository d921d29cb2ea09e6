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
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Searching the trail. Entries are there as soon as they are committed, before they are sealed.
public final class AuditRoutes {
    private static final Param<String> RESOURCE =
            Param.text("resource", "Only entries about this id, such as usr_01k9…", 5, 64);
    private static final Param<String> ACTOR =
            Param.text("actor", "Only what this one did, such as did:keystead:usr_01k9…", 5, 200);
    private static final Param<String> ACTION = Param.text("action", "Only this action, such as user.create", 3, 100);
    private static final Param<Trail> TRAIL = Param.word("trail", "Only entries of this trail", Trail.class);
    private static final Param<String> FROM =
            Param.text("from", "Only entries from this time on, such as 2026-01-31T12:00:00Z", 17, 40);
    private static final Param<String> TO = Param.text("to", "Only entries before this time", 17, 40);

    private final AuditLog audit;

    public AuditRoutes(AuditLog audit) {
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/audit", "List or search what was done in the workspace, newest first")
                        .tenant("read:audit")
                        .query(ACTOR, ACTION, RESOURCE, TRAIL, FROM, TO)
                        .audits("audit.read_admin")
                        .answers(Shape.page(EntryView.class), this::list),
                Route.get("/v1/admin/audit", "List or search what was done in the workspace, as in v1")
                        .tenant("read:audit")
                        .query(ACTOR, ACTION, RESOURCE, TRAIL, FROM, TO)
                        .audits("audit.read_admin")
                        .answers(Shape.page(EntryView.class), this::list),
                Route.get("/v1/audit/{id}", "Read an entry of the audit trail")
                        .tenant("read:audit")
                        .audits("audit.read_admin")
                        .answers(Shape.of(EntryView.class), this::find));
    }

    /// An entry as clients see it.
    ///
    /// @param seq its place in its chain; missing while it waits for its seal, about a second
    public record EntryView(
            String id,
            Instant eventAt,
            String actorDid,
            String eventType,
            String resourceType,
            String resourceId,
            String requestId,
            JsonNode payload,
            Trail trail,
            boolean sealed,
            @Nullable Long seq) {
        static EntryView of(WrittenEntry written) {
            AuditEntry entry = written.entry();
            return new EntryView(
                    entry.id().text(),
                    entry.eventAt(),
                    entry.actorDid(),
                    entry.eventType(),
                    entry.resourceType(),
                    entry.resourceId(),
                    entry.requestId(),
                    Json.tree(entry.payload()),
                    written.trail(),
                    written.seq().isPresent(),
                    written.seq().isPresent() ? written.seq().getAsLong() : null);
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        var search = new Search(
                call.find(ACTOR),
                call.find(ACTION),
                call.find(RESOURCE).map(AuditRoutes::thing),
                call.find(TRAIL),
                call.find(FROM).map(text -> time("from", text)),
                call.find(TO).map(text -> time("to", text)));
        return Reply.ok(Page.of(
                audit.search(search, before, paging.fetch()),
                paging,
                written -> Cursor.of(written.entry().id().value()),
                EntryView::of));
    }

    private Reply find(Call call) {
        AuditEntryId id = call.id("id", AuditEntryId::new, Prefix.AUDIT_ENTRY.text());
        return audit.find(id).map(EntryView::of).map(Reply::ok).orElseGet(Reply::notFound);
    }

    private static Search.Thing thing(String id) {
        return Prefix.find(id)
                .map(kind -> new Search.Thing(kind.word(), id))
                .orElseThrow(() -> BadInput.member("resource", "must be an id such as usr_01k9…"));
    }

    private static Instant time(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException _) {
            throw BadInput.member(name, "must be a time such as 2026-01-31T12:00:00Z");
        }
    }
}
