package dev.keystead.tenancy.migration;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// One migration as it was read: its name, its text, and the SHA-256 of its bytes in lower-case hexadecimal.
public record Migration(MigrationName name, String sql, String sha256) {
    static Migration of(MigrationName name, String sql) {
        return new Migration(name, sql, sha256(sql.getBytes(StandardCharsets.UTF_8)));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
