package dev.keystead.session;

import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on sessions.
final class SessionStore {
    static final Command SESSION_INSERT = Command.tenant("session.session.insert", """
            insert into session.sessions
                (id, user_id, workspace_id, kind, generation, methods, ip_address, user_agent, proven_at, rotated_at,
                 last_active_at, idle_seconds, ends_at, created_at, updated_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, cast(? as inet), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    static final Query<Session> SESSION_FIND = Query.tenant("session.session.find", """
            select id, tenant_id, user_id, workspace_id, kind, generation, methods, host(ip_address) as ip_address,
                user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at, revoked_at, created_at,
                expires_at
            from session.sessions
            where id = ?
              and tenant_id = ?""", SessionStore::session);

    static final Query<Session> SESSION_LIST = Query.tenant("session.session.list", """
            select id, tenant_id, user_id, workspace_id, kind, generation, methods, host(ip_address) as ip_address,
                user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at, revoked_at, created_at,
                expires_at
            from session.sessions
            where user_id = ?
              and id < ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            order by id desc
            limit ?""", SessionStore::session);

    static final Query<Session> SESSION_LIST_ALL = Query.tenant("session.session.list-all", """
            select id, tenant_id, user_id, workspace_id, kind, generation, methods, host(ip_address) as ip_address,
                user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at, revoked_at, created_at,
                expires_at
            from session.sessions
            where id < ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            order by id desc
            limit ?""", SessionStore::session);

    /// Moves to the next token. Of two who hold the same one, one moves it and the other finds it moved.
    /// The end moves on in steps of a hundredth of the idle time: between them no index has to change.
    static final Query<Session> SESSION_ROTATE = Query.tenant("session.session.rotate", """
            update session.sessions
            set generation = generation + 1, rotated_at = ?, last_active_at = ?, updated_at = ?,
                ip_address = cast(? as inet), user_agent = ?,
                expires_at = least(ends_at, make_interval(secs => idle_seconds)
                    + date_bin(make_interval(secs => idle_seconds / 100.0), cast(? as timestamptz), 'epoch'))
            where id = ?
              and generation = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id, tenant_id, user_id, workspace_id, kind, generation, methods,
                host(ip_address) as ip_address, user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at,
                revoked_at, created_at, expires_at""", SessionStore::session);

    static final Query<Session> SESSION_PROVE = Query.tenant("session.session.prove", """
            update session.sessions
            set methods = ?, proven_at = ?, updated_at = ?
            where id = ?
              and user_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id, tenant_id, user_id, workspace_id, kind, generation, methods,
                host(ip_address) as ip_address, user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at,
                revoked_at, created_at, expires_at""", SessionStore::session);

    static final Query<Session> SESSION_ATTACH = Query.tenant("session.session.attach", """
            update session.sessions
            set device_id = ?, updated_at = ?
            where id = ?
              and user_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id, tenant_id, user_id, workspace_id, kind, generation, methods,
                host(ip_address) as ip_address, user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at,
                revoked_at, created_at, expires_at""", SessionStore::session);

    static final Query<SessionId> SESSION_END_OF_DEVICE =
            Query.tenant("session.session.end-of-device", """
            update session.sessions
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where device_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id""", row -> new SessionId(row.uuid("id")));

    static final Query<Session> SESSION_END = Query.tenant("session.session.end", """
            update session.sessions
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id, tenant_id, user_id, workspace_id, kind, generation, methods,
                host(ip_address) as ip_address, user_agent, device_id, proven_at, rotated_at, last_active_at, ends_at,
                revoked_at, created_at, expires_at""", SessionStore::session);

    /// Notes that a session ran out. Of two nodes that see it, one does.
    static final Command SESSION_EXPIRE = Command.tenant("session.session.expire", """
            update session.sessions
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where id = ?
              and revoked_at is null
              and expires_at <= ?
              and tenant_id = ?""");

    static final Query<SessionId> SESSION_END_OTHERS =
            Query.tenant("session.session.end-others", """
            update session.sessions
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where user_id = ?
              and id <> ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id""", row -> new SessionId(row.uuid("id")));

    static final Query<Instant> SESSION_LAST =
            Query.tenant("session.session.last", """
            select last_active_at
            from session.sessions
            where user_id = ?
              and tenant_id = ?
            order by last_active_at desc
            limit 1""", row -> row.instant("last_active_at"));

    static final Query<SessionId> SESSION_END_OF =
            Query.tenant("session.session.end-of", """
            update session.sessions
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where user_id = any(?)
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id""", row -> new SessionId(row.uuid("id")));

    /// The first and the last day of each session.
    static final Query<ActiveDays> SESSION_ACTIVE_DAYS =
            Query.tenant("session.session.active-days", """
            select s.user_id, array_agg(distinct to_char(d.at at time zone 'UTC', 'YYYY-MM-DD')) as days
            from session.sessions s
            cross join lateral (values (s.created_at), (s.last_active_at)) d (at)
            where s.user_id = any(?)
              and s.last_active_at >= ?
              and s.tenant_id = ?
            group by s.user_id""", SessionStore::activeDays);

    static final Command SESSION_SWEEP = Command.crossTenant(
            "session.session.sweep", "sessions of all workspaces that ended are removed together", """
            delete from session.sessions
            where (tenant_id, id) in (
                select tenant_id, id
                from session.sessions
                where expires_at < cast(? as timestamptz) - interval '400 days'
                limit ?)""");

    private final Database database;

    SessionStore(Database database) {
        this.database = database;
    }

    Optional<Instant> lastActive(Transaction transaction, UserId user) {
        return transaction.find(SESSION_LAST, p -> p.id(user));
    }

    Optional<Session> attach(Transaction transaction, SessionId id, UserId user, DeviceId device, Instant now) {
        return transaction.find(
                SESSION_ATTACH, p -> p.id(device).instant(now).id(id).id(user).instant(now));
    }

    List<SessionId> endOfDevice(Transaction transaction, DeviceId device, Session.End why, Instant now) {
        return transaction.list(
                SESSION_END_OF_DEVICE,
                p -> p.instant(now).text(Words.of(why)).instant(now).id(device).instant(now));
    }

    void insertAtCommit(Transaction transaction, Session session, Duration idle) {
        transaction.atCommit(
                SESSION_INSERT,
                p -> p.id(session.id())
                        .id(session.user())
                        .uuid(session.workspace().map(WorkspaceId::value).orElse(null))
                        .text(Words.of(session.kind()))
                        .integer(session.generation())
                        .texts(session.methods())
                        .text(session.client().address())
                        .text(session.client().userAgent())
                        .instant(session.provenAt())
                        .instant(session.rotatedAt())
                        .instant(session.lastActiveAt())
                        .integer(Math.toIntExact(idle.toSeconds()))
                        .instant(session.endsAt())
                        .instant(session.createdAt())
                        .instant(session.createdAt())
                        .instant(session.expiresAt()));
    }

    Optional<Session> find(SessionId id) {
        return database.find(SESSION_FIND, p -> p.id(id));
    }

    Optional<Session> find(Transaction transaction, SessionId id) {
        return transaction.find(SESSION_FIND, p -> p.id(id));
    }

    /// The living sessions of a user, newest first.
    List<Session> list(UserId user, UUID before, Instant now, int limit) {
        return database.list(
                SESSION_LIST, p -> p.id(user).uuid(before).instant(now).scope().integer(limit));
    }

    /// The living sessions of everybody, newest first.
    List<Session> list(UUID before, Instant now, int limit) {
        return database.list(
                SESSION_LIST_ALL, p -> p.uuid(before).instant(now).scope().integer(limit));
    }

    Optional<Session> rotate(
            Transaction transaction, SessionId id, int generation, Session.Client client, Instant now) {
        return transaction.find(
                SESSION_ROTATE,
                p -> p.instant(now)
                        .instant(now)
                        .instant(now)
                        .text(client.address())
                        .text(client.userAgent())
                        .instant(now)
                        .id(id)
                        .integer(generation)
                        .instant(now));
    }

    Optional<Session> prove(Transaction transaction, SessionId id, UserId user, List<String> methods, Instant now) {
        return transaction.find(
                SESSION_PROVE,
                p -> p.texts(methods).instant(now).instant(now).id(id).id(user).instant(now));
    }

    Optional<Session> end(Transaction transaction, SessionId id, Session.End why, Instant now) {
        return transaction.find(
                SESSION_END,
                p -> p.instant(now).text(Words.of(why)).instant(now).id(id).instant(now));
    }

    boolean expire(Transaction transaction, SessionId id, Instant now) {
        return transaction.update(
                        SESSION_EXPIRE,
                        p -> p.instant(now)
                                .text(Words.of(Session.End.EXPIRED))
                                .instant(now)
                                .id(id)
                                .instant(now))
                == 1;
    }

    List<SessionId> endOthers(
            Transaction transaction, UserId user, Optional<SessionId> kept, Session.End why, Instant now) {
        return transaction.list(
                SESSION_END_OTHERS,
                p -> p.instant(now)
                        .text(Words.of(why))
                        .instant(now)
                        .id(user)
                        .uuid(kept.map(SessionId::value).orElse(new UUID(0, 0)))
                        .instant(now));
    }

    /// The days on which somebody was inside (UTC).
    record ActiveDays(UserId user, List<LocalDate> days) {}

    List<ActiveDays> activeDays(Transaction transaction, List<UserId> users, Instant since) {
        return transaction.list(
                SESSION_ACTIVE_DAYS, p -> p.uuids(users, UserId::value).instant(since));
    }

    List<SessionId> endOf(Transaction transaction, List<UserId> users, Session.End why, Instant now) {
        return transaction.list(
                SESSION_END_OF,
                p -> p.instant(now)
                        .text(Words.of(why))
                        .instant(now)
                        .uuids(users, UserId::value)
                        .instant(now));
    }

    private static ActiveDays activeDays(Row row) {
        return new ActiveDays(
                new UserId(row.uuid("user_id")),
                row.texts("days").stream().map(LocalDate::parse).toList());
    }

    private static Session session(Row row) {
        return new Session(
                new SessionId(row.uuid("id")),
                new WorkspaceId(row.uuid("tenant_id")),
                new UserId(row.uuid("user_id")),
                row.findUuid("workspace_id").map(WorkspaceId::new),
                Words.parse(Session.Kind.class, row.text("kind")),
                row.integer("generation"),
                row.texts("methods"),
                new Session.Client(row.text("ip_address"), row.text("user_agent")),
                row.findUuid("device_id").map(DeviceId::new),
                row.instant("proven_at"),
                row.instant("rotated_at"),
                row.instant("last_active_at"),
                row.instant("ends_at"),
                row.findInstant("revoked_at"),
                row.instant("created_at"),
                row.instant("expires_at"));
    }
}
