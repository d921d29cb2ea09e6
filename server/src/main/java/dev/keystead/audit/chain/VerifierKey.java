package dev.keystead.audit.chain;

import dev.keystead.platform.crypto.Ed25519;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/// The public key of an installation, as whoever checks its trail holds it. The text form is the `vkey` of
/// C2SP signed-note: `name+id+key`.
public final class VerifierKey {
    private static final byte ED25519 = 1;

    private final String name;
    private final byte[] open;

    VerifierKey(String name, byte[] open) {
        this.name = name;
        this.open = open.clone();
    }

    public String name() {
        return name;
    }

    /// The first four bytes of SHA-256 over the name, a line break, the algorithm and the key.
    int keyId() {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update((name + "\n").getBytes(StandardCharsets.UTF_8));
            sha256.update(ED25519);
            return ByteBuffer.wrap(sha256.digest(open)).getInt();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }

    boolean verifies(String body, Checkpoint.Signature signature) {
        return Ed25519.verifies(open, body.getBytes(StandardCharsets.UTF_8), signature.bytes());
    }

    /// The form for people and files.
    public String text() {
        var typed = new byte[1 + open.length];
        typed[0] = ED25519;
        System.arraycopy(open, 0, typed, 1, open.length);
        return name + "+" + HexFormat.of().toHexDigits(keyId()) + "+"
                + Base64.getEncoder().encodeToString(typed);
    }

    /// The key that a text is, if it is one to the letter.
    public static Optional<VerifierKey> parse(String text) {
        String[] parts = text.strip().split("\\+", 3);
        if (parts.length != 3 || parts[0].isEmpty()) {
            return Optional.empty();
        }
        try {
            byte[] typed = Base64.getDecoder().decode(parts[2]);
            if (typed.length != 1 + Ed25519.KEY || typed[0] != ED25519) {
                return Optional.empty();
            }
            var key = new VerifierKey(parts[0], Arrays.copyOfRange(typed, 1, typed.length));
            return Optional.of(key).filter(read -> read.text().equals(text.strip()));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerifierKey key && key.text().equals(text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
