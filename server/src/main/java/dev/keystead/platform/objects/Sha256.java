package dev.keystead.platform.objects;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256, in hex.
final class Sha256 {
    /// Of no bytes at all.
    static final String OF_NOTHING = of(new byte[0]);

    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }

    static String of(byte[] bytes) {
        return hex(digest().digest(bytes));
    }

    static String of(Path file) throws IOException {
        MessageDigest digest = digest();
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            in.transferTo(out);
        }
        return hex(digest.digest());
    }

    static String hex(byte[] hash) {
        return HexFormat.of().formatHex(hash);
    }
}
