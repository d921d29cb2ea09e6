package dev.keystead.webhook;

import dev.keystead.audit.AuditLog;
import dev.keystead.event.EventId;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What became of events that were sent to a webhook.
public final class DeliveryRoutes {
    private final Webhooks webhooks;
    private final Deliveries deliveries;
    private final AuditLog audit;

    public DeliveryRoutes(Webhooks webhooks, Deliveries deliveries, AuditLog audit) {
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.audit = audit;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/webhooks/{id}/deliveries", "List what was sent to a webhook, newest first")
                        .tenant("read:webhook")
                        .answers(Shape.page(DeliveryView.class), this::list),
                Route.post("/v1/webhooks/{id}/deliveries/{event}:redeliver", "Send an event to a webhook again, now")
                        .tenant("admin:webhook")
                        .audits("webhook.redeliver")
                        .takesNothing()
                        .answers(202, Shape.of(DeliveryView.class), this::redeliver));
    }

    /// A delivery as clients see it. Its id is the event's: an event is sent to a webhook once.
    ///
    /// @param status of the last answer, if there was one
    /// @param answer the beginning of it
    public record DeliveryView(
            String id,
            String type,
            String state,
            int attempts,
            @Nullable Instant nextAttemptAt,
            @Nullable Instant attemptedAt,
            @Nullable Integer status,
            @Nullable String answer,
            @Nullable String lastError,
            Instant createdAt) {
        static DeliveryView of(Delivery delivery) {
            return new DeliveryView(
                    delivery.event().text(),
                    delivery.subject(),
                    Words.of(delivery.state()),
                    delivery.attempts(),
                    delivery.state() == Delivery.State.WAITING ? delivery.nextAttemptAt() : null,
                    delivery.attemptedAt().orElse(null),
                    delivery.status().orElse(null),
                    delivery.answer().orElse(null),
                    delivery.lastError().orElse(null),
                    delivery.createdAt());
        }
    }

    private Reply list(Call call) {
        WebhookId webhook = WebhookRoutes.id(call);
        if (webhooks.find(webhook).isEmpty()) {
            return Reply.notFound();
        }
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        List<Delivery> found = deliveries.list(webhook, before, paging.fetch());
        return Reply.ok(
                Page.of(found, paging, delivery -> Cursor.of(delivery.event().value()), DeliveryView::of));
    }

    private Reply redeliver(Call call, Transaction transaction) {
        WebhookId id = WebhookRoutes.id(call);
        EventId event = call.id("event", EventId::new, Prefix.EVENT.text());
        Optional<Webhook> webhook = webhooks.find(transaction, id);
        Optional<Delivery> former = deliveries.find(transaction, id, event);
        if (webhook.isEmpty() || former.isEmpty()) {
            return Reply.notFound();
        }
        if (!webhook.get().enabled()) {
            return Reply.conflict("the webhook is turned off; turn it on first");
        }
        if (!deliveries.isKept(transaction, event)) {
            return Reply.conflict("the event is not kept any more and cannot be sent again");
        }
        Delivery again = deliveries.again(transaction, id, event).orElseThrow();
        audit.write(transaction, call, id, AuditLog.Change.made(Map.of("event", event.text())));
        return Reply.json(202, DeliveryView.of(again));
    }
}
