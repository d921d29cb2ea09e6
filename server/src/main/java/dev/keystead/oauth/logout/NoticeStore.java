package dev.keystead.oauth.logout;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The statements on notices that wait. All but the first are the worker's, which names the tenant it works
/// for.
final class NoticeStore {
    private static final String WHY = "one worker tells the clients of all workspaces";

    /// Whoever was given something in the session, whether or not it has it still: it may know the person
    /// as signed in.
    static final Command NOTICES_INSERT = Command.tenant("oauth.logout-notice.insert", """
            insert into session.logout_notices
                (session_id, client_id, user_id, issuer, attempts, next_attempt_at, created_at, expires_at, tenant_id)
            select session_id, client_id, user_id, max(issuer), 0, cast(? as timestamptz), cast(? as timestamptz),
                cast(? as timestamptz), tenant_id
            from session.grants
            where session_id = ?
              and tenant_id = ?
            group by tenant_id, session_id, client_id, user_id""");

    /// Sessions that ran out and in which clients were given something. Those that ended longer ago than the
    /// second time says are left alone: whoever was not told by then has found out.
    static final Query<RunOut> SESSIONS_RUN_OUT = Query.crossTenant(
            "oauth.logout-notice.run-out",
            WHY,
            """
            select s.tenant_id, s.id
            from session.sessions s
            where s.expires_at <= ?
              and s.expires_at > ?
              and s.revoked_at is null
              and exists (
                select 1
                from session.grants g
                where g.tenant_id = s.tenant_id
                  and g.session_id = s.id)
            order by s.expires_at
            limit ?""",
            row -> new RunOut(new WorkspaceId(row.uuid("tenant_id")), new SessionId(row.uuid("id"))));

    /// Who waited longest comes first.
    static final Query<Lane> LANES_DUE = Query.crossTenant(
            "oauth.logout-notice.due",
            WHY,
            """
            select tenant_id, client_id, min(next_attempt_at) as since
            from session.logout_notices
            where next_attempt_at <= ?
              and expires_at > ?
            group by tenant_id, client_id
            order by since
            limit ?""",
            row -> new Lane(new WorkspaceId(row.uuid("tenant_id")), new ClientId(row.uuid("client_id"))));

    /// Taking is one statement, and passes over what another worker is taking: no notice is taken by two.
    static final Query<Notice> NOTICES_CLAIM = Query.crossTenant(
            "oauth.logout-notice.claim",
            WHY,
            """
            update session.logout_notices
            set attempts = attempts + 1,
                next_attempt_at = ?
            where session_id in (
                select session_id
                from session.logout_notices
                where next_attempt_at <= ?
                  and expires_at > ?
                  and client_id = ?
                  and tenant_id = ?
                order by next_attempt_at
                limit ?
                for update skip locked)
              and client_id = ?
              and tenant_id = ?
            returning session_id, user_id, issuer, attempts, expires_at""",
            row -> new Notice(
                    new SessionId(row.uuid("session_id")),
                    new UserId(row.uuid("user_id")),
                    row.findText("issuer"),
                    row.integer("attempts"),
                    row.instant("expires_at")));

    static final Command NOTICE_DELETE = Command.crossTenant("oauth.logout-notice.delete", WHY, """
            delete from session.logout_notices
            where session_id = ?
              and client_id = ?
              and tenant_id = ?""");

    /// Not when another worker has taken it meanwhile.
    static final Command NOTICE_POSTPONE = Command.crossTenant("oauth.logout-notice.postpone", WHY, """
            update session.logout_notices
            set next_attempt_at = ?,
                last_error = ?
            where session_id = ?
              and client_id = ?
              and attempts = ?
              and tenant_id = ?""");

    static final Command NOTICE_SWEEP = Command.crossTenant(
            "oauth.logout-notice.sweep", "expired notices of all workspaces are removed together", """
            delete from session.logout_notices
            where (tenant_id, session_id, client_id) in (
                select tenant_id, session_id, client_id
                from session.logout_notices
                where expires_at < ?
                order by expires_at
                limit ?)""");

    /// A session that is over without anybody having ended it.
    record RunOut(WorkspaceId tenant, SessionId session) {}

    /// The queue of one client.
    record Lane(WorkspaceId tenant, ClientId client) {}

    /// What this worker has taken to tell the client of a lane.
    ///
    /// @param issuer as the client knows the workspace; unknown for what was given before that was kept
    record Notice(SessionId session, UserId user, Optional<String> issuer, int attempts, Instant expiresAt) {}

    void insertAtCommit(Transaction transaction, SessionId session, Instant now, Instant expiresAt) {
        transaction.atCommit(
                NOTICES_INSERT,
                p -> p.instant(now).instant(now).instant(expiresAt).id(session));
    }

    List<Notice> claim(Transaction transaction, Lane lane, Instant now, Instant until, int most) {
        return transaction.list(
                NOTICES_CLAIM,
                p -> p.instant(until)
                        .instant(now)
                        .instant(now)
                        .id(lane.client())
                        .id(lane.tenant())
                        .integer(most)
                        .id(lane.client())
                        .id(lane.tenant()));
    }

    boolean delete(Transaction transaction, Lane lane, Notice notice) {
        return transaction.update(
                        NOTICE_DELETE,
                        p -> p.id(notice.session()).id(lane.client()).id(lane.tenant()))
                == 1;
    }

    boolean postpone(Transaction transaction, Lane lane, Notice notice, Instant until, String why) {
        return transaction.update(
                        NOTICE_POSTPONE,
                        p -> p.instant(until)
                                .text(why)
                                .id(notice.session())
                                .id(lane.client())
                                .integer(notice.attempts())
                                .id(lane.tenant()))
                == 1;
    }
}
