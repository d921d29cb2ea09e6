package dev.keystead.grant;

import dev.keystead.client.ClientId;
import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// The statements on grants.
final class GrantStore {
    /// The device is the one whose key was shown, or else the one of the session.
    static final Command GRANT_INSERT = Command.tenant("grant.grant.insert", """
            insert into session.grants
                (id, client_id, user_id, session_id, device_id, issuer, scopes, resources, details, claims, methods,
                 proven_at, binding, generation, rotated_at, idle_seconds, ends_at, created_at, updated_at, expires_at,
                 tenant_id)
            values (?, ?, ?, ?, coalesce(cast(? as uuid), (
                    select device_id
                    from session.sessions
                    where id = ?
                      and tenant_id = ?)),
                ?, ?, ?, cast(? as jsonb), cast(? as jsonb), ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)""");

    static final Query<Grant> GRANT_FIND = Query.tenant("grant.grant.find", """
            select id, tenant_id, client_id, user_id, session_id, device_id, issuer, scopes, resources,
                cast(details as text) as details, cast(claims as text) as claims, methods, proven_at, binding,
                generation, rotated_at, revoked_at, created_at, ends_at, expires_at
            from session.grants
            where id = ?
              and tenant_id = ?""", GrantStore::grant);

    /// Moves grants to their next refresh tokens. Of two who hold the same one, one moves it and the other finds it
    /// moved. The end moves on in steps of a hundredth of the idle time: between them no index has to change.
    static final Query<Grant> GRANTS_ROTATE = Query.tenant("grant.grant.rotate", """
            update session.grants g
            set generation = g.generation + 1, rotated_at = ?, updated_at = ?,
                expires_at = least(g.ends_at, make_interval(secs => g.idle_seconds)
                    + date_bin(make_interval(secs => g.idle_seconds / 100.0), cast(? as timestamptz), 'epoch'))
            from unnest(cast(? as uuid[]), cast(? as uuid[]), cast(? as integer[]), cast(? as text[]))
                as turn (id, client_id, generation, binding)
            where g.id = turn.id
              and g.client_id = turn.client_id
              and g.generation = turn.generation
              and g.binding is not distinct from turn.binding
              and g.revoked_at is null
              and g.expires_at > ?
              and g.tenant_id = ?
            returning g.id, g.tenant_id, g.client_id, g.user_id, g.session_id, g.device_id, g.issuer, g.scopes,
                g.resources, cast(g.details as text) as details, cast(g.claims as text) as claims, g.methods,
                g.proven_at, g.binding, g.generation, g.rotated_at, g.revoked_at, g.created_at, g.ends_at,
                g.expires_at""", GrantStore::grant);

    /// Moves the end on, by the same steps, where the refresh token stays as it is.
    static final Command GRANT_EXTEND = Command.tenant("grant.grant.extend", """
            update session.grants
            set updated_at = ?,
                expires_at = greatest(expires_at, least(ends_at, make_interval(secs => idle_seconds)
                    + date_bin(make_interval(secs => idle_seconds / 100.0), cast(? as timestamptz), 'epoch')))
            where id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?""");

    static final Command GRANT_END = Command.tenant("grant.grant.end", """
            update session.grants
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where id = ?
              and revoked_at is null
              and tenant_id = ?""");

    static final Query<GrantId> GRANTS_END_OF_CLIENT =
            Query.tenant("grant.grant.end-of-client", """
            update session.grants
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where user_id = ?
              and client_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id""", row -> new GrantId(row.uuid("id")));

    static final Query<GrantId> GRANTS_END_OF_DEVICE =
            Query.tenant("grant.grant.end-of-device", """
            update session.grants
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where device_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            returning id""", row -> new GrantId(row.uuid("id")));

    static final Query<Grant> GRANTS_OF_USER = Query.tenant("grant.grant.list-of-user", """
            select id, tenant_id, client_id, user_id, session_id, device_id, issuer, scopes, resources,
                cast(details as text) as details, cast(claims as text) as claims, methods, proven_at, binding,
                generation, rotated_at, revoked_at, created_at, ends_at, expires_at
            from session.grants
            where user_id = ?
              and revoked_at is null
              and expires_at > ?
              and tenant_id = ?
            order by id desc
            limit ?""", GrantStore::grant);

    /// Ends what matches every criterion that is given, so many at a time.
    static final Query<GrantId> GRANTS_END_MATCHING =
            Query.tenant("grant.grant.end-matching", """
            update session.grants
            set revoked_at = ?, revoked_why = ?, updated_at = ?
            where tenant_id = ?
              and id in (
                select id
                from session.grants
                where tenant_id = ?
                  and revoked_at is null
                  and expires_at > ?
                  and (cast(? as uuid) is null or user_id = ?)
                  and (cast(? as uuid) is null or client_id = ?)
                  and (cast(? as uuid) is null or session_id = ?)
                  and created_at < ?
                order by id
                limit ?)
            returning id""", row -> new GrantId(row.uuid("id")));

    static final Query<Grant> GRANTS_OF_SESSION = Query.tenant("grant.grant.list-of-session", """
            select id, tenant_id, client_id, user_id, session_id, device_id, issuer, scopes, resources,
                cast(details as text) as details, cast(claims as text) as claims, methods, proven_at, binding,
                generation, rotated_at, revoked_at, created_at, ends_at, expires_at
            from session.grants
            where session_id = ?
              and tenant_id = ?
            order by id
            limit ?""", GrantStore::grant);

    static final Command GRANT_SWEEP =
            Command.crossTenant("grant.grant.sweep", "grants of all workspaces that ended are removed together", """
            delete from session.grants
            where (tenant_id, id) in (
                select tenant_id, id
                from session.grants
                where expires_at < cast(? as timestamptz) - interval '7 days'
                limit ?)""");

    private final Database database;

    GrantStore(Database database) {
        this.database = database;
    }

    void insertAtCommit(Transaction transaction, Grant grant, Duration idle) {
        Grant.Given given = grant.given();
        transaction.atCommit(
                GRANT_INSERT,
                p -> p.id(grant.id())
                        .id(grant.client())
                        .id(grant.user())
                        .uuid(grant.session().map(SessionId::value).orElse(null))
                        .uuid(grant.device().map(DeviceId::value).orElse(null))
                        .uuid(grant.session().map(SessionId::value).orElse(null))
                        .scope()
                        .text(grant.issuer().orElse(null))
                        .texts(given.scopes())
                        .texts(given.resources())
                        .text(given.details().orElse(null))
                        .text(given.claims().orElse(null))
                        .texts(given.methods())
                        .instant(given.provenAt())
                        .text(given.binding().map(Binding::text).orElse(null))
                        .instant(grant.rotatedAt())
                        .integer(Math.toIntExact(idle.toSeconds()))
                        .instant(grant.endsAt())
                        .instant(grant.createdAt())
                        .instant(grant.createdAt())
                        .instant(grant.expiresAt())
                        .scope());
    }

    Optional<Grant> find(GrantId id) {
        return database.find(GRANT_FIND, p -> p.id(id));
    }

    Optional<Grant> find(Transaction transaction, GrantId id) {
        return transaction.find(GRANT_FIND, p -> p.id(id));
    }

    /// Those that moved. One that two want to move at once moves once.
    Map<GrantId, Grant> rotate(Transaction transaction, List<Grants.Turn> turns, Instant now) {
        if (turns.isEmpty()) {
            return Map.of();
        }
        return transaction
                .list(
                        GRANTS_ROTATE,
                        p -> p.instant(now)
                                .instant(now)
                                .instant(now)
                                .uuids(turns, turn -> turn.grant().value())
                                .uuids(turns, turn -> turn.client().value())
                                .integers(turns, Grants.Turn::generation)
                                .nullableTexts(
                                        turns,
                                        turn -> turn.binding()
                                                .map(Binding::text)
                                                .orElse(null))
                                .instant(now))
                .stream()
                .collect(Collectors.toMap(Grant::id, grant -> grant));
    }

    void extendAtCommit(Transaction transaction, GrantId id, Instant now) {
        transaction.atCommit(
                GRANT_EXTEND, p -> p.instant(now).instant(now).id(id).instant(now));
    }

    void endAtCommit(Transaction transaction, GrantId id, Grant.End why, Instant now) {
        transaction.atCommit(
                GRANT_END, p -> p.instant(now).text(Words.of(why)).instant(now).id(id));
    }

    List<GrantId> endOfClient(Transaction transaction, UserId user, ClientId client, Grant.End why, Instant now) {
        return transaction.list(
                GRANTS_END_OF_CLIENT,
                p -> p.instant(now)
                        .text(Words.of(why))
                        .instant(now)
                        .id(user)
                        .id(client)
                        .instant(now));
    }

    List<GrantId> endOfDevice(Transaction transaction, DeviceId device, Grant.End why, Instant now) {
        return transaction.list(
                GRANTS_END_OF_DEVICE,
                p -> p.instant(now).text(Words.of(why)).instant(now).id(device).instant(now));
    }

    List<Grant> listOfUser(UserId user, Instant now, int limit) {
        return database.list(
                GRANTS_OF_USER, p -> p.id(user).instant(now).scope().integer(limit));
    }

    List<GrantId> endMatching(Transaction transaction, Revocation what, Grant.End why, Instant now, int limit) {
        UUID user = what.user().map(UserId::value).orElse(null);
        UUID client = what.client().map(ClientId::value).orElse(null);
        UUID session = what.session().map(SessionId::value).orElse(null);
        return transaction.list(
                GRANTS_END_MATCHING,
                p -> p.instant(now)
                        .text(Words.of(why))
                        .instant(now)
                        .scope()
                        .scope()
                        .instant(now)
                        .uuid(user)
                        .uuid(user)
                        .uuid(client)
                        .uuid(client)
                        .uuid(session)
                        .uuid(session)
                        .instant(what.before().orElse(now))
                        .integer(limit));
    }

    List<Grant> listOfSession(Transaction transaction, SessionId session, int limit) {
        return transaction.list(GRANTS_OF_SESSION, p -> p.id(session).scope().integer(limit));
    }

    private static Grant grant(Row row) {
        return new Grant(
                new GrantId(row.uuid("id")),
                new WorkspaceId(row.uuid("tenant_id")),
                new ClientId(row.uuid("client_id")),
                new UserId(row.uuid("user_id")),
                row.findUuid("session_id").map(SessionId::new),
                row.findUuid("device_id").map(DeviceId::new),
                row.findText("issuer"),
                new Grant.Given(
                        row.texts("scopes"),
                        row.texts("resources"),
                        row.findText("details"),
                        row.findText("claims"),
                        row.texts("methods"),
                        row.instant("proven_at"),
                        row.findText("binding").map(Binding::parse)),
                row.integer("generation"),
                row.instant("rotated_at"),
                row.findInstant("revoked_at"),
                row.instant("created_at"),
                row.instant("ends_at"),
                row.instant("expires_at"));
    }
}
