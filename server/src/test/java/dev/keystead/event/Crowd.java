package dev.keystead.event;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.UuidV7;
import java.util.ArrayList;
import java.util.List;

/// Many events at once, written past the routes.
final class Crowd {
    static final String SUBJECT = "identity.sample.made.v1";

    private final TestServer server;
    private final Elsewhere place;

    Crowd(TestServer server) {
        this.server = server;
        this.place = server.makeOrganisation("crowd-" + UuidV7.next().toString().substring(24));
    }

    Elsewhere place() {
        return place;
    }

    /// Writes events about some things, turn by turn, and answers their ids in order.
    List<EventId> write(int events, int things) {
        var ids = new ArrayList<EventId>();
        for (int i = 0; i < events; i++) {
            var id = new EventId(UuidV7.next());
            ids.add(id);
            server.execute("""
                    insert into events.outbox (tenant_id, id, subject, aggregate_id, payload, headers, created_at,
                        attempt, next_attempt_at, expires_at)
                    values ('%s', '%s', 'identity.sample.made.v1', 'thing-%d', '{"number":%d}',
                        '{"actor":"did:internal:test","request_id":"test"}', now(), 0, now() - interval '1 minute',
                        'infinity')""".formatted(place.workspace().value(), id.value(), i % things, i));
        }
        return ids;
    }

    /// Waits until all events of the workspace were handed on.
    void untilPublished() {
        server.look()
                .until(
                        "select count(*) from events.outbox where published_at is null and tenant_id = '"
                                + place.workspace().value() + "'",
                        0);
    }

    long published() {
        return server.count("select count(*) from events.outbox where published_at is not null"
                + " and subject = 'identity.sample.made.v1' and tenant_id = '"
                + place.workspace().value() + "'");
    }
}
