package dev.keystead.license.archive;

import dev.keystead.license.assignment.LicenseChange;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;

/// The statements on the files of old changes.
final class ArchiveStore {
    private static final String WHY = "one worker looks after the archives of all workspaces";

    static final Command ARCHIVE_INSERT = Command.crossTenant("license.archive.insert", WHY, """
            insert into licensing.history_archives
                (id, state, path, size, sha256, entries, assignment_ids, first_at, last_at, created_at, expires_at,
                tenant_id)
            values (?, 'begun', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""");

    /// Only a file that is still wanted becomes kept: a worker that was thought dead removes nothing.
    static final Command ARCHIVE_KEEP = Command.crossTenant("license.archive.keep", WHY, """
            update licensing.history_archives
            set state = 'kept'
            where id = ?
              and state <> 'kept'
              and tenant_id = ?""");

    static final Command CHANGES_DELETE = Command.crossTenant("license.archive.delete-changes", WHY, """
            delete from licensing.license_assignment_history
            where id = any (?)
              and tenant_id = ?""");

    static final Query<Archive> ARCHIVES_BEGUN =
            Query.crossTenant("license.archive.begun", WHY, """
            select tenant_id, id, path, size, sha256, entries, first_at, last_at, created_at, expires_at
            from licensing.history_archives
            where state = 'begun'
              and created_at <= ?
            order by created_at
            limit ?""", ArchiveStore::archive);

    static final Command ARCHIVE_DISCARD = Command.crossTenant("license.archive.discard", WHY, """
            delete from licensing.history_archives
            where id = ?
              and state <> 'kept'
              and tenant_id = ?""");

    static final Query<Archive> ARCHIVES_OF_LICENSE =
            Query.tenant("license.archive.of-license", """
            select tenant_id, id, path, size, sha256, entries, first_at, last_at, created_at, expires_at
            from licensing.history_archives
            where state = 'kept'
              and ? = any (assignment_ids)
              and expires_at > ?
              and tenant_id = ?
            order by last_at desc, id desc
            limit ?""", ArchiveStore::archive);

    static final Query<Archive> ARCHIVES_OVER =
            Query.crossTenant("license.archive.over", WHY, """
            select tenant_id, id, path, size, sha256, entries, first_at, last_at, created_at, expires_at
            from licensing.history_archives
            where expires_at <= ?
            order by expires_at
            limit ?""", ArchiveStore::archive);

    static final Command ARCHIVE_DELETE = Command.crossTenant("license.archive.delete", WHY, """
            delete from licensing.history_archives
            where id = ?
              and tenant_id = ?""");

    private final Database database;

    ArchiveStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, Archive archive) {
        transaction.update(
                ARCHIVE_INSERT,
                p -> p.id(archive.id())
                        .text(archive.file().path())
                        .number(archive.file().size())
                        .text(archive.file().sha256())
                        .integer(archive.entries())
                        .uuids(archive.licenses(), LicenseId::value)
                        .instant(archive.firstAt())
                        .instant(archive.lastAt())
                        .instant(archive.createdAt())
                        .instant(archive.expiresAt())
                        .uuid(archive.tenant()));
    }

    boolean keep(Transaction transaction, Archive archive) {
        return transaction.update(ARCHIVE_KEEP, p -> p.id(archive.id()).uuid(archive.tenant())) == 1;
    }

    long deleteChanges(Transaction transaction, Archive archive, List<LicenseChange> changes) {
        return transaction.update(
                CHANGES_DELETE,
                p -> p.uuids(changes, change -> change.id().value()).uuid(archive.tenant()));
    }

    List<Archive> begun(Instant now, int most) {
        return database.list(ARCHIVES_BEGUN, p -> p.instant(now).integer(most));
    }

    boolean discard(Transaction transaction, Archive archive) {
        return transaction.update(ARCHIVE_DISCARD, p -> p.id(archive.id()).uuid(archive.tenant())) == 1;
    }

    /// Those with changes of a licence, the latest first.
    List<Archive> of(LicenseId license, Instant now, int most) {
        return database.list(
                ARCHIVES_OF_LICENSE, p -> p.id(license).instant(now).scope().integer(most));
    }

    List<Archive> over(Instant now, int most) {
        return database.list(ARCHIVES_OVER, p -> p.instant(now).integer(most));
    }

    boolean delete(Transaction transaction, Archive archive) {
        return transaction.update(ARCHIVE_DELETE, p -> p.id(archive.id()).uuid(archive.tenant())) == 1;
    }

    private static Archive archive(Row row) {
        return new Archive(
                row.uuid("tenant_id"),
                new ArchiveId(row.uuid("id")),
                new Stored(row.text("path"), row.number("size"), row.text("sha256")),
                row.integer("entries"),
                List.of(),
                row.instant("first_at"),
                row.instant("last_at"),
                row.instant("created_at"),
                row.instant("expires_at"));
    }
}
