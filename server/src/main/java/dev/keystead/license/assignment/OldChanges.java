package dev.keystead.license.assignment;

import dev.keystead.tenancy.TypedId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Where changes are that are so old that the database has them no more.
@FunctionalInterface
public interface OldChanges {
    /// The old changes of a licence of the workspace in scope, latest first.
    ///
    /// @param before only those with a smaller id
    Reading read(LicenseId license, Optional<UUID> before, int limit);

    /// What came of reading.
    sealed interface Reading {
        record Read(List<LicenseChange> changes) implements Reading {
            public Read {
                changes = List.copyOf(changes);
            }
        }

        /// A file that cannot be had, or is not what was stored.
        ///
        /// @param why a sentence for whoever runs the installation
        record Unusable(TypedId file, String why) implements Reading {}
    }
}
