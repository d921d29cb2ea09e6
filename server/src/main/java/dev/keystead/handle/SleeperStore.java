package dev.keystead.handle;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// The statements on handles whose people may sleep.
final class SleeperStore {
    static final Query<Sleeper> SLEEPERS_DUE = Query.systemWide("handle.sleeper.due", """
            select handle, home_tenant_id, holder_id, active_at, noticed_at, locked_at, due_at
            from identity.handle_registry
            where handle_prefix = ?
              and due_at <= ?
              and (due_at, handle) > (?, ?)
            order by due_at, handle
            limit ?""", SleeperStore::sleeper);

    static final Query<String> SLEEPER_HOLD = Query.systemWide("handle.sleeper.hold", """
            select handle
            from identity.handle_registry
            where handle = ?
              and holder_id = ?
              and due_at = ?
            for update""", row -> row.text("handle"));

    static final Command SLEEPER_AWAKE = Command.systemWide("handle.sleeper.awake", """
            update identity.handle_registry
            set active_at = ?, noticed_at = null, locked_at = null, due_at = ?
            where handle = ?
              and holder_id = ?
              and due_at = ?""");

    static final Command SLEEPER_NOTICE = Command.systemWide("handle.sleeper.notice", """
            update identity.handle_registry
            set noticed_at = ?, due_at = ?
            where handle = ?
              and holder_id = ?
              and due_at = ?""");

    static final Command SLEEPER_LOCK = Command.systemWide("handle.sleeper.lock", """
            update identity.handle_registry
            set locked_at = ?, due_at = ?
            where handle = ?
              and holder_id = ?
              and due_at = ?""");

    private final Database database;

    SleeperStore(Database database) {
        this.database = database;
    }

    List<Sleeper> due(String prefix, Instant now, Sleeper after, int limit) {
        return database.list(
                SLEEPERS_DUE,
                p -> p.text(prefix)
                        .instant(now)
                        .instant(after.dueAt())
                        .text(after.handle())
                        .integer(limit));
    }

    boolean hold(Transaction transaction, Sleeper sleeper) {
        return transaction.find(SLEEPER_HOLD, p -> same(p, sleeper)).isPresent();
    }

    boolean noteAwake(Transaction transaction, Sleeper sleeper, Instant seenAt, Instant dueAt) {
        return transaction.update(SLEEPER_AWAKE, p -> same(p.instant(seenAt).instant(dueAt), sleeper)) == 1;
    }

    boolean noteNotice(Transaction transaction, Sleeper sleeper, Instant at, Instant dueAt) {
        return transaction.update(SLEEPER_NOTICE, p -> same(p.instant(at).instant(dueAt), sleeper)) == 1;
    }

    boolean noteLock(Transaction transaction, Sleeper sleeper, Instant at, Instant dueAt) {
        return transaction.update(SLEEPER_LOCK, p -> same(p.instant(at).instant(dueAt), sleeper)) == 1;
    }

    /// The row as it was read.
    private static void same(Parameters parameters, Sleeper sleeper) {
        parameters.text(sleeper.handle()).uuid(sleeper.owner().user()).instant(sleeper.dueAt());
    }

    private static Sleeper sleeper(Row row) {
        return new Sleeper(
                row.text("handle"),
                new Owner(row.uuid("home_tenant_id"), row.uuid("holder_id")),
                row.instant("active_at"),
                row.findInstant("noticed_at"),
                row.findInstant("locked_at"),
                row.instant("due_at"));
    }
}
