package dev.keystead.bot;

import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on service identities. Deleted ones are seen by those alone that count and remove them.
final class ServiceIdentityStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command IDENTITY_INSERT = Command.tenant("bot.identity.insert", """
            insert into identity.service_identities
                (id, handle, display_name, description, trust_class, status, created_by, version, created_at,
                 updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?)""");

    /// Whoever makes a machine waits here for others who do, so that together they make no more than there may be.
    /// Where there is none yet, nobody needs to.
    static final Query<ServiceIdentityId> IDENTITY_OLDEST_LOCK =
            Query.tenant("bot.identity.lock-oldest", """
            select id
            from identity.service_identities
            where tenant_id = ?
            order by id
            limit 1
            for no key update""", row -> new ServiceIdentityId(row.uuid("id")));

    /// Deleted ones too, as long as their rows are there: each took a handle with it that nobody gets again.
    static final Query<Long> IDENTITY_COUNT = Query.tenant("bot.identity.count", """
            select count(*) as number
            from identity.service_identities
            where tenant_id = ?""", row -> row.number("number"));

    static final Query<ServiceIdentity> IDENTITY_LIST =
            Query.tenant("bot.identity.list", """
            select id, handle, display_name, description, trust_class, status, attested_key::text as attested_key,
                key_thumbprint, attested_at, created_by, version, created_at, updated_at
            from identity.service_identities
            where id > ?
              and deleted_at is null
              and tenant_id = ?
            order by id
            limit ?""", ServiceIdentityStore::identity);

    static final Query<ServiceIdentity> IDENTITY_FIND =
            Query.tenant("bot.identity.find", """
            select id, handle, display_name, description, trust_class, status, attested_key::text as attested_key,
                key_thumbprint, attested_at, created_by, version, created_at, updated_at
            from identity.service_identities
            where id = ?
              and deleted_at is null
              and tenant_id = ?""", ServiceIdentityStore::identity);

    static final Query<ServiceIdentity> IDENTITY_LOCK =
            Query.tenant("bot.identity.lock", """
            select id, handle, display_name, description, trust_class, status, attested_key::text as attested_key,
                key_thumbprint, attested_at, created_by, version, created_at, updated_at
            from identity.service_identities
            where id = ?
              and deleted_at is null
              and tenant_id = ?
            for no key update""", ServiceIdentityStore::identity);

    static final Query<ServiceIdentity> IDENTITY_UPDATE =
            Query.tenant("bot.identity.update", """
            update identity.service_identities
            set display_name = ?, description = ?, trust_class = ?, status = ?, updated_at = ?, version = version + 1
            where id = ?
              and deleted_at is null
              and tenant_id = ?
            returning id, handle, display_name, description, trust_class, status, attested_key::text as attested_key,
                key_thumbprint, attested_at, created_by, version, created_at,
                updated_at""", ServiceIdentityStore::identity);

    /// The one before cannot be answered any more.
    static final Command IDENTITY_CHALLENGE = Command.tenant("bot.identity.challenge", """
            update identity.service_identities
            set challenge_hash = ?, challenge_expires_at = ?
            where id = ?
              and deleted_at is null
              and tenant_id = ?""");

    /// Uses the challenge up: of two answers, one counts.
    static final Query<ServiceIdentity> IDENTITY_ATTEST =
            Query.tenant("bot.identity.attest", """
            update identity.service_identities
            set attested_key = cast(? as jsonb), key_thumbprint = ?, attested_at = ?, challenge_hash = null,
                challenge_expires_at = null, updated_at = ?, version = version + 1
            where id = ?
              and challenge_hash = ?
              and challenge_expires_at > ?
              and deleted_at is null
              and tenant_id = ?
            returning id, handle, display_name, description, trust_class, status, attested_key::text as attested_key,
                key_thumbprint, attested_at, created_by, version, created_at,
                updated_at""", ServiceIdentityStore::identity);

    static final Command IDENTITY_DELETE = Command.tenant("bot.identity.delete", """
            update identity.service_identities
            set deleted_at = ?, challenge_hash = null, challenge_expires_at = null, updated_at = ?,
                version = version + 1
            where id = ?
              and deleted_at is null
              and tenant_id = ?""");

    /// Its accounts go before it.
    static final Command IDENTITY_PURGE = Command.crossTenant(
            "bot.identity.purge", "deleted service identities of all workspaces are removed together", """
            delete from identity.service_identities
            where (tenant_id, id) in (
                select i.tenant_id, i.id
                from identity.service_identities i
                where i.deleted_at < cast(? as timestamptz) - interval '30 days'
                  and not exists (
                    select from identity.service_accounts a
                    where a.tenant_id = i.tenant_id and a.service_identity_id = i.id
                    offset 0)
                  and not exists (
                    select from identity.bot_buckets b
                    where b.tenant_id = i.tenant_id and b.service_identity_id = i.id
                    offset 0)
                limit ?)""");

    private final Database database;

    ServiceIdentityStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, ServiceIdentity identity) {
        transaction.update(
                IDENTITY_INSERT,
                p -> p.id(identity.id())
                        .text(identity.handle())
                        .text(identity.displayName())
                        .text(identity.description().orElse(null))
                        .text(Words.of(identity.trustClass()))
                        .text(Words.of(identity.status()))
                        .text(identity.createdBy())
                        .instant(identity.createdAt())
                        .instant(identity.updatedAt()));
    }

    /// How many there are, which nobody else changes by making one before this transaction ends.
    long countHeld(Transaction transaction) {
        transaction.find(IDENTITY_OLDEST_LOCK, p -> {});
        return transaction.find(IDENTITY_COUNT, p -> {}).orElse(0L);
    }

    List<ServiceIdentity> list(Optional<UUID> after, int limit) {
        return database.list(
                IDENTITY_LIST, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<ServiceIdentity> find(ServiceIdentityId id) {
        return database.find(IDENTITY_FIND, p -> p.id(id));
    }

    Optional<ServiceIdentity> findForUpdate(Transaction transaction, ServiceIdentityId id) {
        return transaction.find(IDENTITY_LOCK, p -> p.id(id));
    }

    ServiceIdentity update(Transaction transaction, ServiceIdentity wanted, Instant at) {
        return transaction
                .find(
                        IDENTITY_UPDATE,
                        p -> p.text(wanted.displayName())
                                .text(wanted.description().orElse(null))
                                .text(Words.of(wanted.trustClass()))
                                .text(Words.of(wanted.status()))
                                .instant(at)
                                .id(wanted.id()))
                .orElseThrow();
    }

    void challenge(Transaction transaction, ServiceIdentityId id, byte[] hash, Instant expiresAt) {
        transaction.update(
                IDENTITY_CHALLENGE, p -> p.bytes(hash).instant(expiresAt).id(id));
    }

    /// Nothing when there is no such challenge, or no longer.
    Optional<ServiceIdentity> attest(
            Transaction transaction, ServiceIdentityId id, ServiceIdentity.Attestation proven, byte[] hash) {
        Instant now = proven.attestedAt();
        return transaction.find(
                IDENTITY_ATTEST,
                p -> p.text(Json.text(proven.key()))
                        .text(proven.thumbprint())
                        .instant(now)
                        .instant(now)
                        .id(id)
                        .bytes(hash)
                        .instant(now));
    }

    void delete(Transaction transaction, ServiceIdentityId id, Instant at) {
        transaction.update(IDENTITY_DELETE, p -> p.instant(at).instant(at).id(id));
    }

    private static ServiceIdentity identity(Row row) {
        return new ServiceIdentity(
                new ServiceIdentityId(row.uuid("id")),
                row.text("handle"),
                row.text("display_name"),
                row.findText("description"),
                Words.parse(TrustClass.class, row.text("trust_class")),
                Words.parse(Status.class, row.text("status")),
                row.findText("attested_key")
                        .map(key -> new ServiceIdentity.Attestation(
                                Json.tree(key), row.text("key_thumbprint"), row.instant("attested_at"))),
                row.text("created_by"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
