package dev.keystead.license.archive;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// A file of old changes of one workspace, as its row has it.
///
/// @param file where it is and its hash
/// @param entries how many changes it has
/// @param licenses whose changes they are
/// @param firstAt when the earliest was made
/// @param lastAt when the latest was made
/// @param expiresAt when it is removed
record Archive(
        UUID tenant,
        ArchiveId id,
        Stored file,
        int entries,
        List<LicenseId> licenses,
        Instant firstAt,
        Instant lastAt,
        Instant createdAt,
        Instant expiresAt) {
    Archive {
        licenses = List.copyOf(licenses);
    }
}
