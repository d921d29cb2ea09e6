package dev.keystead.license.archive;

import dev.keystead.audit.AuditLog;
import dev.keystead.license.assignment.LicenseChange;
import dev.keystead.license.assignment.LicenseHistory;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import dev.keystead.platform.objects.StorageFailure;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes changes of licences that are older than two years out of the database into files, and removes the files when
/// their time is over.
///
/// A file is announced by a row, stored, read again and compared; then one transaction makes the row count and deletes
/// the changes. Whatever dies before it leaves a row that nobody reads and changes that are all there: the next run
/// takes the row back, removes its file and begins anew. A worker that was thought dead finds its row gone and deletes
/// nothing.
public final class HistoryArchive {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryArchive.class);

    /// How long changes stay in the database.
    static final Duration AT_HAND = Duration.ofDays(2 * 365 + 1);

    /// How long they are kept in all.
    static final Duration KEPT = Duration.ofDays(7 * 365 + 2);

    /// How many changes one file has at most.
    static final int ENTRIES = 5_000;

    private static final String RESOURCE = "license_history";
    private static final int AT_ONCE = 100;

    private final Database worker;
    private final ArchiveStore store;
    private final LicenseHistory history;
    private final ObjectStorage storage;
    private final Function<UUID, ? extends TypedId> workspaceId;
    private final AuditLog audit;
    private final Clock clock;

    /// @param workspaceId makes the typed id of a workspace
    /// @param audit what background work writes with
    /// @param clock the database's
    public HistoryArchive(
            Database worker,
            ObjectStorage storage,
            Function<UUID, ? extends TypedId> workspaceId,
            AuditLog audit,
            Clock clock) {
        this.worker = worker;
        this.store = new ArchiveStore(worker);
        this.history = new LicenseHistory(worker, clock);
        this.storage = storage;
        this.workspaceId = workspaceId;
        this.audit = audit;
        this.clock = clock;
    }

    /// Does what there is to do, and answers how many changes were taken out and files removed. What fails for one
    /// workspace is tried again by the next run; the others have their turn all the same.
    public long run() {
        var failures = new ArrayList<RuntimeException>();
        long done = removeOver();
        discardBegun();
        Instant border = clock.instant().minus(AT_HAND);
        Optional<UUID> tenant = LicenseHistory.nextTenant(worker, Optional.empty(), border);
        while (tenant.isPresent() && !Thread.currentThread().isInterrupted()) {
            UUID each = tenant.get();
            try {
                done += Scope.tenant(each).call(() -> takeOut(each, border));
            } catch (RuntimeException e) {
                failures.add(e);
            }
            tenant = LicenseHistory.nextTenant(worker, tenant, border);
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return done;
    }

    /// Removes all files of a workspace, for its erasure; their rows go with the others of the workspace.
    public void forget(UUID tenant) {
        storage.list(tenant, RESOURCE).forEach(storage::delete);
    }

    private long takeOut(UUID tenant, Instant border) {
        long taken = 0;
        List<LicenseChange> some = next(border);
        while (!some.isEmpty() && !Thread.currentThread().isInterrupted()) {
            keep(tenant, some);
            taken += some.size();
            some = next(border);
        }
        return taken;
    }

    /// The oldest changes, of one month: a file goes as a whole, and should not keep its first changes much longer than
    /// they may be kept.
    private List<LicenseChange> next(Instant border) {
        List<LicenseChange> oldest = history.older(border, Optional.empty(), ENTRIES);
        return oldest.stream()
                .takeWhile(change -> month(change).equals(month(oldest.getFirst())))
                .toList();
    }

    private static YearMonth month(LicenseChange change) {
        return YearMonth.from(change.changedAt().atOffset(ZoneOffset.UTC));
    }

    private void keep(UUID tenant, List<LicenseChange> changes) {
        ArchiveId id = ArchiveId.make();
        try (var file = new ArchiveFile()) {
            file.write(changes);
            Archive archive = announced(tenant, id, file, changes);
            worker.write(transaction -> {
                store.insert(transaction, archive);
                return true;
            });
            boolean kept = false;
            try {
                storage.put(archive.file().path(), file.path());
                storeManifest(archive);
                compare(archive, changes);
                kept = becomesKept(archive, changes);
            } finally {
                if (!kept) {
                    leave(archive);
                }
            }
        }
    }

    /// Nobody else makes this file count, and this worker does not either: it failed, or another has taken its row
    /// back. A row that is still there is taken back by the next run.
    private void leave(Archive archive) {
        try {
            removeFiles(archive);
        } catch (StorageFailure e) {
            LOG.warn("A file of old changes of licences could not be removed", e);
        }
    }

    private Archive announced(UUID tenant, ArchiveId id, ArchiveFile file, List<LicenseChange> changes) {
        try {
            var stored = new Stored(
                    storage.path(tenant, RESOURCE, id.text() + ".jsonl.gz"),
                    Files.size(file.path()),
                    ObjectStorage.sha256(file.path()));
            Instant lastAt = changes.getLast().changedAt();
            return new Archive(
                    tenant,
                    id,
                    stored,
                    changes.size(),
                    changes.stream().map(LicenseChange::license).distinct().toList(),
                    changes.getFirst().changedAt(),
                    lastAt,
                    clock.instant(),
                    lastAt.plus(KEPT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The file beside the file says what it is to whoever has nothing but the storage.
    private void storeManifest(Archive archive) {
        var members = new LinkedHashMap<String, Object>();
        members.put("format", "keystead-license-history-1");
        members.put("archive_id", archive.id().text());
        members.put("workspace_id", workspaceId.apply(archive.tenant()).text());
        members.put("file", archive.id().text() + ".jsonl.gz");
        members.put("sha256", archive.file().sha256());
        members.put("size", archive.file().size());
        members.put("entries", archive.entries());
        members.put("first_at", archive.firstAt());
        members.put("last_at", archive.lastAt());
        members.put("created_at", archive.createdAt());
        members.put("expires_at", archive.expiresAt());
        try (var file = new ArchiveFile()) {
            file.writePlain(members);
            storage.put(manifestPath(archive), file.path());
        }
    }

    private String manifestPath(Archive archive) {
        return storage.path(archive.tenant(), RESOURCE, archive.id().text() + ".manifest.json");
    }

    /// What was stored is read again, all of it, and is what is about to be deleted.
    private void compare(Archive archive, List<LicenseChange> changes) {
        List<LicenseChange> again = ArchiveReader.read(storage, archive, _ -> true);
        if (!ids(again).equals(ids(changes))) {
            throw new IllegalStateException("the archive " + archive.id() + " is not what was stored");
        }
    }

    private static List<UUID> ids(List<LicenseChange> changes) {
        return changes.stream().map(change -> change.id().value()).toList();
    }

    private boolean becomesKept(Archive archive, List<LicenseChange> changes) {
        return worker.write(transaction -> {
            if (!store.keep(transaction, archive)) {
                return false;
            }
            if (store.deleteChanges(transaction, archive, changes) != changes.size()) {
                throw new IllegalStateException("changes of licences were gone before they were taken out");
            }
            audit.writeInternal(
                    transaction,
                    "license-archive",
                    "license_archive.create",
                    archive.id(),
                    Map.of(
                            "entries",
                            archive.entries(),
                            "sha256",
                            archive.file().sha256()));
            return true;
        });
    }

    /// The row first: once it is gone nobody can make it count, and its file is nobody's.
    private void discardBegun() {
        for (Archive archive : store.begun(clock.instant(), AT_ONCE)) {
            boolean gone = Scope.tenant(archive.tenant())
                    .call(() -> worker.write(transaction -> store.discard(transaction, archive)));
            if (gone) {
                removeFiles(archive);
            }
        }
    }

    /// The files first: a row that is left finds them again, files that are left nobody does.
    private long removeOver() {
        long removed = 0;
        for (Archive archive : store.over(clock.instant(), AT_ONCE)) {
            removeFiles(archive);
            removed += Scope.tenant(archive.tenant())
                    .call(() -> worker.write(transaction -> {
                        boolean gone = store.delete(transaction, archive);
                        if (gone) {
                            audit.writeInternal(
                                    transaction,
                                    "license-archive",
                                    "license_archive.expire",
                                    archive.id(),
                                    Map.of("entries", archive.entries()));
                        }
                        return gone ? 1L : 0L;
                    }));
        }
        return removed;
    }

    private void removeFiles(Archive archive) {
        storage.delete(manifestPath(archive));
        storage.delete(archive.file().path());
    }
}
