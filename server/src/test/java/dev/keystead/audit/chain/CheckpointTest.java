package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.crypto.Ed25519;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Checkpoints in the text form of C2SP, and copies of them.
class CheckpointTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    private static CheckpointSigner signer(String name) {
        Ed25519.Pair pair = Ed25519.generate();
        return new CheckpointSigner(new VerifierKey(name, pair.open()), Ed25519.privateKey(pair.secret()));
    }

    private static Checkpoint checkpoint(long size) {
        return new Checkpoint("here/audit/wrk_1/admin_audit", size, "ab".repeat(32), Checkpoint.Kind.REGULAR, NOW);
    }

    /// The example of the library that the form comes from.
    @Test
    void aSignatureThatAnotherProgramMadeIsUnderstood() {
        VerifierKey key = VerifierKey.parse("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
                .orElseThrow();
        byte[] signed = Base64.getDecoder()
                .decode("x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=");
        var signature =
                new Checkpoint.Signature("PeterNeumann", key.keyId(), Arrays.copyOfRange(signed, 4, signed.length));
        assertThat(key.keyId()).isEqualTo(0xc74f20a3);
        assertThat(key.verifies("""
                        If you think cryptography is the answer to your problem,
                        then you don't know what your problem is.
                        """, signature)).isTrue();
        assertThat(key.verifies("If you think otherwise.\n", signature)).isFalse();
    }

    @Test
    void aKeyIsItsTextToTheLetter() {
        VerifierKey key = signer("here/audit").open();
        assertThat(VerifierKey.parse(key.text())).contains(key);
        assertThat(VerifierKey.parse(key.text().replace("here", "there"))).isEmpty();
        assertThat(VerifierKey.parse("here/audit+00000000+AAAA")).isEmpty();
        assertThat(VerifierKey.parse("")).isEmpty();
    }

    @Test
    void theNoteHasTheFormOfC2sp() {
        CheckpointSigner signer = signer("here/audit");
        String note = checkpoint(7).signedBy(List.of(signer)).note();
        assertThat(note.lines().toList())
                .hasSize(6)
                .startsWith(
                        "here/audit/wrk_1/admin_audit",
                        "7",
                        Base64.getEncoder().encodeToString(HexFormat.of().parseHex("ab".repeat(32))),
                        "regular 2026-01-31T12:00:00Z",
                        "")
                .last()
                .asString()
                .startsWith("\u2014 here/audit ");
        assertThat(Checkpoint.parse(note).orElseThrow().isSignedBy(List.of(signer.open())))
                .isTrue();
    }

    @Test
    void afterARotationOneKnownKeyIsEnough() {
        CheckpointSigner old = signer("here/audit");
        CheckpointSigner next = signer("here/audit");
        Checkpoint.Signed signed = Checkpoint.parse(
                        checkpoint(7).signedBy(List.of(old, next)).note())
                .orElseThrow();
        assertThat(signed.isSignedBy(List.of(old.open()))).isTrue();
        assertThat(signed.isSignedBy(List.of(next.open()))).isTrue();
        assertThat(signed.isSignedBy(List.of(signer("here/audit").open()))).isFalse();
        assertThat(signed.isSignedBy(List.of())).isFalse();
    }

    @Test
    void whatWasChangedIsNotSigned() {
        CheckpointSigner signer = signer("here/audit");
        String note = checkpoint(7).signedBy(List.of(signer)).note();
        for (String other : List.of(
                note.replace("\n7\n", "\n8\n"),
                note.replace("admin_audit", "auth_audit"),
                note.replace("regular", "cut"),
                note.replace("12:00:00Z", "12:00:01Z"))) {
            assertThat(Checkpoint.parse(other).orElseThrow().isSignedBy(List.of(signer.open())))
                    .as(other)
                    .isFalse();
        }
        for (String other : List.of(
                "",
                "\n\n",
                note.strip(),
                note.replace("\n7\n", "\n07\n"),
                note.replace("regular", "other"),
                note.replace("\u2014", "-"),
                note + "x\n")) {
            assertThat(Checkpoint.parse(other)).as(other).isEmpty();
        }
    }

    @Test
    void copiesSurviveALineThatWasCutOff(@TempDir Path folder) throws Exception {
        CheckpointSigner signer = signer("here/audit");
        var copies = new CheckpointCopies(folder.resolve("below"));
        copies.append(NOW, List.of(checkpoint(1).signedBy(List.of(signer))));
        Path file = folder.resolve("below/checkpoints-2026-01.ndjson");
        Files.write(file, "{\"note\":\"half".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        copies.append(
                NOW,
                List.of(checkpoint(2).signedBy(List.of(signer)), checkpoint(3).signedBy(List.of(signer))));
        assertThat(CheckpointCopies.read(folder.resolve("below")))
                .extracting(signed -> signed.checkpoint().size())
                .containsExactly(1L, 2L, 3L);
        assertThat(CheckpointCopies.read(file)).hasSize(3);
    }
}
