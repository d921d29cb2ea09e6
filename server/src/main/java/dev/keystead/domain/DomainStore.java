package dev.keystead.domain;

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

/// The statements on claims of the workspace in scope.
final class DomainStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// Whoever claims a domain waits here for others who do, so that together they claim no more than there may be.
    /// Where there is none yet, nobody needs to.
    static final Query<DomainId> DOMAIN_OLDEST_LOCK =
            Query.tenant("domain.claim.lock-oldest", """
            select id
            from identity.workspace_domains
            where tenant_id = ?
            order by id
            limit 1
            for no key update""", row -> new DomainId(row.uuid("id")));

    static final Query<Long> DOMAIN_COUNT = Query.tenant("domain.claim.count", """
            select count(*) as claims
            from identity.workspace_domains
            where tenant_id = ?""", row -> row.number("claims"));

    static final Command DOMAIN_INSERT = Command.tenant("domain.claim.insert", """
            insert into identity.workspace_domains (id, domain, verification_method, verification_token,
                token_expires_at, serves, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, false, 1, ?, ?, ?)""")
            .onConflict("this domain was claimed a moment ago; look at the claim");

    static final Query<DomainClaim> DOMAIN_LIST = Query.tenant("domain.claim.list", """
            select id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at
            from identity.workspace_domains
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", DomainStore::claim);

    static final Query<DomainClaim> DOMAIN_FIND = Query.tenant("domain.claim.find", """
            select id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at
            from identity.workspace_domains
            where domain = ?
              and tenant_id = ?""", DomainStore::claim);

    static final Query<DomainClaim> DOMAIN_LOCK = Query.tenant("domain.claim.lock", """
            select id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at
            from identity.workspace_domains
            where domain = ?
              and tenant_id = ?
            for no key update""", DomainStore::claim);

    static final Query<DomainClaim> DOMAIN_FIND_BY_LINK =
            Query.tenant("domain.claim.find-by-link", """
            select id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at
            from identity.workspace_domains
            where mail_token_hash = ?
              and mail_expires_at > ?
              and tenant_id = ?""", DomainStore::claim);

    static final Query<DomainClaim> DOMAIN_LOCK_BY_LINK =
            Query.tenant("domain.claim.lock-by-link", """
            select id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at
            from identity.workspace_domains
            where mail_token_hash = ?
              and mail_expires_at > ?
              and tenant_id = ?
            for no key update""", DomainStore::claim);

    /// The oldest proof, which is what v1 shows as the domain of the workspace.
    static final Query<String> DOMAIN_FIRST_VERIFIED =
            Query.tenant("domain.claim.first-verified", """
            select domain
            from identity.workspace_domains
            where verified_at is not null
              and tenant_id = ?
            order by verified_at, domain
            limit 1""", row -> row.text("domain"));

    static final Query<DomainClaim> DOMAIN_RENEW = Query.tenant("domain.claim.renew", """
            update identity.workspace_domains
            set verification_method = ?, verification_token = ?, token_expires_at = ?, mail_token_hash = null,
                mail_expires_at = null, version = version + 1, updated_at = ?
            where domain = ?
              and verified_at is null
              and tenant_id = ?
            returning id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at""", DomainStore::claim);

    static final Command DOMAIN_MAIL = Command.tenant("domain.claim.mail", """
            update identity.workspace_domains
            set mail_token_hash = ?, mail_expires_at = ?, version = version + 1, updated_at = ?
            where domain = ?
              and verification_method = 'email'
              and tenant_id = ?""");

    /// It stays what it was since it was first proven.
    static final Query<DomainClaim> DOMAIN_VERIFY_AGAIN =
            Query.tenant("domain.claim.verify-again", """
            update identity.workspace_domains
            set checked_at = ?, failing_since_at = null, mail_token_hash = null, mail_expires_at = null,
                version = version + 1, updated_at = ?
            where domain = ?
              and verified_at is not null
              and tenant_id = ?
            returning id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at""", DomainStore::claim);

    static final Query<DomainClaim> DOMAIN_VERIFY = Query.tenant("domain.claim.verify", """
            update identity.workspace_domains
            set verified_at = ?, checked_at = ?, next_check_at = ?, mail_token_hash = null, mail_expires_at = null,
                version = version + 1, updated_at = ?
            where domain = ?
              and verified_at is null
              and tenant_id = ?
            returning id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at""", DomainStore::claim);

    /// It can be proven again by what was asked for before.
    static final Query<DomainClaim> DOMAIN_RELEASE = Query.tenant("domain.claim.release", """
            update identity.workspace_domains
            set verified_at = null, serves = false, next_check_at = null, failing_since_at = null, token_expires_at = ?,
                version = version + 1, updated_at = ?
            where domain = ?
              and verified_at is not null
              and tenant_id = ?
            returning id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at""", DomainStore::claim);

    static final Query<DomainClaim> DOMAIN_SERVE = Query.tenant("domain.claim.serve", """
            update identity.workspace_domains
            set serves = ?, version = version + 1, updated_at = ?
            where domain = ?
              and verified_at is not null
              and tenant_id = ?
            returning id, domain, verification_method, verification_token, token_expires_at, verified_at, serves,
                checked_at, failing_since_at, version, created_at, updated_at""", DomainStore::claim);

    static final Command DOMAIN_DELETE = Command.tenant("domain.claim.delete", """
            delete from identity.workspace_domains
            where domain = ?
              and tenant_id = ?""");

    private final Database database;

    DomainStore(Database database) {
        this.database = database;
    }

    /// How many there are, which nobody else changes by claiming one before this transaction ends.
    long countHeld(Transaction transaction) {
        transaction.find(DOMAIN_OLDEST_LOCK, p -> {});
        return transaction.find(DOMAIN_COUNT, p -> {}).orElse(0L);
    }

    void insert(Transaction transaction, DomainClaim claim) {
        transaction.update(
                DOMAIN_INSERT,
                p -> p.id(claim.id())
                        .text(claim.domain().text())
                        .text(Words.of(claim.method()))
                        .text(claim.token())
                        .instant(claim.tokenExpiresAt())
                        .instant(claim.createdAt())
                        .instant(claim.updatedAt()));
    }

    List<DomainClaim> list(Optional<UUID> after, int limit) {
        return database.list(
                DOMAIN_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<DomainClaim> find(DomainName domain) {
        return database.find(DOMAIN_FIND, p -> p.text(domain.text()));
    }

    Optional<DomainClaim> find(Transaction transaction, DomainName domain) {
        return transaction.find(DOMAIN_FIND, p -> p.text(domain.text()));
    }

    Optional<DomainClaim> findForUpdate(Transaction transaction, DomainName domain) {
        return transaction.find(DOMAIN_LOCK, p -> p.text(domain.text()));
    }

    Optional<DomainClaim> findByLink(byte[] hash, Instant at) {
        return database.find(DOMAIN_FIND_BY_LINK, p -> p.bytes(hash).instant(at));
    }

    Optional<DomainClaim> findByLinkForUpdate(Transaction transaction, byte[] hash, Instant at) {
        return transaction.find(DOMAIN_LOCK_BY_LINK, p -> p.bytes(hash).instant(at));
    }

    Optional<String> firstVerified() {
        return database.find(DOMAIN_FIRST_VERIFIED, p -> {});
    }

    Optional<String> firstVerified(Transaction transaction) {
        return transaction.find(DOMAIN_FIRST_VERIFIED, p -> {});
    }

    DomainClaim renew(
            Transaction transaction,
            DomainName domain,
            ProofMethod method,
            String token,
            Instant expiresAt,
            Instant now) {
        return transaction
                .find(
                        DOMAIN_RENEW,
                        p -> p.text(Words.of(method))
                                .text(token)
                                .instant(expiresAt)
                                .instant(now)
                                .text(domain.text()))
                .orElseThrow();
    }

    void mail(Transaction transaction, DomainName domain, byte[] hash, Instant expiresAt, Instant now) {
        transaction.update(
                DOMAIN_MAIL, p -> p.bytes(hash).instant(expiresAt).instant(now).text(domain.text()));
    }

    DomainClaim verify(Transaction transaction, DomainName domain, Instant nextCheck, Instant now) {
        return transaction
                .find(
                        DOMAIN_VERIFY,
                        p -> p.instant(now)
                                .instant(now)
                                .instant(nextCheck)
                                .instant(now)
                                .text(domain.text()))
                .orElseThrow();
    }

    DomainClaim verifyAgain(Transaction transaction, DomainName domain, Instant now) {
        return transaction
                .find(DOMAIN_VERIFY_AGAIN, p -> p.instant(now).instant(now).text(domain.text()))
                .orElseThrow();
    }

    DomainClaim release(Transaction transaction, DomainName domain, Instant tokenExpiresAt, Instant now) {
        return transaction
                .find(
                        DOMAIN_RELEASE,
                        p -> p.instant(tokenExpiresAt).instant(now).text(domain.text()))
                .orElseThrow();
    }

    DomainClaim serve(Transaction transaction, DomainName domain, boolean serves, Instant now) {
        return transaction
                .find(DOMAIN_SERVE, p -> p.flag(serves).instant(now).text(domain.text()))
                .orElseThrow();
    }

    void delete(Transaction transaction, DomainName domain) {
        transaction.update(DOMAIN_DELETE, p -> p.text(domain.text()));
    }

    static DomainClaim claim(Row row) {
        return new DomainClaim(
                new DomainId(row.uuid("id")),
                new DomainName(row.text("domain")),
                Words.parse(ProofMethod.class, row.text("verification_method")),
                row.text("verification_token"),
                row.instant("token_expires_at"),
                row.findInstant("verified_at"),
                row.flag("serves"),
                row.findInstant("checked_at"),
                row.findInstant("failing_since_at"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
