package dev.keystead.audit.chain;

import dev.keystead.platform.db.Words;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is said about a chain at one moment: its length and the hash of its last row. The text form is that of
/// C2SP tlog-checkpoint: origin, size and hash in base64, each on a line, then a line of our own with the
/// kind and the time.
///
/// @param hash of the row at `size`, in hex
public record Checkpoint(String origin, long size, String hash, Kind kind, Instant at) {
    private static final HexFormat HEX = HexFormat.of();
    private static final String DASH = "\u2014 ";
    private static final int KEY_ID = 4;

    /// Why it was signed.
    public enum Kind {
        /// Because an hour was over.
        REGULAR,
        /// Because the rows up to here may be removed: nothing else explains that a chain begins after them.
        CUT
    }

    /// A checkpoint and who signed it.
    ///
    /// @param note the whole text
    public record Signed(Checkpoint checkpoint, String note, List<Signature> signatures) {
        public Signed {
            signatures = List.copyOf(signatures);
        }

        /// Whether one of these keys signed it and none of them says otherwise. Signatures of others are
        /// passed over, as the form wants it.
        public boolean isSignedBy(Collection<VerifierKey> keys) {
            List<Boolean> verdicts = signatures.stream()
                    .flatMap(signature -> keys.stream()
                            .filter(key -> key.name().equals(signature.name()) && key.keyId() == signature.keyId())
                            .map(key -> key.verifies(checkpoint.body(), signature)))
                    .toList();
            return !verdicts.isEmpty() && !verdicts.contains(false);
        }
    }

    /// One line below a note.
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    public record Signature(String name, int keyId, byte[] bytes) {
        String line() {
            var all = ByteBuffer.allocate(KEY_ID + bytes.length)
                    .putInt(keyId)
                    .put(bytes)
                    .array();
            return DASH + name + " " + Base64.getEncoder().encodeToString(all) + "\n";
        }
    }

    /// The text that is signed.
    public String body() {
        return origin + "\n" + size + "\n" + Base64.getEncoder().encodeToString(HEX.parseHex(hash)) + "\n"
                + Words.of(kind) + " " + at + "\n";
    }

    /// The whole note.
    public Signed signedBy(List<CheckpointSigner> signers) {
        List<Signature> signatures =
                signers.stream().map(signer -> signer.sign(body())).toList();
        String lines = signatures.stream().map(Signature::line).collect(Collectors.joining());
        return new Signed(this, body() + "\n" + lines, signatures);
    }

    /// The checkpoint that a text is, if it is one of ours to the letter.
    public static Optional<Signed> parse(String note) {
        int blank = note.indexOf("\n\n");
        if (blank < 0 || !note.endsWith("\n")) {
            return Optional.empty();
        }
        List<String> said = note.substring(0, blank).lines().toList();
        List<Optional<Signature>> signatures =
                note.substring(blank + 2).lines().map(Checkpoint::signature).toList();
        if (said.size() != 4 || signatures.isEmpty() || signatures.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        var signed = new ArrayList<Signature>();
        signatures.forEach(signature -> signature.ifPresent(signed::add));
        return checkpoint(said)
                // One spelling only: what was signed is what was read.
                .filter(read -> note.startsWith(read.body() + "\n"))
                .map(read -> new Signed(read, note, signed));
    }

    private static Optional<Checkpoint> checkpoint(List<String> said) {
        try {
            String[] why = said.get(3).split(" ", 2);
            return Optional.of(new Checkpoint(
                    said.get(0),
                    Long.parseLong(said.get(1)),
                    HEX.formatHex(Base64.getDecoder().decode(said.get(2))),
                    Words.parse(Kind.class, why[0]),
                    Instant.parse(why.length == 2 ? why[1] : "")));
        } catch (IllegalArgumentException | DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Signature> signature(String line) {
        int space = line.lastIndexOf(' ');
        if (!line.startsWith(DASH) || space <= DASH.length()) {
            return Optional.empty();
        }
        try {
            var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(line.substring(space + 1)));
            if (bytes.remaining() <= KEY_ID) {
                return Optional.empty();
            }
            int keyId = bytes.getInt();
            var signature = new byte[bytes.remaining()];
            bytes.get(signature);
            return Optional.of(new Signature(line.substring(DASH.length(), space), keyId, signature));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
