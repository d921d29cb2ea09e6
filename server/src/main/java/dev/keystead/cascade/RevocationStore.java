package dev.keystead.cascade;

import dev.keystead.directory.Suspensions.Suspended;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
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

/// The statements on revocations and on the place in the lineage where they begin.
final class RevocationStore {
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    /// Where somebody stands: whoever was invited by nobody stands at the top. Individuals only: nobody
    /// else has lineage.
    static final Query<Lineage> LINEAGE_FIND = Query.tenant(
            "cascade.lineage.find",
            """
            select coalesce(e.generation, 0) as generation, encode(coalesce(e.path, uuid_send(u.id)), 'hex') as path,
                e.inviter_id, above.inviter_id as inviters_inviter_id
            from identity.users u
            left join identity.invite_chain_edges e on e.invitee_id = u.id and e.tenant_id = ?
            left join identity.invite_chain_edges above on above.invitee_id = e.inviter_id and above.tenant_id = ?
            where u.id = ?
              and u.kind = 'individual'
              and u.status <> 'deactivated'
              and u.tenant_id = ?""",
            row -> new Lineage(
                    row.integer("generation"),
                    row.text("path"),
                    row.findUuid("inviter_id").map(UserId::new),
                    row.findUuid("inviters_inviter_id").map(UserId::new)));

    static final Command REVOCATION_INSERT = Command.tenant("cascade.revocation.insert", """
            insert into identity.invite_revocations
                (id, invitee_id, inviter_id, inviters_inviter_id, reason, reason_detail, revoked_by, revoked_at,
                 cascade, cascade_job_id, status_before, suspension_before, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    static final Query<Revocation> REVOCATION_LIST =
            Query.tenant("cascade.revocation.list", """
            select id, invitee_id, inviter_id, inviters_inviter_id, reason, reason_detail, revoked_by, revoked_at,
                cascade_job_id, status_before, suspension_before, reversed_at
            from identity.invite_revocations
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", RevocationStore::revocation);

    static final Query<Revocation> REVOCATION_LIST_OF =
            Query.tenant("cascade.revocation.list-of", """
            select id, invitee_id, inviter_id, inviters_inviter_id, reason, reason_detail, revoked_by, revoked_at,
                cascade_job_id, status_before, suspension_before, reversed_at
            from identity.invite_revocations
            where invitee_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", RevocationStore::revocation);

    static final Query<Revocation> REVOCATION_REVERSE =
            Query.tenant("cascade.revocation.reverse", """
            update identity.invite_revocations
            set reversed_at = ?
            where cascade_job_id = ?
              and reversed_at is null
              and tenant_id = ?
            returning id, invitee_id, inviter_id, inviters_inviter_id, reason, reason_detail, revoked_by, revoked_at,
                cascade_job_id, status_before, suspension_before, reversed_at""", RevocationStore::revocation);

    static final Query<Revocation> REVOCATION_LOCK =
            Query.tenant("cascade.revocation.lock", """
            select id, invitee_id, inviter_id, inviters_inviter_id, reason, reason_detail, revoked_by, revoked_at,
                cascade_job_id, status_before, suspension_before, reversed_at
            from identity.invite_revocations
            where id = ?
              and tenant_id = ?
            for update""", RevocationStore::revocation);

    static final Command REVOCATION_REVERSE_ALONE = Command.tenant("cascade.revocation.reverse-alone", """
            update identity.invite_revocations
            set reversed_at = ?
            where id = ?
              and reversed_at is null
              and tenant_id = ?""");

    /// The same as cascades do for theirs: what this one took over from a cause that is undone.
    static final Command REVOCATIONS_INHERIT = Command.tenant("cascade.revocation.inherit", """
            update identity.invite_revocations r
            set status_before = given.status, suspension_before = given.suspension_id
            from unnest(cast(? as uuid[]), cast(? as text[]), cast(? as uuid[])) as given (id, status, suspension_id)
            where r.invitee_id = given.id
              and r.suspension_before = ?
              and r.tenant_id = ?""");

    private final Database database;

    RevocationStore(Database database) {
        this.database = database;
    }

    /// Where somebody stands in the lineage.
    ///
    /// @param path the ids from the top down to them, in hexadecimal
    record Lineage(int generation, String path, Optional<UserId> inviter, Optional<UserId> invitersInviter) {}

    Optional<Lineage> lineage(Transaction transaction, UserId user) {
        return transaction.find(LINEAGE_FIND, p -> p.scope().scope().id(user).scope());
    }

    void insert(Transaction transaction, Revocation revocation) {
        transaction.update(
                REVOCATION_INSERT,
                p -> p.id(revocation.id())
                        .id(revocation.invitee())
                        .uuid(revocation.inviter().map(UserId::value).orElse(null))
                        .uuid(revocation.invitersInviter().map(UserId::value).orElse(null))
                        .text(Words.of(revocation.reason()))
                        .text(revocation.detail().orElse(null))
                        .text(revocation.revokedBy())
                        .instant(revocation.revokedAt())
                        .flag(revocation.job().isPresent())
                        .uuid(revocation.job().map(CascadeJobId::value).orElse(null))
                        .text(revocation
                                .before()
                                .map(one -> Words.of(one.statusBefore()))
                                .orElse(null))
                        .uuid(revocation
                                .before()
                                .flatMap(Suspended::causeBefore)
                                .orElse(null)));
    }

    List<Revocation> list(Optional<UserId> invitee, Optional<UUID> before, int limit) {
        UUID end = before.orElse(AFTER_ALL);
        return invitee.map(user -> database.list(
                        REVOCATION_LIST_OF, p -> p.id(user).uuid(end).scope().integer(limit)))
                .orElseGet(() ->
                        database.list(REVOCATION_LIST, p -> p.uuid(end).scope().integer(limit)));
    }

    Optional<Revocation> reverse(Transaction transaction, CascadeJobId job, Instant now) {
        return transaction.find(REVOCATION_REVERSE, p -> p.instant(now).id(job));
    }

    /// As it is until the transaction ends.
    Optional<Revocation> findHeld(Transaction transaction, RevocationId id) {
        return transaction.find(REVOCATION_LOCK, p -> p.id(id));
    }

    void reverse(Transaction transaction, RevocationId id, Instant now) {
        transaction.update(REVOCATION_REVERSE_ALONE, p -> p.instant(now).id(id));
    }

    void inherit(Transaction transaction, UUID cause, List<Suspended> before) {
        transaction.update(
                REVOCATIONS_INHERIT,
                p -> p.uuids(before, one -> one.user().value())
                        .texts(before.stream()
                                .map(one -> Words.of(one.statusBefore()))
                                .toList())
                        .uuids(before, one -> one.causeBefore().orElse(null))
                        .uuid(cause));
    }

    private static Revocation revocation(Row row) {
        var invitee = new UserId(row.uuid("invitee_id"));
        Optional<UUID> causeBefore = row.findUuid("suspension_before");
        return new Revocation(
                new RevocationId(row.uuid("id")),
                invitee,
                row.findUuid("inviter_id").map(UserId::new),
                row.findUuid("inviters_inviter_id").map(UserId::new),
                Words.parse(Revocation.Reason.class, row.text("reason")),
                row.findText("reason_detail"),
                row.text("revoked_by"),
                row.instant("revoked_at"),
                row.findUuid("cascade_job_id").map(CascadeJobId::new),
                row.findText("status_before")
                        .map(word -> new Suspended(invitee, Words.parse(User.Status.class, word), causeBefore)),
                row.findInstant("reversed_at"));
    }
}
