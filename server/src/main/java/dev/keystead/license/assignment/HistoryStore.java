package dev.keystead.license.assignment;

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

/// The statements on what became of licences.
final class HistoryStore {
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    static final Command CHANGE_INSERT = Command.tenant("license.change.insert", """
            insert into licensing.license_assignment_history
                (id, assignment_id, changed_by, change_type, before_state, after_state, changed_at, tenant_id)
            values (?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?)""");

    static final Query<LicenseChange> CHANGE_LIST = Query.tenant("license.change.list", """
            select id, assignment_id, changed_by, change_type, before_state::text as before_state,
                after_state::text as after_state, changed_at
            from licensing.license_assignment_history
            where assignment_id = ?
              and id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", HistoryStore::change);

    static final Query<LicenseChange> CHANGE_LIST_OLDER =
            Query.tenant("license.change.list-older", """
            select id, assignment_id, changed_by, change_type, before_state::text as before_state,
                after_state::text as after_state, changed_at
            from licensing.license_assignment_history
            where changed_at < ?
              and (changed_at, id) > (?, ?)
              and tenant_id = ?
            order by changed_at, id
            limit ?""", HistoryStore::change);

    static final Query<UUID> NEXT_TENANT = Query.crossTenant(
            "license.change.next-tenant",
            "the archive goes through all workspaces that have old changes",
            """
            select tenant_id
            from licensing.license_assignment_history
            where tenant_id > ?
              and changed_at < ?
            order by tenant_id
            limit 1""",
            row -> row.uuid("tenant_id"));

    private final Database database;

    HistoryStore(Database database) {
        this.database = database;
    }

    void insertAtCommit(Transaction transaction, LicenseChange change) {
        transaction.atCommit(
                CHANGE_INSERT,
                p -> p.id(change.id())
                        .id(change.license())
                        .text(change.changedBy())
                        .text(Words.of(change.kind()))
                        .text(change.before().orElse(null))
                        .text(change.after())
                        .instant(change.changedAt()));
    }

    List<LicenseChange> list(LicenseId license, Optional<UUID> before, int limit) {
        return database.list(
                CHANGE_LIST,
                p -> p.id(license).uuid(before.orElse(AFTER_ALL)).scope().integer(limit));
    }

    List<LicenseChange> older(Instant than, Instant afterTime, UUID afterId, int limit) {
        return database.list(
                CHANGE_LIST_OLDER,
                p -> p.instant(than).instant(afterTime).uuid(afterId).scope().integer(limit));
    }

    static Optional<UUID> nextTenant(Database worker, UUID after, Instant than) {
        return worker.find(NEXT_TENANT, p -> p.uuid(after).instant(than));
    }

    private static LicenseChange change(Row row) {
        return new LicenseChange(
                new ChangeId(row.uuid("id")),
                new LicenseId(row.uuid("assignment_id")),
                row.text("changed_by"),
                Words.parse(LicenseChange.Kind.class, row.text("change_type")),
                row.findText("before_state"),
                row.text("after_state"),
                row.instant("changed_at"));
    }
}
