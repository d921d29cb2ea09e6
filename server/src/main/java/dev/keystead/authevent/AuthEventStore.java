package dev.keystead.authevent;

import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.session.Session;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on events at the door.
final class AuthEventStore {
    private static final UUID AFTER_ALL = new UUID(-1, -1);
    private static final String WHY_MONTHS = "months are parts of the whole table";

    static final Command EVENT_INSERT = Command.tenant("authevent.event.insert", """
            insert into auth.auth_events
                (id, event_type, user_id, flow_id, session_id, ip_address, user_agent, details, created_at, tenant_id)
            values (?, ?, ?, ?, ?, cast(? as inet), ?, cast(? as jsonb), ?, ?)""");

    static final Query<AuthEvent> EVENT_LIST = Query.tenant("authevent.event.list", """
            select id, event_type, user_id, flow_id, session_id, host(ip_address) as ip_address, user_agent, details,
                created_at
            from auth.auth_events
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", AuthEventStore::event);

    static final Query<AuthEvent> EVENT_LIST_BY_USER =
            Query.tenant("authevent.event.list-by-user", """
            select id, event_type, user_id, flow_id, session_id, host(ip_address) as ip_address, user_agent, details,
                created_at
            from auth.auth_events
            where user_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", AuthEventStore::event);

    static final Query<AuthEvent> EVENT_LIST_BY_TYPE =
            Query.tenant("authevent.event.list-by-type", """
            select id, event_type, user_id, flow_id, session_id, host(ip_address) as ip_address, user_agent, details,
                created_at
            from auth.auth_events
            where event_type = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", AuthEventStore::event);

    static final Query<Integer> MONTHS_MAKE =
            Query.crossTenant("authevent.months.make", WHY_MONTHS, """
            select app.make_months('auth.auth_events', ?) as months""", row -> row.integer("months"));

    static final Query<Integer> MONTHS_DROP =
            Query.crossTenant("authevent.months.drop", WHY_MONTHS, """
            select app.drop_months('auth.auth_events', ?) as months""", row -> row.integer("months"));

    private final Database database;

    AuthEventStore(Database database) {
        this.database = database;
    }

    void insertAtCommit(Transaction transaction, AuthEvent event) {
        transaction.atCommit(
                EVENT_INSERT,
                p -> p.id(event.id())
                        .text(Words.of(event.type()))
                        .uuid(event.user().map(UserId::value).orElse(null))
                        .uuid(event.flow().orElse(null))
                        .uuid(event.session().map(SessionId::value).orElse(null))
                        .text(event.client().address())
                        .text(event.client().userAgent())
                        .text(event.details())
                        .instant(event.at()));
    }

    List<AuthEvent> list(Optional<UUID> before, int limit) {
        return database.list(
                EVENT_LIST, p -> p.uuid(before.orElse(AFTER_ALL)).scope().integer(limit));
    }

    List<AuthEvent> listByUser(UserId user, Optional<UUID> before, int limit) {
        return database.list(
                EVENT_LIST_BY_USER,
                p -> p.id(user).uuid(before.orElse(AFTER_ALL)).scope().integer(limit));
    }

    List<AuthEvent> listByType(AuthEvent.Type type, Optional<UUID> before, int limit) {
        return database.list(
                EVENT_LIST_BY_TYPE,
                p -> p.text(Words.of(type))
                        .uuid(before.orElse(AFTER_ALL))
                        .scope()
                        .integer(limit));
    }

    int makeMonths(Transaction transaction, int ahead) {
        return transaction.find(MONTHS_MAKE, p -> p.integer(ahead)).orElseThrow();
    }

    int dropMonths(Transaction transaction, Instant before) {
        return transaction.find(MONTHS_DROP, p -> p.instant(before)).orElseThrow();
    }

    private static AuthEvent event(Row row) {
        return new AuthEvent(
                new AuthEventId(row.uuid("id")),
                Words.parse(AuthEvent.Type.class, row.text("event_type")),
                row.findUuid("user_id").map(UserId::new),
                row.findUuid("flow_id"),
                row.findUuid("session_id").map(SessionId::new),
                new Session.Client(row.text("ip_address"), row.text("user_agent")),
                row.text("details"),
                row.instant("created_at"));
    }
}
