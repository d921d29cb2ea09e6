package dev.keystead.server;

import dev.keystead.event.EventId;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.tenancy.UuidV7;
import java.util.List;

/// Events and deliveries as only workers make them.
final class EventSamples {
    private EventSamples() {}

    /// An event of the caller's workspace that nobody tries to hand on any more.
    static Target waitingEvent(Caller caller) {
        EventId event = insertEvent(caller);
        return new Target(List.of(event.text()), event.text(), caller.client());
    }

    /// An event that was sent to a webhook in vain; the webhook is what is told of.
    static Target delivery(Caller caller) {
        EventId event = insertEvent(caller);
        String webhook = caller.makeWebhook().resource();
        caller.server().execute("""
                insert into admin.webhook_deliveries (tenant_id, webhook_id, event_id, subject, state, attempts,
                    next_attempt_at, give_up_at, created_at, expires_at)
                select tenant_id, id, '%s', 'identity.sample.made.v1', 'failed', 3, now(), now(), now(),
                    now() + interval '1 day'
                from admin.webhooks where id = app.id_uuid('%s')""".formatted(event.value(), webhook));
        return new Target(List.of(webhook, event.text()), webhook, caller.client());
    }

    private static EventId insertEvent(Caller caller) {
        var event = new EventId(UuidV7.next());
        caller.server().execute("""
                insert into events.outbox (tenant_id, id, subject, aggregate_id, payload, headers, created_at,
                    fanned_out_at, attempt, next_attempt_at, expires_at)
                values (app.id_uuid('%s'), '%s', 'identity.sample.made.v1', '%s', '{}', '{"actor":"did:internal:test"}',
                    now(), now(), 24, 'infinity', 'infinity')""".formatted(caller.ownWorkspace().resource(), event.value(), event.text()));
        return event;
    }
}
