package dev.keystead.invite;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on invitations.
final class InviteStore {
    static final Command INVITE_INSERT = Command.tenant("invite.invite.insert", """
            insert into identity.invites
                (id, inviter_id, token_hash, key_version, intended_email, reason_code, reason_detail, public_verifiable,
                 status, issued_at, expires_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?)""");

    static final Query<Invite> INVITE_FIND = Query.tenant("invite.invite.find", """
            select id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at
            from identity.invites
            where id = ?
              and tenant_id = ?""", InviteStore::invite);

    static final Query<Invite> INVITE_FIND_BY_HASH =
            Query.tenant("invite.invite.find-by-hash", """
            select id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at
            from identity.invites
            where token_hash = ?
              and tenant_id = ?""", InviteStore::invite);

    static final Query<Invite> INVITE_LIST = Query.tenant("invite.invite.list", """
            select id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at
            from identity.invites
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", InviteStore::invite);

    static final Query<Invite> INVITE_LIST_BY_STATUS =
            Query.tenant("invite.invite.list-by-status", """
            select id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at
            from identity.invites
            where status = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", InviteStore::invite);

    static final Query<Invite> INVITE_LIST_OF = Query.tenant("invite.invite.list-of", """
            select id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at
            from identity.invites
            where inviter_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", InviteStore::invite);

    static final Query<Invite> INVITE_LIST_OF_BY_STATUS =
            Query.tenant("invite.invite.list-of-by-status", """
            select id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at
            from identity.invites
            where inviter_id = ?
              and status = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", InviteStore::invite);

    /// One statement decides whose it is: of many at once, one finds it open.
    static final Query<Invite> INVITE_TAKE = Query.tenant("invite.invite.take", """
            update identity.invites
            set status = 'redeemed', redeemed_at = ?, redeemed_by = ?
            where token_hash = ?
              and status = 'open'
              and expires_at > ?
              and tenant_id = ?
            returning id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at""", InviteStore::invite);

    static final Query<Invite> INVITE_REVOKE = Query.tenant("invite.invite.revoke", """
            update identity.invites
            set status = 'revoked', revoked_at = ?
            where id = ?
              and status = 'open'
              and tenant_id = ?
            returning id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at""", InviteStore::invite);

    static final Query<Invite> INVITE_EXPIRE = Query.tenant("invite.invite.expire", """
            update identity.invites
            set status = 'expired'
            where id in (
                select id
                from identity.invites
                where status = 'open'
                  and expires_at <= ?
                  and tenant_id = ?
                limit ?)
              and status = 'open'
              and tenant_id = ?
            returning id, inviter_id, intended_email, reason_code, reason_detail, public_verifiable, status, issued_at,
                expires_at, redeemed_at, redeemed_by, revoked_at""", InviteStore::invite);

    static final Command INVITE_PURGE = Command.crossTenant(
            "invite.invite.purge", "invitations that came to nothing are removed together in all workspaces", """
            delete from identity.invites
            where (tenant_id, id) in (
                select tenant_id, id
                from identity.invites
                where status in ('revoked', 'expired')
                  and expires_at < cast(? as timestamptz) - interval '365 days'
                limit ?)""");

    private final Database database;

    InviteStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Invite invite, Digest hash) {
        transaction.update(
                INVITE_INSERT,
                p -> p.id(invite.id())
                        .id(invite.inviter())
                        .bytes(hash.bytes())
                        .integer(MasterKey.VERSION)
                        .text(invite.intendedEmail().orElse(null))
                        .text(invite.reason().map(Words::of).orElse(null))
                        .text(invite.detail().orElse(null))
                        .flag(invite.publicVerifiable())
                        .instant(invite.issuedAt())
                        .instant(invite.expiresAt()));
    }

    Optional<Invite> find(InviteId id) {
        return database.find(INVITE_FIND, p -> p.id(id));
    }

    Optional<Invite> find(Transaction transaction, InviteId id) {
        return transaction.find(INVITE_FIND, p -> p.id(id));
    }

    Optional<Invite> findByHash(Digest hash) {
        return database.find(INVITE_FIND_BY_HASH, p -> p.bytes(hash.bytes()));
    }

    Optional<Invite> findByHash(Transaction transaction, Digest hash) {
        return transaction.find(INVITE_FIND_BY_HASH, p -> p.bytes(hash.bytes()));
    }

    /// Newest first.
    List<Invite> list(Optional<UserId> inviter, Optional<Invite.Status> status, UUID before, int limit) {
        if (inviter.isPresent()) {
            UserId of = inviter.get();
            return status.map(wanted -> database.list(
                            INVITE_LIST_OF_BY_STATUS,
                            p -> p.id(of)
                                    .text(Words.of(wanted))
                                    .uuid(before)
                                    .scope()
                                    .integer(limit)))
                    .orElseGet(() -> database.list(
                            INVITE_LIST_OF, p -> p.id(of).uuid(before).scope().integer(limit)));
        }
        return status.map(wanted -> database.list(
                        INVITE_LIST_BY_STATUS,
                        p -> p.text(Words.of(wanted)).uuid(before).scope().integer(limit)))
                .orElseGet(() ->
                        database.list(INVITE_LIST, p -> p.uuid(before).scope().integer(limit)));
    }

    Optional<Invite> take(Transaction transaction, Digest hash, UserId by, Instant now) {
        return transaction.find(
                INVITE_TAKE, p -> p.instant(now).id(by).bytes(hash.bytes()).instant(now));
    }

    Optional<Invite> revoke(Transaction transaction, InviteId id, Instant now) {
        return transaction.find(INVITE_REVOKE, p -> p.instant(now).id(id));
    }

    List<Invite> expire(Transaction transaction, Instant now, int limit) {
        return transaction.list(
                INVITE_EXPIRE, p -> p.instant(now).scope().integer(limit).scope());
    }

    private static Invite invite(Row row) {
        return new Invite(
                new InviteId(row.uuid("id")),
                new UserId(row.uuid("inviter_id")),
                row.findText("intended_email"),
                row.findText("reason_code").map(word -> Words.parse(Invite.Reason.class, word)),
                row.findText("reason_detail"),
                row.flag("public_verifiable"),
                Words.parse(Invite.Status.class, row.text("status")),
                row.instant("issued_at"),
                row.instant("expires_at"),
                row.findInstant("redeemed_at"),
                row.findUuid("redeemed_by").map(UserId::new),
                row.findInstant("revoked_at"));
    }
}
