package dev.keystead.platform.cache;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on what nodes must forget.
final class ChangeStore {
    static final Command CHANGE_INSERT = Command.systemWide("cache.change.insert", """
            insert into events.cache_changes (id, cache_key, expires_at)
            values (?, ?, ?)""");

    /// Every change that an earlier snapshot may not have seen, and how far this one sees: transactions before the
    /// horizon are over. There is always a row, so that the horizon is known without any change too.
    static final Query<Heard> CHANGES_SINCE = Query.systemWide(
            "cache.change.list",
            """
            select h.horizon, c.id, c.cache_key
            from (select pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text as horizon) h
            left join events.cache_changes c on c.made_in >= cast(? as xid8)""",
            row -> new Heard(row.text("horizon"), row.findUuid("id"), row.findText("cache_key")));

    static final Command CHANGE_SWEEP = Command.crossTenant("cache.change.sweep", "expired changes are swept", """
            delete from events.cache_changes
            where id in (
                select id
                from events.cache_changes
                where expires_at < ?
                order by expires_at
                limit ?)""");

    private final Database database;

    ChangeStore(Database database) {
        this.database = database;
    }

    /// @param horizon the oldest transaction that was still open
    record Heard(String horizon, Optional<UUID> id, Optional<String> key) {}

    void insertAtCommit(Transaction transaction, String key, Instant expiresAt) {
        transaction.atCommit(CHANGE_INSERT, p -> p.uuid(UuidV7.next()).text(key).instant(expiresAt));
    }

    List<Heard> since(String horizon) {
        return database.list(CHANGES_SINCE, p -> p.text(horizon));
    }
}
