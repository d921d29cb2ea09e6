package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.IdText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A file that [ExportWriter] wrote, read by whoever has nothing else. Nothing in it is trusted before it is
/// verified.
public final class ExportFile {
    private static final int PIECE = 2_000;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(16 * 1024 * 1024)
                            .build())
                    .build())
            .build();

    private final Path file;
    private final List<VerifierKey> keys;
    private final List<Held> held;

    private ExportFile(Path file, List<VerifierKey> keys, List<Held> held) {
        this.file = file;
        this.keys = List.copyOf(keys);
        this.held = List.copyOf(held);
    }

    /// A chain of which the file has rows.
    ///
    /// @param after the file has no rows up to this place and says nothing about them
    public record Held(ChainVerifier.Claim claim, long after) {
        public long rows() {
            return claim.head().size() - after;
        }

        /// What of the chain can be verified by the file.
        public ChainVerifier.Part part() {
            return new ChainVerifier.Part(after, claim.head().size(), after > 0);
        }
    }

    /// The file is no export, or damaged. The message is a sentence for people.
    public static final class Damaged extends RuntimeException {
        private static final long serialVersionUID = 1;

        Damaged(String sentence, @Nullable Throwable cause) {
            super(sentence, cause);
        }
    }

    /// Opens an export and reads what it says about itself.
    ///
    /// @param copies of checkpoints that were kept elsewhere
    /// @throws Damaged when it is none
    public static ExportFile open(Path file, List<Checkpoint.Signed> copies) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            JsonNode about = json(1, lines.readLine());
            if (!about.path("format").asString("").equals(ExportWriter.FORMAT)) {
                throw new Damaged(file + " is no export of an audit trail.", null);
            }
            var keys = new ArrayList<VerifierKey>();
            about.path("keys")
                    .forEach(key -> VerifierKey.parse(key.asString("")).ifPresent(keys::add));
            int chains = about.path("chains").asInt(-1);
            if (chains < 0 || chains > Trail.values().length) {
                throw new Damaged(file + " does not say how many chains it has.", null);
            }
            var held = new ArrayList<Held>();
            for (int i = 0; i < chains; i++) {
                held.add(held(json(i + 2, lines.readLine()), copies));
            }
            return new ExportFile(file, keys, held);
        } catch (IOException e) {
            throw new Damaged(file + " cannot be read (" + e.getMessage() + ").", e);
        }
    }

    /// The keys that the file itself names: good enough to find accidents, not to find who made up the file.
    public List<VerifierKey> keys() {
        return keys;
    }

    /// What the file says it has.
    public List<Held> held() {
        return held;
    }

    private static Held held(JsonNode line, List<Checkpoint.Signed> copies) {
        try {
            UUID tenant = IdText.decode(
                            Prefix.WORKSPACE.text(), line.path("tenant_id").asString(""))
                    .orElseThrow(() -> new Damaged("The export names no workspace.", null));
            var chain = new ChainId(
                    tenant, Words.parse(Trail.class, line.path("chain").asString("")));
            var head = new ChainHead(
                    chain, line.path("size").asLong(), line.path("hash").asString(""), Instant.EPOCH, 0);
            var checkpoints = new ArrayList<Checkpoint.Signed>();
            for (JsonNode note : line.path("checkpoints")) {
                checkpoints.add(Checkpoint.parse(note.asString(""))
                        .orElseThrow(() -> new Damaged("A checkpoint in the export cannot be read.", null)));
            }
            long after = line.path("after").asLong(0);
            if (after < 0 || after > head.size()) {
                throw new Damaged("The export begins after its own end.", null);
            }
            // What was copied about rows before or after those of the file cannot be compared with it.
            List<Checkpoint.Signed> comparable = Chains.of(chain, copies).stream()
                    .filter(copy -> after == 0
                            || (copy.checkpoint().size() >= after
                                    && copy.checkpoint().size() <= head.size()))
                    .toList();
            return new Held(new ChainVerifier.Claim(head, checkpoints, comparable), after);
        } catch (IllegalArgumentException e) {
            throw new Damaged("The export names a chain that there is none of.", e);
        }
    }

    /// The rows of a chain of this file.
    public ChainRows.Source rows(ChainId chain) {
        return () -> new Rows(chain);
    }

    /// Reads lines one after the other; what they hold is read by whoever takes the piece.
    private final class Rows implements ChainRows {
        private final String beginning;
        private final BufferedReader lines;
        private int number;

        Rows(ChainId chain) {
            this.beginning = "{\"trail\":\"" + chain.trail().word() + "\"";
            try {
                this.lines = Files.newBufferedReader(file);
                while (number < 1 + held.size()) {
                    lines.readLine();
                    number++;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Optional<Callable<List<SealedEntry>>> next() {
            var piece = new ArrayList<String>(PIECE);
            int first = number + 1;
            try {
                String line = lines.readLine();
                while (line != null) {
                    number++;
                    if (line.startsWith(beginning)) {
                        piece.add(line);
                    } else if (!line.startsWith("{\"trail\":\"")) {
                        throw new Damaged("Line " + number + " of " + file + " is no row of an export.", null);
                    }
                    line = piece.size() < PIECE ? lines.readLine() : null;
                }
                if (piece.isEmpty()) {
                    lines.close();
                    return Optional.empty();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Optional.of(
                    () -> piece.stream().map(line -> row(first, line)).toList());
        }
    }

    private static SealedEntry row(int near, String text) {
        JsonNode line = json(near, text);
        try {
            return new SealedEntry(
                    line.path("seq").asLong(),
                    IdText.decode(Prefix.AUDIT_ENTRY.text(), text(line, "audit_id"))
                            .orElseThrow(() -> new Damaged("A row near line " + near + " has no id.", null)),
                    line.path("event_at").asLong(),
                    text(line, "actor_did"),
                    text(line, "event_type"),
                    text(line, "resource_type"),
                    text(line, "resource_id"),
                    text(line, "request_id"),
                    text(line, "payload_json"),
                    Instant.ofEpochSecond(Long.parseLong(text(line, "sealed_at"))),
                    text(line, "prev_audit_hash"),
                    text(line, "hash"));
        } catch (NumberFormatException e) {
            throw new Damaged("A row near line " + near + " names no time of its seal.", e);
        }
    }

    private static String text(JsonNode line, String member) {
        return line.path(member).asString("");
    }

    private static JsonNode json(int number, @Nullable String line) {
        try {
            return JSON.readTree(line == null ? "" : line);
        } catch (JacksonException e) {
            throw new Damaged("Line " + number + " of the export, or one soon after it, is cut off or damaged.", e);
        }
    }
}
