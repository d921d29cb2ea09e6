package dev.keystead.event;

import dev.keystead.audit.AuditLog;
import dev.keystead.event.WaitingStore.Stuck;
import dev.keystead.job.Bell;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Param;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.http.Work;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.IdText;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The operator's view of events that wait.
public final class OutboxRoutes {
    private static final Param<Boolean> DEAD = Param.flag("dead", "Only events that nobody tries to hand on any more");

    private final AuditLog audit;
    private final WaitingStore outbox;
    private final Bell bell;

    /// @param bell rings when an event is to be tried again
    public OutboxRoutes(Database worker, AuditLog audit, Bell bell, Clock clock) {
        this.audit = audit;
        this.outbox = new WaitingStore(worker, clock);
        this.bell = bell;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/system/outbox", "List the events of all workspaces that were not handed on yet")
                        .tenant("admin:system")
                        .query(DEAD)
                        .answers(Shape.page(WaitingEventView.class), this::list),
                Route.post("/v1/system/outbox/{id}:retry", "Hand an event on again, now")
                        .tenant("admin:system")
                        .audits("outbox.retry")
                        .takesNothing()
                        .prepares(200, Shape.of(WaitingEventView.class), this::retry));
    }

    /// An event that waits, without what it says: that is the workspace's own.
    public record WaitingEventView(
            String id,
            String tenantId,
            String type,
            String subject,
            Instant createdAt,
            int attempts,
            @Nullable String lastError,
            boolean dead) {
        static WaitingEventView of(Stuck event) {
            return new WaitingEventView(
                    event.id().text(),
                    IdText.encode(Prefix.WORKSPACE.text(), event.tenant()),
                    event.subject(),
                    event.aggregate(),
                    event.createdAt(),
                    event.attempts(),
                    event.lastError().orElse(null),
                    event.isDead());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        long after = paging.after().map(cursor -> cursor.expect(1).number(0)).orElse(0L);
        List<Stuck> found = outbox.list(call.find(DEAD).orElse(false), after, paging.fetch());
        return Reply.ok(Page.of(found, paging, event -> Cursor.of(event.seq()), WaitingEventView::of));
    }

    /// The event may be any workspace's. Whose it is, the worker's role finds out, before the transaction.
    private Work.ChangingBare retry(Call call) {
        EventId id = call.id("id", EventId::new, Prefix.EVENT.text());
        Optional<UUID> tenant = outbox.tenantOf(id);
        return (asked, transaction) -> tenant.flatMap(whose -> outbox.retry(transaction, whose, id))
                .map(event -> {
                    var about = Map.of("type", event.subject(), "subject", event.aggregate());
                    audit.write(transaction, asked, id, AuditLog.Change.made(about));
                    transaction.afterCommit(bell::ring);
                    return Reply.ok(WaitingEventView.of(event));
                })
                .orElseGet(Reply::notFound);
    }
}
