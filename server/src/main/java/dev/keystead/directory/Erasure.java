package dev.keystead.directory;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Erases deleted users once the retention window is over: every row of theirs, in every table.
///
/// The tables are found in the catalogue by their `user_id`, so that a table of a later feature is never forgotten.
/// Each
/// user is one transaction: a crash leaves a user whole or gone, and the next run goes on.
public final class Erasure {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int BATCH = 100;
    private static final String WHY = "erasure goes over the deleted users of all workspaces";

    static final Query<Deleted> USERS_DUE = Query.crossTenant(
            "directory.erasure.due",
            WHY,
            """
            select tenant_id, id, deleted_at
            from identity.users
            where deleted_at < ?
              and (deleted_at, id) > (?, ?)
            order by deleted_at, id
            limit ?""",
            row -> new Deleted(row.uuid("tenant_id"), new UserId(row.uuid("id")), row.instant("deleted_at")));

    static final Query<Table> TABLES = Query.systemWide(
            "directory.erasure.tables",
            """
            select n.nspname, c.relname, h.attname is not null as elsewhere
            from pg_catalog.pg_class c
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            join pg_catalog.pg_attribute u on u.attrelid = c.oid and u.attname = 'user_id' and not u.attisdropped
            join pg_catalog.pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
            left join pg_catalog.pg_attribute h
                on h.attrelid = c.oid and h.attname = 'home_tenant_id' and not h.attisdropped
            where c.relkind in ('r', 'p')
              and not c.relispartition
            order by n.nspname, c.relname""",
            row -> new Table(row.text("nspname"), row.text("relname"), row.flag("elsewhere")));

    static final Command USER_ERASE = Command.crossTenant("directory.erasure.user", WHY, """
            delete from identity.users
            where id = ?
              and deleted_at is not null
              and tenant_id = ?""");

    private static final Deleted FIRST = new Deleted(new UUID(0, 0), new UserId(new UUID(0, 0)), Instant.EPOCH);

    private final Database worker;
    private final AuditLog audit;
    private final Duration retention;
    private final Clock clock;

    public Erasure(Database worker, AuditLog audit, Duration retention, Clock clock) {
        this.worker = worker;
        this.audit = audit;
        this.retention = retention;
        this.clock = clock;
    }

    record Deleted(UUID tenant, UserId user, Instant at) {}

    /// @param elsewhere whether its rows may be in other workspaces than the user's own, which `home_tenant_id` names
    record Table(String schema, String name, boolean elsewhere) {
        /// Names come from the catalogue and are quoted; no outside text gets here.
        Command erase() {
            String id = "directory.erasure." + (schema + "-" + name).replace('_', '-');
            String home = elsewhere ? "home_tenant_id" : "tenant_id";
            return Command.crossTenant(
                    id, WHY, "delete from \"%s\".\"%s\" where user_id = ? and %s = ?".formatted(schema, name, home));
        }
    }

    public Job job() {
        return new Job("erasure", EVERY, this::run);
    }

    /// Erases everybody who is due, and answers how many this run erased. Somebody who cannot be erased is passed over,
    /// so that the others do not wait for whatever is wrong there, and reported at the end.
    public long run() {
        Instant before = clock.instant().minus(retention);
        List<Command> erasures =
                worker.list(TABLES, Binding.NONE).stream().map(Table::erase).toList();
        var parts = new Parts();
        long erased = 0;
        List<Deleted> due = due(before, FIRST);
        while (!due.isEmpty()) {
            for (Deleted user : due) {
                if (Thread.currentThread().isInterrupted()) {
                    return erased;
                }
                erased += parts.attempt(() -> erase(user, erasures) ? 1 : 0);
            }
            due = due.size() < BATCH ? List.of() : due(before, due.getLast());
        }
        parts.throwIfAnyFailed();
        return erased;
    }

    private List<Deleted> due(Instant before, Deleted after) {
        return worker.list(
                USERS_DUE,
                p -> p.instant(before).instant(after.at()).id(after.user()).integer(BATCH));
    }

    /// Whether this run erased the user; another node may have been faster.
    private boolean erase(Deleted deleted, List<Command> erasures) {
        return Scope.tenant(deleted.tenant())
                .call(() -> worker.write(transaction -> erase(transaction, deleted, erasures)));
    }

    private boolean erase(Transaction transaction, Deleted deleted, List<Command> erasures) {
        for (Command erasure : erasures) {
            transaction.update(erasure, p -> p.id(deleted.user()).uuid(deleted.tenant()));
        }
        int users = transaction.update(USER_ERASE, p -> p.id(deleted.user()).uuid(deleted.tenant()));
        if (users == 1) {
            audit.writeInternal(
                    transaction, "erasure", "user.erase", deleted.user(), Map.of("retention", retention.toString()));
        }
        return users == 1;
    }
}
