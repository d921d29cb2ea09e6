package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// An export that is kept as files, as far as it is made.
///
/// @param wanted the rows that it will have; none before it begins
/// @param parts its files
/// @param rows how many entries it will have; unknown before it begins
record StoredExport(
        UUID tenant,
        AuditExportId id,
        ExportFilter filter,
        State state,
        List<Wanted> wanted,
        List<Stored> parts,
        Optional<Long> rows,
        long rowsDone,
        Optional<String> lastError,
        Instant createdAt,
        Optional<Instant> doneAt,
        Instant expiresAt) {
    StoredExport {
        wanted = List.copyOf(wanted);
        parts = List.copyOf(parts);
    }

    /// How far it is.
    enum State {
        WAITING,
        RUNNING,
        DONE
    }

    /// Rows of a chain that are to be in it.
    record Wanted(Trail trail, long from, long to) {
        long rows() {
            return Math.max(0, to - from + 1);
        }
    }

    /// How many bytes are there.
    long size() {
        return parts.stream().mapToLong(Stored::size).sum();
    }

    /// The rows that come next, at most so many; nothing when all are there.
    Optional<Wanted> next(int most) {
        long skipped = rowsDone;
        for (Wanted some : wanted) {
            if (skipped < some.rows()) {
                long from = some.from() + skipped;
                return Optional.of(new Wanted(some.trail(), from, Math.min(some.to(), from + most - 1)));
            }
            skipped -= some.rows();
        }
        return Optional.empty();
    }

    /// The same once it has begun.
    StoredExport begun(List<Wanted> all) {
        long count = all.stream().mapToLong(Wanted::rows).sum();
        return with(all, Optional.of(count), 0);
    }

    /// The same with more rows in its files.
    StoredExport grown(long more) {
        return with(wanted, rows, rowsDone + more);
    }

    private StoredExport with(List<Wanted> all, Optional<Long> count, long done) {
        return new StoredExport(
                tenant, id, filter, state, all, parts, count, done, lastError, createdAt, doneAt, expiresAt);
    }

    boolean hasAllRows() {
        return rows.isPresent() && rowsDone == rows.get();
    }

    static String wantedText(List<Wanted> wanted) {
        return Json.text(wanted);
    }

    static String partsText(List<Stored> parts) {
        return Json.text(parts.stream()
                .map(part -> Map.of("path", part.path(), "size", part.size(), "sha256", part.sha256()))
                .toList());
    }

    static List<Wanted> wanted(String stored) {
        var wanted = new ArrayList<Wanted>();
        for (JsonNode one : Json.tree(stored)) {
            wanted.add(new Wanted(
                    Trail.ofWord(one.path("trail").asString()),
                    one.path("from").asLong(),
                    one.path("to").asLong()));
        }
        return wanted;
    }

    static List<Stored> parts(String stored) {
        var parts = new ArrayList<Stored>();
        for (JsonNode one : Json.tree(stored)) {
            parts.add(new Stored(
                    one.path("path").asString(),
                    one.path("size").asLong(),
                    one.path("sha256").asString()));
        }
        return parts;
    }
}
