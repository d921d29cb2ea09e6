package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Which rows of a workspace go into a file.
///
/// @param trail this one alone
/// @param since rows that were sealed at this time or later, which is about a second after they were written
/// @param until rows that were sealed before this time
public record ExportFilter(Optional<Trail> trail, Optional<Instant> since, Optional<Instant> until) {
    /// All rows.
    public static final ExportFilter EVERYTHING =
            new ExportFilter(Optional.empty(), Optional.empty(), Optional.empty());

    private static final Instant LAST = Instant.parse("9999-01-01T00:00:00Z");

    List<Trail> trails() {
        return trail.map(List::of).orElseGet(() -> List.of(Trail.values()));
    }

    boolean isTimed() {
        return since.isPresent() || until.isPresent();
    }

    Instant from() {
        return since.orElse(Instant.EPOCH);
    }

    Instant to() {
        return until.orElse(LAST);
    }
}
