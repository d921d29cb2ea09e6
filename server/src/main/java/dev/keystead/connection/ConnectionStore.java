package dev.keystead.connection;

import dev.keystead.platform.db.Words;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.StoredJson;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The statements on connections. One alone reads the secret.
final class ConnectionStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String TAKEN = "the workspace has a connection to this provider already";

    static final Command CONNECTION_INSERT =
            Command.tenant("connection.connection.insert", """
            insert into admin.connections
                (id, kind, name, button_text, enabled, position, issuer, settings, secret, created_by, version,
                created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, cast(? as jsonb), ?, ?, 1, ?, ?, ?)""").onConflict(TAKEN);

    /// Whoever makes a connection waits here for others who do, so that together they make no more than there may be.
    /// Where there is none yet, nobody needs to.
    static final Query<ConnectionId> CONNECTION_OLDEST_LOCK =
            Query.tenant("connection.connection.lock-oldest", """
            select id
            from admin.connections
            where tenant_id = ?
            order by id
            limit 1
            for no key update""", row -> new ConnectionId(row.uuid("id")));

    static final Query<Long> CONNECTION_COUNT =
            Query.tenant("connection.connection.count", """
            select count(*) as number
            from admin.connections
            where tenant_id = ?""", row -> row.number("number"));

    static final Query<Connection> CONNECTION_LIST =
            Query.tenant("connection.connection.list", """
            select id, kind, name, button_text, enabled, position, issuer, settings::text as settings,
                secret is not null as has_secret, created_by, version, created_at, updated_at
            from admin.connections
            where tenant_id = ?
            order by position, id
            limit ?""", ConnectionStore::connection);

    static final Query<Connection> CONNECTION_PAGE =
            Query.tenant("connection.connection.page", """
            select id, kind, name, button_text, enabled, position, issuer, settings::text as settings,
                secret is not null as has_secret, created_by, version, created_at, updated_at
            from admin.connections
            where id > ?
              and tenant_id = ?
            order by id
            limit ?""", ConnectionStore::connection);

    static final Query<Connection> CONNECTION_FIND =
            Query.tenant("connection.connection.find", """
            select id, kind, name, button_text, enabled, position, issuer, settings::text as settings,
                secret is not null as has_secret, created_by, version, created_at, updated_at
            from admin.connections
            where id = ?
              and tenant_id = ?""", ConnectionStore::connection);

    static final Query<Optional<byte[]>> CONNECTION_SECRET =
            Query.tenant("connection.connection.secret", """
            select secret
            from admin.connections
            where id = ?
              and issuer = ?
              and tenant_id = ?""", row -> row.findBytes("secret"));

    static final Query<Connection> CONNECTION_LOCK =
            Query.tenant("connection.connection.lock", """
            select id, kind, name, button_text, enabled, position, issuer, settings::text as settings,
                secret is not null as has_secret, created_by, version, created_at, updated_at
            from admin.connections
            where id = ?
              and tenant_id = ?
            for update""", ConnectionStore::connection);

    /// A secret is for one provider: it does not stay when the connection leads to another.
    static final Query<Connection> CONNECTION_UPDATE = Query.tenant(
                    "connection.connection.update", """
            update admin.connections
            set name = ?, button_text = ?, enabled = ?, position = ?, issuer = ?, settings = cast(? as jsonb),
                secret = coalesce(?, case when issuer = ? then secret end), version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, kind, name, button_text, enabled, position, issuer, settings::text as settings,
                secret is not null as has_secret, created_by, version, created_at,
                updated_at""", ConnectionStore::connection)
            .onConflict(TAKEN);

    static final Command CONNECTION_DELETE = Command.tenant("connection.connection.delete", """
            delete from admin.connections
            where id = ?
              and tenant_id = ?""");

    private final Database database;

    ConnectionStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Connection connection, byte @Nullable [] sealed) {
        transaction.update(
                CONNECTION_INSERT,
                p -> p.id(connection.id())
                        .text(Words.of(connection.kind()))
                        .text(connection.name())
                        .text(connection.buttonText().orElse(null))
                        .flag(connection.enabled())
                        .integer(connection.position())
                        .text(connection.issuer())
                        .text(Json.text(connection.settings()))
                        .bytes(sealed)
                        .text(connection.createdBy())
                        .instant(connection.createdAt())
                        .instant(connection.updatedAt()));
    }

    /// How many there are, which nobody else changes by making one before this transaction ends.
    long countHeld(Transaction transaction) {
        transaction.find(CONNECTION_OLDEST_LOCK, p -> {});
        return transaction.find(CONNECTION_COUNT, p -> {}).orElse(0L);
    }

    List<Connection> list(int limit) {
        return database.list(CONNECTION_LIST, p -> p.scope().integer(limit));
    }

    List<Connection> list(Optional<UUID> after, int limit) {
        return database.list(
                CONNECTION_PAGE, p -> p.uuid(after.orElse(BEFORE_ALL)).scope().integer(limit));
    }

    Optional<Connection> find(ConnectionId id) {
        return database.find(CONNECTION_FIND, p -> p.id(id));
    }

    Optional<byte[]> findSecret(ConnectionId id, String issuer) {
        return database.find(CONNECTION_SECRET, p -> p.id(id).text(issuer)).flatMap(found -> found);
    }

    Optional<Connection> findForUpdate(Transaction transaction, ConnectionId id) {
        return transaction.find(CONNECTION_LOCK, p -> p.id(id));
    }

    /// @param sealed the new secret; null when the old one stays, which it does while the issuer does
    Connection update(Transaction transaction, Connection connection, byte @Nullable [] sealed, Instant now) {
        return transaction
                .find(
                        CONNECTION_UPDATE,
                        p -> p.text(connection.name())
                                .text(connection.buttonText().orElse(null))
                                .flag(connection.enabled())
                                .integer(connection.position())
                                .text(connection.issuer())
                                .text(Json.text(connection.settings()))
                                .bytes(sealed)
                                .text(connection.issuer())
                                .instant(now)
                                .id(connection.id()))
                .orElseThrow();
    }

    boolean delete(Transaction transaction, ConnectionId id) {
        return transaction.update(CONNECTION_DELETE, p -> p.id(id)) == 1;
    }

    private static Connection connection(Row row) {
        return new Connection(
                new ConnectionId(row.uuid("id")),
                Words.parse(Connection.Kind.class, row.text("kind")),
                row.text("name"),
                row.findText("button_text"),
                row.flag("enabled"),
                row.integer("position"),
                row.text("issuer"),
                StoredJson.read(ConnectionSettings.class, ConnectionSettings.USUAL, row.text("settings")),
                row.flag("has_secret"),
                row.text("created_by"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
