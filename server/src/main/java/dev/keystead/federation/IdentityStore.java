package dev.keystead.federation;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on links to identities at other providers.
final class IdentityStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// Of two who link the same identity at once, one does.
    static final Query<ExternalIdentity> IDENTITY_INSERT =
            Query.tenant("federation.identity.insert", """
            insert into identity.external_identities
                (id, user_id, connection_id, issuer, subject, email, home, linked_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (tenant_id, issuer, subject) do nothing
            returning id, user_id, connection_id, issuer, subject, email, home, linked_at,
                last_used_at""", IdentityStore::identity);

    static final Query<ExternalIdentity> IDENTITY_BY_SUBJECT =
            Query.tenant("federation.identity.by-subject", """
            select id, user_id, connection_id, issuer, subject, email, home, linked_at, last_used_at
            from identity.external_identities
            where issuer = ?
              and subject = ?
              and tenant_id = ?""", IdentityStore::identity);

    static final Query<ExternalIdentity> IDENTITIES_OF_USER =
            Query.tenant("federation.identity.list-of-user", """
            select id, user_id, connection_id, issuer, subject, email, home, linked_at, last_used_at
            from identity.external_identities
            where user_id = ?
              and id > ?
              and tenant_id = ?
            order by id
            limit ?""", IdentityStore::identity);

    static final Query<ExternalIdentity> IDENTITIES_LOCK =
            Query.tenant("federation.identity.lock-of-user", """
            select id, user_id, connection_id, issuer, subject, email, home, linked_at, last_used_at
            from identity.external_identities
            where user_id = ?
              and tenant_id = ?
            order by id
            limit ?
            for update""", IdentityStore::identity);

    static final Command IDENTITY_USE = Command.tenant("federation.identity.use", """
            update identity.external_identities
            set connection_id = ?, email = ?, last_used_at = ?
            where id = ?
              and tenant_id = ?""");

    static final Query<ExternalIdentity> IDENTITY_DELETE =
            Query.tenant("federation.identity.delete", """
            delete from identity.external_identities
            where id = ?
              and user_id = ?
              and tenant_id = ?
            returning id, user_id, connection_id, issuer, subject, email, home, linked_at,
                last_used_at""", IdentityStore::identity);

    static final Command IDENTITIES_DELETE_OF_CONNECTION =
            Command.tenant("federation.identity.delete-of-connection", """
            delete from identity.external_identities
            where connection_id = ?
              and tenant_id = ?""");

    private final Database database;

    IdentityStore(Database database) {
        this.database = database;
    }

    Optional<ExternalIdentity> insert(Transaction transaction, ExternalIdentity identity) {
        return transaction.find(
                IDENTITY_INSERT,
                p -> p.id(identity.id())
                        .id(identity.user())
                        .id(identity.connection())
                        .text(identity.issuer())
                        .text(identity.subject())
                        .text(identity.email().orElse(null))
                        .flag(identity.home())
                        .instant(identity.linkedAt()));
    }

    Optional<ExternalIdentity> find(String issuer, String subject) {
        return database.find(IDENTITY_BY_SUBJECT, p -> p.text(issuer).text(subject));
    }

    Optional<ExternalIdentity> find(Transaction transaction, String issuer, String subject) {
        return transaction.find(IDENTITY_BY_SUBJECT, p -> p.text(issuer).text(subject));
    }

    List<ExternalIdentity> list(UserId user, Optional<UUID> after, int limit) {
        return database.list(
                IDENTITIES_OF_USER,
                p -> p.id(user).uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    List<ExternalIdentity> list(Transaction transaction, UserId user, int limit) {
        return transaction.list(
                IDENTITIES_OF_USER, p -> p.id(user).uuid(BEFORE_ALL).scope().integer(limit));
    }

    /// The same, which nobody else takes away before this transaction ends.
    List<ExternalIdentity> lock(Transaction transaction, UserId user, int limit) {
        return transaction.list(IDENTITIES_LOCK, p -> p.id(user).scope().integer(limit));
    }

    void use(
            Transaction transaction,
            ExternalIdentityId id,
            ConnectionId connection,
            Optional<String> email,
            Instant now) {
        transaction.update(
                IDENTITY_USE,
                p -> p.id(connection).text(email.orElse(null)).instant(now).id(id));
    }

    Optional<ExternalIdentity> delete(Transaction transaction, ExternalIdentityId id, UserId user) {
        return transaction.find(IDENTITY_DELETE, p -> p.id(id).id(user));
    }

    int deleteOf(Transaction transaction, ConnectionId connection) {
        return transaction.update(IDENTITIES_DELETE_OF_CONNECTION, p -> p.id(connection));
    }

    private static ExternalIdentity identity(Row row) {
        return new ExternalIdentity(
                new ExternalIdentityId(row.uuid("id")),
                new UserId(row.uuid("user_id")),
                new ConnectionId(row.uuid("connection_id")),
                row.text("issuer"),
                row.text("subject"),
                row.findText("email"),
                row.flag("home"),
                row.instant("linked_at"),
                row.findInstant("last_used_at"));
    }
}
