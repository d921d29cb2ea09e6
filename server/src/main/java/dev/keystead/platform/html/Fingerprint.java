package dev.keystead.platform.html;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The mark of a file's bytes in its address, so that the address changes with them.
public final class Fingerprint {
    private static final int DIGITS = 16;

    private Fingerprint() {}

    /// The first 64 bits of SHA-256, as 16 hexadecimal digits.
    public static String of(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
