package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on stored exports: those of the tenant in scope, and those of the worker, which makes them for
/// all.
final class StoredExportStore {
    private static final String WHY = "one worker makes and removes the exports of all workspaces";
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    static final Command EXPORT_INSERT = Command.tenant("audit.export.insert", """
            insert into audit.exports (id, trail, since_at, until_at, state, spans, parts, rows_done, created_at,
                expires_at, tenant_id)
            values (?, ?, ?, ?, 'waiting', '[]', '[]', 0, ?, ?, ?)""");

    static final Query<Long> EXPORTS_OPEN = Query.tenant("audit.export.count-open", """
            select count(*) as open
            from audit.exports
            where state <> 'done'
              and tenant_id = ?""", row -> row.number("open"));

    static final Query<StoredExport> EXPORT_FIND = Query.tenant("audit.export.find", """
            select tenant_id, id, trail, since_at, until_at, state, spans::text as spans, parts::text as parts,
                rows_total, rows_done, last_error, created_at, done_at, expires_at
            from audit.exports
            where id = ?
              and tenant_id = ?""", StoredExportStore::export);

    static final Query<StoredExport> EXPORTS_LIST = Query.tenant("audit.export.list", """
            select tenant_id, id, trail, since_at, until_at, state, spans::text as spans, parts::text as parts,
                rows_total, rows_done, last_error, created_at, done_at, expires_at
            from audit.exports
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", StoredExportStore::export);

    static final Query<StoredExport> EXPORTS_DUE =
            Query.crossTenant("audit.export.due", WHY, """
            select tenant_id, id, trail, since_at, until_at, state, spans::text as spans, parts::text as parts,
                rows_total, rows_done, last_error, created_at, done_at, expires_at
            from audit.exports
            where state <> 'done'
              and expires_at > ?
            order by tenant_id, expires_at
            limit ?""", StoredExportStore::export);

    static final Query<StoredExport> EXPORTS_OVER =
            Query.crossTenant("audit.export.over", WHY, """
            select tenant_id, id, trail, since_at, until_at, state, spans::text as spans, parts::text as parts,
                rows_total, rows_done, last_error, created_at, done_at, expires_at
            from audit.exports
            where expires_at <= ?
            order by tenant_id, expires_at
            limit ?""", StoredExportStore::export);

    /// Only whoever knows every part that is there adds one: a worker that was thought dead changes nothing.
    static final Command EXPORT_GROW = Command.crossTenant("audit.export.grow", WHY, """
            update audit.exports
            set state = ?, spans = ?::jsonb, parts = ?::jsonb, rows_total = ?, rows_done = ?, done_at = ?,
                last_error = null
            where id = ?
              and tenant_id = ?
              and jsonb_array_length(parts) = ?""");

    static final Command EXPORT_RESTART = Command.crossTenant("audit.export.restart", WHY, """
            update audit.exports
            set state = 'waiting', spans = '[]', parts = '[]', rows_total = null, rows_done = 0
            where id = ?
              and tenant_id = ?
              and state = 'running'""");

    static final Command EXPORT_FAILED = Command.crossTenant("audit.export.failed", WHY, """
            update audit.exports
            set last_error = ?
            where id = ?
              and tenant_id = ?""");

    static final Command EXPORT_DELETE = Command.crossTenant("audit.export.delete", WHY, """
            delete from audit.exports
            where id = ?
              and tenant_id = ?""");

    private final Database database;

    StoredExportStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, AuditExportId id, ExportFilter filter, Instant now, Instant expiresAt) {
        transaction.update(
                EXPORT_INSERT,
                p -> p.id(id)
                        .text(filter.trail().map(Trail::word).orElse(null))
                        .instant(filter.since().orElse(null))
                        .instant(filter.until().orElse(null))
                        .instant(now)
                        .instant(expiresAt));
    }

    long open(Transaction transaction) {
        return transaction.find(EXPORTS_OPEN, p -> {}).orElse(0L);
    }

    Optional<StoredExport> find(AuditExportId id) {
        return database.find(EXPORT_FIND, p -> p.id(id));
    }

    Optional<StoredExport> find(Transaction transaction, AuditExportId id) {
        return transaction.find(EXPORT_FIND, p -> p.id(id));
    }

    /// The exports of the tenant in scope, newest first.
    List<StoredExport> list(Optional<UUID> before, int most) {
        return database.list(
                EXPORTS_LIST, p -> p.uuid(before.orElse(AFTER_ALL)).scope().integer(most));
    }

    List<StoredExport> due(Instant now, int most) {
        return database.list(EXPORTS_DUE, p -> p.instant(now).integer(most));
    }

    List<StoredExport> over(Instant now, int most) {
        return database.list(EXPORTS_OVER, p -> p.instant(now).integer(most));
    }

    /// Adds a part, and answers whether nobody else did meanwhile.
    ///
    /// @param grown what the export is then, but for the part and the state
    boolean grow(Transaction transaction, StoredExport grown, Stored part, Optional<Instant> doneAt) {
        var parts = new ArrayList<>(grown.parts());
        parts.add(part);
        return transaction.update(
                        EXPORT_GROW,
                        p -> p.text(doneAt.isPresent() ? "done" : "running")
                                .text(StoredExport.wantedText(grown.wanted()))
                                .text(StoredExport.partsText(parts))
                                .number(grown.rows().orElse(0L))
                                .number(grown.rowsDone())
                                .instant(doneAt.orElse(null))
                                .id(grown.id())
                                .uuid(grown.tenant())
                                .integer(grown.parts().size()))
                == 1;
    }

    void restart(Transaction transaction, StoredExport export) {
        transaction.update(EXPORT_RESTART, p -> p.id(export.id()).uuid(export.tenant()));
    }

    void failed(Transaction transaction, StoredExport export, String why) {
        transaction.update(EXPORT_FAILED, p -> p.text(why).id(export.id()).uuid(export.tenant()));
    }

    boolean delete(Transaction transaction, StoredExport export) {
        return transaction.update(EXPORT_DELETE, p -> p.id(export.id()).uuid(export.tenant())) == 1;
    }

    private static StoredExport export(Row row) {
        return new StoredExport(
                row.uuid("tenant_id"),
                new AuditExportId(row.uuid("id")),
                new ExportFilter(
                        row.findText("trail").map(Trail::ofWord),
                        row.findInstant("since_at"),
                        row.findInstant("until_at")),
                Words.parse(StoredExport.State.class, row.text("state")),
                StoredExport.wanted(row.text("spans")),
                StoredExport.parts(row.text("parts")),
                row.findNumber("rows_total"),
                row.number("rows_done"),
                row.findText("last_error"),
                row.instant("created_at"),
                row.findInstant("done_at"),
                row.instant("expires_at"));
    }
}
