package dev.keystead.audit.chain;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Trail;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Cursor;
import dev.keystead.platform.http.Page;
import dev.keystead.platform.http.Paging;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Exports of the audit trail that are made in the background and fetched later.
public final class ExportRoutes {
    private static final Duration KEPT = Duration.ofDays(7);

    /// How many of a workspace may wait or be under way at once.
    static final int MOST_OPEN = 5;

    private final StoredExportStore store;
    private final ObjectStorage storage;
    private final AuditLog audit;
    private final Consumer<Transaction> hurry;
    private final Clock clock;

    /// @param database the application's
    /// @param hurry lets the job that makes exports come next, and holds its row until the transaction ends
    public ExportRoutes(
            Database database, ObjectStorage storage, AuditLog audit, Consumer<Transaction> hurry, Clock clock) {
        this.store = new StoredExportStore(database);
        this.storage = storage;
        this.audit = audit;
        this.hurry = hurry;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/audit/exports", "List the stored exports of the audit trail, newest first")
                        .tenant("read:audit")
                        .answers(Shape.page(AuditExportView.class), this::list),
                Route.post("/v1/audit/exports", "Have the audit trail exported in the background, for large trails")
                        .tenant("read:audit")
                        .audits("audit_export.create")
                        .takes(CreateAuditExport.class)
                        .answers(202, Shape.of(AuditExportView.class), this::create),
                Route.get("/v1/audit/exports/{id}", "Read how far a stored export is")
                        .tenant("read:audit")
                        .answers(Shape.of(AuditExportView.class), this::read),
                Route.get("/v1/audit/exports/{id}/file", "Download a stored export, a file that verifies by itself")
                        .tenant("read:audit")
                        .audits("audit.export")
                        .answers(Shape.media("application/x-ndjson"), this::download));
    }

    /// The wish for an export.
    ///
    /// @param trail this one alone
    /// @param since only entries that were sealed at this time or later
    /// @param until only entries that were sealed before this time
    public record CreateAuditExport(
            @Nullable Trail trail,
            @Nullable Instant since,
            @Nullable Instant until) {
        public CreateAuditExport {
            var fields = new Fields();
            fields.refuseIf(
                    since != null && until != null && !since.isBefore(until), "until", "must be later than since");
            fields.refuseIfAny();
        }

        ExportFilter filter() {
            return new ExportFilter(Optional.ofNullable(trail), Optional.ofNullable(since), Optional.ofNullable(until));
        }
    }

    /// A stored export.
    ///
    /// @param state waiting, running or done
    /// @param rows how many entries it will have; missing before it begins
    /// @param rowsDone how many are in it already
    /// @param size how many bytes it has
    /// @param error why the last attempt failed; it is tried again
    /// @param file where to download it; missing before it is done
    /// @param expiresAt when it is removed
    public record AuditExportView(
            String id,
            String state,
            @Nullable Trail trail,
            @Nullable Instant since,
            @Nullable Instant until,
            @Nullable Long rows,
            long rowsDone,
            long size,
            @Nullable String error,
            @Nullable String file,
            Instant createdAt,
            @Nullable Instant doneAt,
            Instant expiresAt) {
        static AuditExportView of(StoredExport export) {
            boolean done = export.state() == StoredExport.State.DONE;
            return new AuditExportView(
                    export.id().text(),
                    Words.of(export.state()),
                    export.filter().trail().orElse(null),
                    export.filter().since().orElse(null),
                    export.filter().until().orElse(null),
                    export.rows().orElse(null),
                    export.rowsDone(),
                    export.size(),
                    export.lastError().orElse(null),
                    done ? "/v1/audit/exports/" + export.id().text() + "/file" : null,
                    export.createdAt(),
                    export.doneAt().orElse(null),
                    export.expiresAt());
        }
    }

    private Reply list(Call call) {
        Paging paging = call.paging();
        Optional<UUID> before = paging.after().map(cursor -> cursor.expect(1).uuid(0));
        return Reply.ok(Page.of(
                store.list(before, paging.fetch()),
                paging,
                export -> Cursor.of(export.id().value()),
                AuditExportView::of));
    }

    private Reply create(Call call, CreateAuditExport wish, Transaction transaction) {
        // The job's row is held from here on: of those who ask at once, one counts at a time.
        hurry.accept(transaction);
        if (store.open(transaction) >= MOST_OPEN) {
            return Reply.conflict(MOST_OPEN + " exports are under way already; wait until one of them is done");
        }
        Instant now = clock.instant();
        var id = new AuditExportId(UuidV7.at(now));
        store.insert(transaction, id, wish.filter(), now, now.plus(KEPT));
        AuditExportView view = AuditExportView.of(store.find(transaction, id).orElseThrow());
        audit.write(transaction, call, id, AuditLog.Change.made(view));
        return Reply.json(202, view).with("Location", "/v1/audit/exports/" + id.text());
    }

    private Optional<StoredExport> find(Call call) {
        return store.find(call.id("id", AuditExportId::new, Prefix.AUDIT_EXPORT.text()));
    }

    private Reply read(Call call) {
        return find(call).map(AuditExportView::of).map(Reply::ok).orElseGet(Reply::notFound);
    }

    private Reply download(Call call) {
        Optional<StoredExport> found = find(call);
        if (found.isEmpty()) {
            return Reply.notFound();
        }
        StoredExport export = found.get();
        if (export.state() != StoredExport.State.DONE) {
            return Reply.conflict("the export is not done yet; look at it again in a while");
        }
        return Reply.file("application/x-ndjson", export.id().text() + ".ndjson", out -> {
            for (Stored part : export.parts()) {
                storage.read(part, out);
            }
        });
    }
}
