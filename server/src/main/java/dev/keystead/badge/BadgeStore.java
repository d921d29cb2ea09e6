package dev.keystead.badge;

import dev.keystead.directory.UserId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on badges and what stays of revoked ones.
final class BadgeStore {
    /// Whoever revokes the key at the same moment waits, and ends this badge too; or was faster, and nothing is
    /// inserted.
    static final Query<Badge> BADGE_INSERT = Query.<Badge>tenant("badge.badge.insert", """
                    insert into identity.badges
                        (id, user_id, home_tenant_id, kind, issuer_key_id, payload, signature, issued_at, expires_at,
                         tenant_id)
                    select ?, ?, ?, k.kind, k.id, ?::jsonb, ?, ?, ?, k.tenant_id
                    from identity.badge_issuer_keys k
                    where k.id = ?
                      and k.status <> 'revoked'
                      and k.tenant_id = ?
                    for share of k
                    returning id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at,
                        expires_at, revoked_at, revocation_reason""", BadgeStore::badge)
            .onConflict("a badge of this kind was issued to the person at this very moment; look at their badges");

    static final Query<Badge> BADGE_FIND = Query.tenant("badge.badge.find", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where id = ?
              and tenant_id = ?""", BadgeStore::badge);

    static final Query<Holding> BADGE_HOLDER = Query.tenant(
            "badge.badge.holder", """
            select user_id, home_tenant_id
            from identity.badges
            where id = ?
              and tenant_id = ?""", row -> new Holding(new UserId(row.uuid("user_id")), row.uuid("home_tenant_id")));

    static final Query<Badge> BADGE_LIST = Query.tenant("badge.badge.list", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", BadgeStore::badge);

    static final Query<Badge> BADGE_LIST_BY_USER = Query.tenant("badge.badge.list-by-user", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where user_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", BadgeStore::badge);

    /// Along the user's axis: what a person was given, by every workspace.
    static final Query<Badge> OWN_LIST = Query.user("badge.own.list", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where id < ?
              and user_id = ?
            order by id desc
            limit ?""", BadgeStore::badge);

    /// Those that hold and that strangers may see: what the holder's own workspace issued, and of others what was there
    /// when the holder said so.
    static final Query<Badge> OWN_LIST_SHOWN = Query.user("badge.own.list-shown", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where revoked_at is null
              and expires_at > ?
              and (tenant_id = home_tenant_id or issued_at <= ?)
              and user_id = ?
            order by id desc
            limit ?""", BadgeStore::badge);

    /// One of those that others issued since.
    static final Query<Badge> OWN_FIND_NEWER = Query.user("badge.own.find-newer", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where revoked_at is null
              and expires_at > ?
              and tenant_id <> home_tenant_id
              and issued_at > ?
              and user_id = ?
            limit 1""", BadgeStore::badge);

    static final Query<Badge> OWN_FIND = Query.user("badge.own.find", """
            select id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason
            from identity.badges
            where id = ?
              and user_id = ?""", BadgeStore::badge);

    static final Query<Badge> BADGE_REVOKE = Query.tenant("badge.badge.revoke", """
            update identity.badges
            set revoked_at = ?, revocation_reason = ?
            where id = ?
              and revoked_at is null
              and tenant_id = ?
            returning id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason""", BadgeStore::badge);

    /// The key itself is published as revoked, which is a tombstone for all of them.
    static final Command BADGES_REVOKE_OF_KEY = Command.tenant("badge.badge.revoke-of-key", """
            update identity.badges
            set revoked_at = ?, revocation_reason = 'the key that signed it was revoked'
            where issuer_key_id = ?
              and revoked_at is null
              and tenant_id = ?""");

    /// What was true of somebody as long as they were here.
    static final Query<Badge> BADGES_REVOKE_OF_LEAVER =
            Query.tenant("badge.badge.revoke-of-leaver", """
            update identity.badges
            set revoked_at = ?, revocation_reason = ?
            where user_id = ?
              and kind = 'staff'
              and revoked_at is null
              and tenant_id = ?
            returning id, user_id, kind, issuer_key_id, payload::text as payload, signature, issued_at, expires_at,
                revoked_at, revocation_reason""", BadgeStore::badge);

    /// Whoever ends the membership at the same moment waits, and ends the badge too; or was faster.
    static final Query<Boolean> STAFF_HOLD = Query.tenant("badge.staff.hold", """
            select true as found
            from identity.workspace_members
            where user_id = ?
              and affiliation = 'staff'
              and left_at is null
              and tenant_id = ?
            for share""", row -> row.flag("found"));

    static final Command TOMBSTONE_INSERT = Command.tenant("badge.tombstone.insert", """
            insert into identity.badge_tombstones (badge_id, revoked_at, valid_until_at, tenant_id)
            values (?, ?, ?, ?)""");

    static final Query<IssuerKeys.RevokedBadge> TOMBSTONE_LIST =
            Query.tenant("badge.tombstone.list", """
            select badge_id, revoked_at
            from identity.badge_tombstones
            where valid_until_at > ?
              and tenant_id = ?
            order by badge_id""", BadgeStore::tombstone);

    static final Query<IssuerKeys.RevokedBadge> TOMBSTONE_FIND =
            Query.tenant("badge.tombstone.find", """
            select badge_id, revoked_at
            from identity.badge_tombstones
            where badge_id = ?
              and tenant_id = ?""", BadgeStore::tombstone);

    static final Query<Boolean> INVITED_BY_STAFF =
            Query.tenant("badge.lineage.find-staff", """
            select true as invited
            from identity.invite_chain_edges e
            join identity.workspace_members m on m.user_id = e.inviter_id
            where e.invitee_id = ?
              and m.affiliation = 'staff'
              and m.left_at is null
              and m.tenant_id = ?
              and e.tenant_id = ?""", row -> row.flag("invited"));

    /// Wherever somebody whose account is deleted has badges. The worker's.
    static final Command BADGES_END =
            Command.crossTenant("badge.badge.end", "people have badges of workspaces that are not their own", """
            with ended as (
                update identity.badges
                set revoked_at = ?, revocation_reason = 'the account was deleted'
                where user_id = ?
                  and home_tenant_id = ?
                  and revoked_at is null
                returning tenant_id, id, revoked_at, expires_at)
            insert into identity.badge_tombstones (tenant_id, badge_id, revoked_at, valid_until_at)
            select tenant_id, id, revoked_at, expires_at
            from ended""");

    static final Command BADGE_PURGE = Command.crossTenant(
            "badge.badge.purge", "badges that expired long ago are removed together in all workspaces", """
            delete from identity.badges
            where (tenant_id, id) in (
                select tenant_id, id
                from identity.badges
                where expires_at < cast(? as timestamptz) - interval '90 days'
                limit ?)""");

    private final Database database;

    BadgeStore(Database database) {
        this.database = database;
    }

    /// A badge that is not stored yet.
    ///
    /// @param home the workspace whose user the holder is
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Signed(BadgePayload payload, UserId user, UUID home, BadgeKeyId key, byte[] signature, Instant issuedAt) {}

    Optional<Badge> insert(Transaction transaction, Signed signed) {
        BadgePayload payload = signed.payload();
        return transaction.find(
                BADGE_INSERT,
                p -> p.id(payload.id())
                        .id(signed.user())
                        .uuid(signed.home())
                        .text(payload.canonical())
                        .bytes(signed.signature())
                        .instant(signed.issuedAt())
                        .instant(payload.expiresAt())
                        .id(signed.key()));
    }

    /// Whose a badge is, and where they are at home.
    record Holding(UserId user, UUID home) {}

    Optional<Holding> holder(BadgeId id) {
        return database.find(BADGE_HOLDER, p -> p.id(id));
    }

    Optional<Badge> find(BadgeId id) {
        return database.find(BADGE_FIND, p -> p.id(id));
    }

    Optional<Badge> find(Transaction transaction, BadgeId id) {
        return transaction.find(BADGE_FIND, p -> p.id(id));
    }

    List<Badge> list(UUID before, int limit) {
        return database.list(BADGE_LIST, p -> p.uuid(before).scope().integer(limit));
    }

    List<Badge> list(UserId user, UUID before, int limit) {
        return database.list(
                BADGE_LIST_BY_USER, p -> p.id(user).uuid(before).scope().integer(limit));
    }

    List<Badge> listOwn(UUID before, int limit) {
        return database.list(OWN_LIST, p -> p.uuid(before).scope().integer(limit));
    }

    List<Badge> listOwnShown(Instant now, Instant shownAt, int limit) {
        return database.list(
                OWN_LIST_SHOWN, p -> p.instant(now).instant(shownAt).scope().integer(limit));
    }

    boolean hasOwnNewer(Instant now, Instant shownAt) {
        return database.find(
                        OWN_FIND_NEWER, p -> p.instant(now).instant(shownAt).scope())
                .isPresent();
    }

    Optional<Badge> findOwn(BadgeId id) {
        return database.find(OWN_FIND, p -> p.id(id));
    }

    /// Revokes a badge that is not, and leaves its tombstone.
    Optional<Badge> revoke(Transaction transaction, BadgeId id, String reason, Instant now) {
        Optional<Badge> revoked =
                transaction.find(BADGE_REVOKE, p -> p.instant(now).text(reason).id(id));
        revoked.ifPresent(badge -> bury(transaction, badge, now));
        return revoked;
    }

    /// Revokes what ends when somebody leaves the workspace in scope, or its staff.
    void revokeOfLeaver(Transaction transaction, UserId user, String why, Instant now) {
        transaction
                .list(BADGES_REVOKE_OF_LEAVER, p -> p.instant(now).text(why).id(user))
                .forEach(badge -> bury(transaction, badge, now));
    }

    private static void bury(Transaction transaction, Badge badge, Instant now) {
        transaction.atCommit(
                TOMBSTONE_INSERT, p -> p.id(badge.id()).instant(now).instant(badge.expiresAt()));
    }

    boolean holdStaff(Transaction transaction, UserId user) {
        return transaction.find(STAFF_HOLD, p -> p.id(user)).isPresent();
    }

    int revokeOf(Transaction transaction, BadgeKeyId key, Instant now) {
        return transaction.update(BADGES_REVOKE_OF_KEY, p -> p.instant(now).id(key));
    }

    List<IssuerKeys.RevokedBadge> listTombstones(Instant endedAfter) {
        return database.list(TOMBSTONE_LIST, p -> p.instant(endedAfter));
    }

    Optional<IssuerKeys.RevokedBadge> findTombstone(BadgeId id) {
        return database.find(TOMBSTONE_FIND, p -> p.id(id));
    }

    boolean isInvitedByStaff(UserId user) {
        return database.find(INVITED_BY_STAFF, p -> p.id(user).scope().scope()).isPresent();
    }

    private static IssuerKeys.RevokedBadge tombstone(Row row) {
        return new IssuerKeys.RevokedBadge(
                IdText.encode(Prefix.BADGE.text(), row.uuid("badge_id")), row.instant("revoked_at"));
    }

    private static Badge badge(Row row) {
        return new Badge(
                new BadgeId(row.uuid("id")),
                new UserId(row.uuid("user_id")),
                BadgeKind.find(row.text("kind")).orElseThrow(),
                BadgeFile.of(
                        row.text("payload"), row.bytes("signature"), new BadgeKeyId(row.uuid("issuer_key_id")).text()),
                row.instant("issued_at"),
                row.instant("expires_at"),
                row.findInstant("revoked_at"),
                row.findText("revocation_reason"));
    }
}
