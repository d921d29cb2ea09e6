package dev.keystead.audit.chain;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.log.Printable;
import dev.keystead.platform.log.Redaction;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes the exports that were asked for, and removes those whose time is over.
///
/// An export is a row of files: the first has the lines about the chains, the others have rows. Each is noted
/// once it is stored, so that a worker which dies loses no more than one, and the next goes on there. Exports
/// take turns, one file each.
public final class StoredExports {
    /// How many rows one file has at most.
    static final int ROWS = 20_000;

    private static final int AT_ONCE = 100;
    private static final int ERROR_CHARACTERS = 250;

    private final Database worker;
    private final StoredExportStore store;
    private final ExportWriter writer;
    private final ObjectStorage storage;
    private final AuditLog audit;
    private final Clock clock;

    /// @param audit what background work writes with
    /// @param clock the database's
    public StoredExports(Database worker, ExportWriter writer, ObjectStorage storage, AuditLog audit, Clock clock) {
        this.worker = worker;
        this.store = new StoredExportStore(worker);
        this.writer = writer;
        this.storage = storage;
        this.audit = audit;
        this.clock = clock;
    }

    /// Does what there is to do, and answers how many rows were written and exports removed. What fails is tried
    /// again by the next run; the others are made all the same.
    public long run() {
        long done = removeOver();
        var failed = new HashSet<AuditExportId>();
        var failures = new ArrayList<RuntimeException>();
        List<StoredExport> due = store.due(clock.instant(), AT_ONCE);
        while (!due.isEmpty() && !Thread.currentThread().isInterrupted()) {
            for (StoredExport export : due) {
                try {
                    done += step(export);
                } catch (RuntimeException e) {
                    failed.add(export.id());
                    failures.add(e);
                    note(export, e);
                }
            }
            due = store.due(clock.instant(), AT_ONCE).stream()
                    .filter(export -> !failed.contains(export.id()))
                    .toList();
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return done;
    }

    /// Adds one file, and answers how many rows it has.
    private long step(StoredExport export) {
        return export.state() == StoredExport.State.WAITING ? begin(export) : goOn(export);
    }

    private long begin(StoredExport export) {
        List<Span> spans = writer.plan(export.tenant(), export.filter());
        List<StoredExport.Wanted> wanted = spans.stream()
                .map(span -> new StoredExport.Wanted(span.chain().trail(), span.from(), span.to()))
                .toList();
        try (var file = new TrailFile()) {
            file.write(out -> writer.begin(spans, clock.instant(), out));
            keep(export.begun(wanted), stored(export, file));
        }
        return 0;
    }

    private long goOn(StoredExport export) {
        Optional<StoredExport.Wanted> next = export.next(ROWS);
        if (next.isEmpty()) {
            throw new IllegalStateException(export.id() + " has all its rows and is not done");
        }
        StoredExport.Wanted rows = next.get();
        try (var file = new TrailFile()) {
            var chain = new ChainId(export.tenant(), rows.trail());
            long[] written = {0};
            file.write(out -> written[0] = writer.rows(chain, rows.from(), rows.to(), out));
            if (written[0] != rows.rows()) {
                // Their time was over meanwhile, and they were removed behind a signed cut.
                worker.write(transaction -> {
                    store.restart(transaction, export);
                    return true;
                });
                return 0;
            }
            keep(export.grown(rows.rows()), stored(export, file));
            return rows.rows();
        }
    }

    private Stored stored(StoredExport export, TrailFile file) {
        String number = "%06d".formatted(export.parts().size());
        return file.store(storage, export.tenant(), export.id().text(), number);
    }

    /// The file is stored before it is noted: one that nobody noted goes with the others.
    private void keep(StoredExport grown, Stored part) {
        Optional<Instant> doneAt = grown.hasAllRows() ? Optional.of(clock.instant()) : Optional.empty();
        Scope.tenant(grown.tenant())
                .call(() -> worker.write(transaction -> {
                    boolean kept = store.grow(transaction, grown, part, doneAt);
                    if (kept && doneAt.isPresent()) {
                        audit.writeInternal(
                                transaction,
                                "audit-exports",
                                "audit_export.complete",
                                grown.id(),
                                Map.of("rows", grown.rowsDone(), "size", grown.size() + part.size()));
                    }
                    return kept;
                }));
    }

    private void note(StoredExport export, RuntimeException e) {
        String line = Optional.ofNullable(e.getMessage()).orElse(e.toString());
        String why = Printable.line(Redaction.mask(line), ERROR_CHARACTERS);
        worker.write(transaction -> {
            store.failed(transaction, export, why);
            return true;
        });
    }

    /// Files first: a row that is left finds them again, files that are left nobody does.
    private long removeOver() {
        long removed = 0;
        List<StoredExport> over = store.over(clock.instant(), AT_ONCE);
        for (StoredExport export : over) {
            storage.list(export.tenant(), export.id().text()).forEach(storage::delete);
            removed += Scope.tenant(export.tenant())
                    .call(() -> worker.write(transaction -> {
                        boolean gone = store.delete(transaction, export);
                        if (gone) {
                            audit.writeInternal(
                                    transaction,
                                    "audit-exports",
                                    "audit_export.expire",
                                    export.id(),
                                    Map.of("rows", export.rowsDone()));
                        }
                        return gone ? 1L : 0L;
                    }));
        }
        return removed;
    }
}
