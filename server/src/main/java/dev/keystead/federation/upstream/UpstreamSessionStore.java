package dev.keystead.federation.upstream;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.login.FlowId;
import dev.keystead.login.Origins;
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
import org.jspecify.annotations.Nullable;

/// The statements on sessions that began at other identity providers.
final class UpstreamSessionStore {
    /// How many sessions one message of a provider ends, the latest first: more than anybody has.
    private static final int MOST = 1_000;

    static final Command SESSION_INSERT = Command.tenant("federation.session.insert", """
            insert into session.upstream_sessions
                (flow_id, connection_id, user_id, issuer, subject, upstream_session, hint, proven_at, ends_at,
                created_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Nobody takes it back before this transaction ends.
    static final Query<Origins.Origin> SESSION_HOLD = Query.tenant(
            "federation.session.hold",
            """
            select proven_at, ends_at
            from session.upstream_sessions
            where flow_id = ?
              and session_id is null
              and tenant_id = ?
            for update""",
            row -> new Origins.Origin(row.instant("proven_at"), row.findInstant("ends_at")));

    /// Whoever is signed out there while a sign-in is under way does not come in by it.
    static final Command PENDING_DELETE_BY_SUBJECT =
            Command.tenant("federation.session.delete-pending-by-subject", """
            delete from session.upstream_sessions
            where issuer = ?
              and subject = ?
              and session_id is null
              and tenant_id = ?""");

    static final Command PENDING_DELETE_BY_UPSTREAM =
            Command.tenant("federation.session.delete-pending-by-upstream", """
            delete from session.upstream_sessions
            where issuer = ?
              and ((upstream_session = ? and subject = coalesce(?, subject))
                or (upstream_session is null and subject = ?))
              and session_id is null
              and tenant_id = ?""");

    static final Command SESSION_ATTACH = Command.tenant("federation.session.attach", """
            update session.upstream_sessions
            set session_id = ?, expires_at = ?
            where flow_id = ?
              and tenant_id = ?""");

    static final Query<Hinted> SESSION_FIND = Query.tenant("federation.session.find", """
            select flow_id, session_id, connection_id, user_id, issuer, subject, upstream_session, hint
            from session.upstream_sessions
            where session_id = ?
              and tenant_id = ?""", Hinted::of);

    static final Query<UpstreamSession> SESSIONS_BY_SUBJECT =
            Query.tenant("federation.session.by-subject", """
            select session_id, connection_id, user_id, issuer, subject, upstream_session
            from session.upstream_sessions
            where issuer = ?
              and subject = ?
              and session_id is not null
              and tenant_id = ?
            order by flow_id desc
            limit ?""", UpstreamSessionStore::session);

    static final Query<UpstreamSession> SESSIONS_BY_UPSTREAM =
            Query.tenant("federation.session.by-upstream", """
            select session_id, connection_id, user_id, issuer, subject, upstream_session
            from session.upstream_sessions
            where issuer = ?
              and upstream_session = ?
              and session_id is not null
              and tenant_id = ?
            order by flow_id desc
            limit ?""", UpstreamSessionStore::session);

    static final Command SESSION_SWEEP = Command.crossTenant(
            "federation.session.sweep", "upstream sessions of all workspaces that ended are removed together", """
            delete from session.upstream_sessions
            where (tenant_id, flow_id) in (
                select tenant_id, flow_id
                from session.upstream_sessions
                where expires_at < ?
                limit ?)""");

    private final Database database;

    UpstreamSessionStore(Database database) {
        this.database = database;
    }

    /// A session and its hint, still in its envelope.
    static final class Hinted {
        private final UUID row;
        private final UpstreamSession session;
        private final Optional<byte[]> hint;

        private Hinted(UUID row, UpstreamSession session, Optional<byte[]> hint) {
            this.row = row;
            this.session = session;
            this.hint = hint;
        }

        private static Hinted of(Row row) {
            return new Hinted(row.uuid("flow_id"), UpstreamSessionStore.session(row), row.findBytes("hint"));
        }

        UUID row() {
            return row;
        }

        UpstreamSession session() {
            return session;
        }

        Optional<byte[]> hint() {
            return hint;
        }
    }

    void insert(
            Transaction transaction,
            FlowId flow,
            ConnectionId connection,
            UserId user,
            UpstreamIdentity identity,
            byte @Nullable [] hint,
            Instant provenAt,
            Instant now,
            Instant until) {
        transaction.update(
                SESSION_INSERT,
                p -> p.id(flow)
                        .id(connection)
                        .id(user)
                        .text(identity.issuer())
                        .text(identity.subject())
                        .text(identity.session().orElse(null))
                        .bytes(hint)
                        .instant(provenAt)
                        .instant(identity.endsAt().orElse(null))
                        .instant(now)
                        .instant(until));
    }

    void attach(Transaction transaction, FlowId flow, SessionId session, Instant until) {
        transaction.atCommit(SESSION_ATTACH, p -> p.id(session).instant(until).id(flow));
    }

    Optional<Origins.Origin> hold(Transaction transaction, FlowId flow) {
        return transaction.find(SESSION_HOLD, p -> p.id(flow));
    }

    int deletePending(Transaction transaction, String issuer, String subject) {
        return transaction.update(PENDING_DELETE_BY_SUBJECT, p -> p.text(issuer).text(subject));
    }

    /// @param subject whose session it must be, if that was said
    int deletePending(Transaction transaction, String issuer, String upstream, Optional<String> subject) {
        String person = subject.orElse(null);
        return transaction.update(
                PENDING_DELETE_BY_UPSTREAM,
                p -> p.text(issuer).text(upstream).text(person).text(person));
    }

    Optional<Hinted> find(SessionId session) {
        return database.find(SESSION_FIND, p -> p.id(session));
    }

    List<UpstreamSession> bySubject(Transaction transaction, String issuer, String subject) {
        return transaction.list(
                SESSIONS_BY_SUBJECT, p -> p.text(issuer).text(subject).scope().integer(MOST));
    }

    List<UpstreamSession> byUpstream(Transaction transaction, String issuer, String upstream) {
        return transaction.list(
                SESSIONS_BY_UPSTREAM, p -> p.text(issuer).text(upstream).scope().integer(MOST));
    }

    private static UpstreamSession session(Row row) {
        return new UpstreamSession(
                new SessionId(row.uuid("session_id")),
                new ConnectionId(row.uuid("connection_id")),
                new UserId(row.uuid("user_id")),
                row.text("issuer"),
                row.text("subject"),
                row.findText("upstream_session"));
    }
}
