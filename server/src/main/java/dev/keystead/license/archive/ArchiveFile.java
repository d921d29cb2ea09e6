package dev.keystead.license.archive;

import dev.keystead.license.assignment.ChangeId;
import dev.keystead.license.assignment.LicenseChange;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;

/// A file of changes on this machine's disk, for as long as it takes to store it elsewhere or to read it: JSON, one
/// change a line, compressed by gzip. The same changes make the same bytes.
final class ArchiveFile implements AutoCloseable {
    private final Path path;

    ArchiveFile() {
        try {
            this.path = Files.createTempFile("keystead-licenses-", ".jsonl.gz");
        } catch (IOException e) {
            throw noSpace(e);
        }
    }

    Path path() {
        return path;
    }

    void write(List<LicenseChange> changes) {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(path))) {
            for (LicenseChange change : changes) {
                out.write(Json.bytes(members(change)));
                out.write('\n');
            }
        } catch (IOException e) {
            throw noSpace(e);
        }
    }

    void writePlain(Object members) {
        try {
            Files.write(path, Json.bytes(members));
        } catch (IOException e) {
            throw noSpace(e);
        }
    }

    /// Somebody else writes it.
    OutputStream open() throws IOException {
        return Files.newOutputStream(path);
    }

    /// The changes in it that are wanted, in their order.
    List<LicenseChange> read(Predicate<LicenseChange> wanted) {
        var found = new ArrayList<LicenseChange>();
        try (InputStream in = Files.newInputStream(path);
                var lines =
                        new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                LicenseChange change = change(Json.tree(line));
                if (wanted.test(change)) {
                    found.add(change);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("A file of old changes of licences cannot be read again.", e);
        }
        return found;
    }

    private static Map<String, Object> members(LicenseChange change) {
        var members = new LinkedHashMap<String, Object>();
        members.put("id", change.id().text());
        members.put("license_id", change.license().text());
        members.put("changed_by", change.changedBy());
        members.put("change", Words.of(change.kind()));
        change.before().ifPresent(state -> members.put("before", Json.tree(state)));
        members.put("after", Json.tree(change.after()));
        members.put("changed_at", change.changedAt());
        return members;
    }

    private static LicenseChange change(JsonNode line) {
        JsonNode before = line.path("before");
        return new LicenseChange(
                Prefix.LICENSE_CHANGE
                        .parse(line.required("id").asString(), ChangeId::new)
                        .orElseThrow(),
                Prefix.LICENSE
                        .parse(line.required("license_id").asString(), LicenseId::new)
                        .orElseThrow(),
                line.required("changed_by").asString(),
                Words.parse(LicenseChange.Kind.class, line.required("change").asString()),
                before.isObject() ? Optional.of(Json.text(before)) : Optional.empty(),
                Json.text(line.required("after")),
                Instant.parse(line.required("changed_at").asString()));
    }

    private static UncheckedIOException noSpace(IOException e) {
        return new UncheckedIOException(
                "A file cannot be made in the folder for temporary files: " + e.getMessage()
                        + "; see that the disk has space.",
                e);
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw noSpace(e);
        }
    }
}
