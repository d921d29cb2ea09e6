package dev.keystead.federation.journey;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.login.FlowId;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The statements on journeys. None of them sees a journey of another browser.
final class JourneyStore {
    static final Command JOURNEY_INSERT = Command.tenant("federation.journey.insert", """
            insert into auth.federation_journeys
                (id, connection_id, purpose, flow_id, user_id, session_id, browser_hash, state_hash, memory, created_at,
                expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Who sets out again has given the earlier journey up: a sign-in has one at most.
    static final Command JOURNEYS_DELETE_OF_FLOW = Command.tenant("federation.journey.delete-of-flow", """
            delete from auth.federation_journeys
            where flow_id = ?
              and tenant_id = ?""");

    static final Command JOURNEYS_DELETE_OF_USER = Command.tenant("federation.journey.delete-of-user", """
            delete from auth.federation_journeys
            where user_id = ?
              and tenant_id = ?""");

    /// A journey is gone once somebody came back by it. Whoever comes from another browser, or by another
    /// connection, does not end it.
    static final Query<Sealed> JOURNEY_CONSUME = Query.tenant("federation.journey.consume", """
            delete from auth.federation_journeys
            where state_hash = ?
              and browser_hash = ?
              and connection_id = ?
              and expires_at > ?
              and tenant_id = ?
            returning id, connection_id, flow_id, user_id, session_id, memory""", JourneyStore::sealed);

    static final Command JOURNEY_SWEEP = Command.crossTenant(
            "federation.journey.sweep", "journeys of all workspaces that ended are removed together", """
            delete from auth.federation_journeys
            where (tenant_id, id) in (
                select tenant_id, id
                from auth.federation_journeys
                where expires_at < ?
                limit ?)""");

    /// A journey whose memory is still in its envelope.
    static final class Sealed {
        private final UUID id;
        private final ConnectionId connection;
        private final Journey.Aim aim;
        private final byte[] memory;

        private Sealed(UUID id, ConnectionId connection, Journey.Aim aim, byte[] memory) {
            this.id = id;
            this.connection = connection;
            this.aim = aim;
            this.memory = memory;
        }

        UUID id() {
            return id;
        }

        byte[] memory() {
            return memory;
        }

        Journey opened(String text) {
            return new Journey(connection, aim, text);
        }
    }

    /// Where a journey is kept.
    record Place(UUID id, Digest browser, Digest state, Instant createdAt, Instant expiresAt) {}

    void insert(Transaction transaction, Place place, ConnectionId connection, Journey.Aim aim, byte[] memory) {
        switch (aim) {
            case Journey.Aim.SignIn(FlowId flow) -> transaction.update(JOURNEYS_DELETE_OF_FLOW, p -> p.id(flow));
            case Journey.Aim.Link(UserId user, SessionId _) ->
                transaction.update(JOURNEYS_DELETE_OF_USER, p -> p.id(user));
        }
        transaction.update(JOURNEY_INSERT, p -> {
            p.uuid(place.id()).id(connection);
            switch (aim) {
                case Journey.Aim.SignIn(FlowId flow) ->
                    p.text("sign_in").id(flow).uuid(null).uuid(null);
                case Journey.Aim.Link(UserId user, SessionId session) ->
                    p.text("link").uuid(null).id(user).id(session);
            }
            p.bytes(place.browser().bytes())
                    .bytes(place.state().bytes())
                    .bytes(memory)
                    .instant(place.createdAt())
                    .instant(place.expiresAt());
        });
    }

    Optional<Sealed> consume(
            Transaction transaction, Digest state, Digest browser, ConnectionId connection, Instant now) {
        return transaction.find(
                JOURNEY_CONSUME,
                p -> p.bytes(state.bytes())
                        .bytes(browser.bytes())
                        .id(connection)
                        .instant(now));
    }

    private static Sealed sealed(Row row) {
        Journey.Aim aim = row.findUuid("flow_id")
                .<Journey.Aim>map(flow -> new Journey.Aim.SignIn(new FlowId(flow)))
                .orElseGet(() ->
                        new Journey.Aim.Link(new UserId(row.uuid("user_id")), new SessionId(row.uuid("session_id"))));
        return new Sealed(row.uuid("id"), new ConnectionId(row.uuid("connection_id")), aim, row.bytes("memory"));
    }
}
