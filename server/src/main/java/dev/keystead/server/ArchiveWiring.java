package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Job;
import dev.keystead.license.archive.ArchiveReader;
import dev.keystead.license.archive.HistoryArchive;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;

/// Old changes of licences in files.
final class ArchiveWiring {
    private static final Duration DAY = Duration.ofDays(1);

    private final HistoryArchive archive;
    private final ArchiveReader reader;

    /// @param workerAudit what background work writes with
    ArchiveWiring(Storage storage, ObjectStorage objects, AuditLog workerAudit) {
        this.archive = new HistoryArchive(storage.worker(), objects, WorkspaceId::new, workerAudit, storage.clock());
        this.reader = new ArchiveReader(storage.app(), objects, storage.clock());
    }

    ArchiveReader reader() {
        return reader;
    }

    Job job() {
        return new Job("license-archive", DAY, archive::run);
    }

    /// Removes the files of a workspace that is erased.
    void forget(WorkspaceId workspace) {
        archive.forget(workspace.value());
    }
}
