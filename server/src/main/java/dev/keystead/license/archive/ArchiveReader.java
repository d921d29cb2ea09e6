package dev.keystead.license.archive;

import dev.keystead.license.assignment.LicenseChange;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.OldChanges;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.platform.objects.StorageFailure;
import dev.keystead.tenancy.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/// Reads old changes of licences from their files again. A file whose bytes do not have the hash in its row is not
/// used, and named.
public final class ArchiveReader implements OldChanges {
    /// More files than the years in which changes are kept have months.
    private static final int MOST_FILES = 1_000;

    private static final Comparator<LicenseChange> LATEST_FIRST = Comparator.<LicenseChange, UUID>comparing(
                    change -> change.id().value(), ArchiveReader::order)
            .reversed();

    private final ArchiveStore store;
    private final ObjectStorage storage;
    private final Clock clock;

    public ArchiveReader(Database database, ObjectStorage storage, Clock clock) {
        this.store = new ArchiveStore(database);
        this.storage = storage;
        this.clock = clock;
    }

    @Override
    public Reading read(LicenseId license, Optional<UUID> before, int limit) {
        var found = new ArrayList<LicenseChange>();
        for (Archive archive : store.of(license, clock.instant(), MOST_FILES)) {
            if (found.size() >= limit) {
                break;
            }
            try {
                read(
                                storage,
                                archive,
                                change -> change.license().equals(license)
                                        && (before.isEmpty()
                                                || order(change.id().value(), before.get()) < 0))
                        .stream()
                        .sorted(LATEST_FIRST)
                        .forEach(found::add);
            } catch (StorageFailure e) {
                return new Reading.Unusable(archive.id(), String.valueOf(e.getMessage()));
            }
        }
        return new Reading.Read(found.subList(0, Math.min(limit, found.size())));
    }

    /// The changes in one file that are wanted.
    ///
    /// @throws StorageFailure when it cannot be had, or is not what was stored
    static List<LicenseChange> read(ObjectStorage storage, Archive archive, Predicate<LicenseChange> wanted) {
        try (var file = new ArchiveFile()) {
            try (OutputStream out = file.open()) {
                storage.read(archive.file(), out);
            }
            return file.read(wanted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As PostgreSQL compares them.
    private static int order(UUID one, UUID other) {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}
