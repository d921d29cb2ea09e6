package dev.keystead.bot;

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

/// The statements on service accounts. Deleted ones are seen by none of them but the last.
final class ServiceAccountStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command ACCOUNT_INSERT = Command.tenant("bot.account.insert", """
            insert into identity.service_accounts
                (id, service_identity_id, name, status, created_by, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, 1, ?, ?, ?)""");

    static final Query<ServiceAccount> ACCOUNT_LIST =
            Query.tenant("bot.account.list", """
            select id, service_identity_id, name, status, created_by, version, created_at, updated_at
            from identity.service_accounts
            where id > ?
              and (cast(? as uuid) is null or service_identity_id = ?)
              and deleted_at is null
              and tenant_id = ?
            order by id
            limit ?""", ServiceAccountStore::account);

    static final Query<ServiceAccount> ACCOUNT_FIND =
            Query.tenant("bot.account.find", """
            select id, service_identity_id, name, status, created_by, version, created_at, updated_at
            from identity.service_accounts
            where id = ?
              and deleted_at is null
              and tenant_id = ?""", ServiceAccountStore::account);

    /// All of an identity, which is locked before.
    static final Query<ServiceAccount> ACCOUNTS_OF =
            Query.tenant("bot.account.list-of", """
            select id, service_identity_id, name, status, created_by, version, created_at, updated_at
            from identity.service_accounts
            where service_identity_id = ?
              and deleted_at is null
              and tenant_id = ?
            order by id""", ServiceAccountStore::account);

    static final Query<ServiceAccount> ACCOUNT_UPDATE =
            Query.tenant("bot.account.update", """
            update identity.service_accounts
            set name = ?, status = ?, updated_at = ?, version = version + 1
            where id = ?
              and deleted_at is null
              and tenant_id = ?
            returning id, service_identity_id, name, status, created_by, version, created_at,
                updated_at""", ServiceAccountStore::account);

    static final Command ACCOUNT_DELETE = Command.tenant("bot.account.delete", """
            update identity.service_accounts
            set deleted_at = ?, updated_at = ?, version = version + 1
            where id = ?
              and deleted_at is null
              and tenant_id = ?""");

    static final Command ACCOUNT_PURGE = Command.crossTenant(
            "bot.account.purge", "deleted service accounts of all workspaces are removed together", """
            delete from identity.service_accounts
            where (tenant_id, id) in (
                select tenant_id, id
                from identity.service_accounts
                where deleted_at < cast(? as timestamptz) - interval '30 days'
                limit ?)""");

    private final Database database;

    ServiceAccountStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, ServiceAccount account) {
        transaction.update(
                ACCOUNT_INSERT,
                p -> p.id(account.id())
                        .id(account.identity())
                        .text(account.name())
                        .text(Words.of(account.status()))
                        .text(account.createdBy())
                        .instant(account.createdAt())
                        .instant(account.updatedAt()));
    }

    List<ServiceAccount> list(Optional<ServiceIdentityId> of, Optional<UUID> after, int limit) {
        UUID identity = of.map(ServiceIdentityId::value).orElse(null);
        return database.list(
                ACCOUNT_LIST,
                p -> p.uuid(after.orElse(BEFORE_ALL))
                        .uuid(identity)
                        .uuid(identity)
                        .scope()
                        .integer(limit));
    }

    Optional<ServiceAccount> find(ServiceAccountId id) {
        return database.find(ACCOUNT_FIND, p -> p.id(id));
    }

    Optional<ServiceAccount> find(Transaction transaction, ServiceAccountId id) {
        return transaction.find(ACCOUNT_FIND, p -> p.id(id));
    }

    List<ServiceAccount> of(Transaction transaction, ServiceIdentityId identity) {
        return transaction.list(ACCOUNTS_OF, p -> p.id(identity));
    }

    ServiceAccount update(Transaction transaction, ServiceAccount wanted, Instant at) {
        return transaction
                .find(
                        ACCOUNT_UPDATE,
                        p -> p.text(wanted.name())
                                .text(Words.of(wanted.status()))
                                .instant(at)
                                .id(wanted.id()))
                .orElseThrow();
    }

    void delete(Transaction transaction, ServiceAccountId id, Instant at) {
        transaction.update(ACCOUNT_DELETE, p -> p.instant(at).instant(at).id(id));
    }

    private static ServiceAccount account(Row row) {
        return new ServiceAccount(
                new ServiceAccountId(row.uuid("id")),
                new ServiceIdentityId(row.uuid("service_identity_id")),
                row.text("name"),
                Words.parse(Status.class, row.text("status")),
                row.text("created_by"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
