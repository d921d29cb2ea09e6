package dev.keystead.mail;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/// The statements on mails that wait. All but the first are the worker's, which names the tenant it works for.
final class MailStore {
    private static final String WHY = "one worker sends the mails of all workspaces";

    static final Command MAIL_INSERT = Command.tenant("mail.queue.insert", """
            insert into events.mails
                (id, purpose, sealed, attempts, next_attempt_at, created_at, expires_at, tenant_id)
            values (?, ?, ?, 0, ?, ?, ?, ?)""");

    /// Who waited longest comes first, and no workspace waits for the end of another's queue.
    static final Query<UUID> TENANTS_DUE = Query.crossTenant("mail.queue.due", WHY, """
            select tenant_id, min(next_attempt_at) as since
            from events.mails
            where next_attempt_at <= ?
              and expires_at > ?
            group by tenant_id
            order by since
            limit ?""", row -> row.uuid("tenant_id"));

    /// Taking is one statement, and passes over what another worker is taking: no mail is taken by two.
    static final Query<Claimed> MAILS_CLAIM = Query.crossTenant("mail.queue.claim", WHY, """
            update events.mails
            set attempts = attempts + 1,
                next_attempt_at = ?
            where id in (
                select id
                from events.mails
                where next_attempt_at <= ?
                  and expires_at > ?
                  and tenant_id = ?
                order by next_attempt_at
                limit ?
                for update skip locked)
              and tenant_id = ?
            returning id, purpose, sealed, attempts, expires_at""", Claimed::of);

    static final Command MAIL_DELETE = Command.crossTenant("mail.queue.delete", WHY, """
            delete from events.mails
            where id = ?
              and tenant_id = ?""");

    /// Not when another worker has taken it meanwhile.
    static final Command MAIL_POSTPONE = Command.crossTenant("mail.queue.postpone", WHY, """
            update events.mails
            set next_attempt_at = ?,
                last_error = ?
            where id = ?
              and attempts = ?
              and tenant_id = ?""");

    static final Command MAIL_SWEEP =
            Command.crossTenant("mail.queue.sweep", "expired mails of all workspaces are removed together", """
            delete from events.mails
            where (tenant_id, id) in (
                select tenant_id, id
                from events.mails
                where expires_at < ?
                order by expires_at
                limit ?)""");

    /// A mail that this worker has taken.
    static final class Claimed {
        private final MailId id;
        private final String purpose;
        private final byte[] sealed;
        private final int attempts;
        private final Instant expiresAt;

        private Claimed(MailId id, String purpose, byte[] sealed, int attempts, Instant expiresAt) {
            this.id = id;
            this.purpose = purpose;
            this.sealed = sealed;
            this.attempts = attempts;
            this.expiresAt = expiresAt;
        }

        private static Claimed of(Row row) {
            return new Claimed(
                    new MailId(row.uuid("id")),
                    row.text("purpose"),
                    row.bytes("sealed"),
                    row.integer("attempts"),
                    row.instant("expires_at"));
        }

        MailId id() {
            return id;
        }

        String purpose() {
            return purpose;
        }

        byte[] sealed() {
            return sealed;
        }

        int attempts() {
            return attempts;
        }

        Instant expiresAt() {
            return expiresAt;
        }
    }

    void insertAtCommit(
            Transaction transaction, MailId id, String purpose, byte[] sealed, Instant now, Instant expiresAt) {
        transaction.atCommit(
                MAIL_INSERT,
                p -> p.id(id)
                        .text(purpose)
                        .bytes(sealed)
                        .instant(now)
                        .instant(now)
                        .instant(expiresAt));
    }

    /// In the order in which they were queued.
    List<Claimed> claim(Transaction transaction, UUID tenant, Instant now, Instant until, int most) {
        return transaction
                .list(
                        MAILS_CLAIM,
                        p -> p.instant(until)
                                .instant(now)
                                .instant(now)
                                .uuid(tenant)
                                .integer(most)
                                .uuid(tenant))
                .stream()
                .sorted(Comparator.comparing(claimed -> claimed.id().text()))
                .toList();
    }

    boolean delete(Transaction transaction, UUID tenant, MailId id) {
        return transaction.update(MAIL_DELETE, p -> p.id(id).uuid(tenant)) == 1;
    }

    void postpone(Transaction transaction, UUID tenant, Claimed claimed, Instant until, String why) {
        transaction.update(
                MAIL_POSTPONE,
                p -> p.instant(until)
                        .text(why)
                        .id(claimed.id())
                        .integer(claimed.attempts())
                        .uuid(tenant));
    }
}
