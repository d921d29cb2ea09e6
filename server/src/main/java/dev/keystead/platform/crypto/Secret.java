package dev.keystead.platform.crypto;

import dev.keystead.tenancy.IdText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;

/// A secret that we make and a person or program presents: an API key, a one-time link.
///
/// Its text is `<prefix>_<tenant><random><checksum>`: 26 characters say whose it is, so that it can be looked up inside
/// the tenant's wall; 43 carry 256 random bits; 6 are a checksum, so that scanners recognise a leaked one and a
/// mistyped one is refused without asking the database.
public record Secret(String text, UUID tenant) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger SIXTY_TWO = BigInteger.valueOf(BASE62.length());
    private static final int TENANT_CHARS = 26;
    private static final int RANDOM_CHARS = 43;
    private static final int CHECK_CHARS = 6;
    private static final int SHOWN_CHARS = 6;

    public static Secret make(SecretPrefix prefix, UUID tenant) {
        var random = new byte[32];
        RANDOM.nextBytes(random);
        String body = IdText.encode(prefix.text(), tenant) + base62(new BigInteger(1, random), RANDOM_CHARS);
        return new Secret(body + checksum(body), tenant);
    }

    /// The secret that a text is, if it has the form of one with this prefix.
    public static Optional<Secret> parse(SecretPrefix prefix, String text) {
        int tenantEnd = prefix.text().length() + 1 + TENANT_CHARS;
        int length = tenantEnd + RANDOM_CHARS + CHECK_CHARS;
        if (text.length() != length) {
            return Optional.empty();
        }
        String body = text.substring(0, length - CHECK_CHARS);
        if (!checksum(body).equals(text.substring(length - CHECK_CHARS))) {
            return Optional.empty();
        }
        return IdText.decode(prefix.text(), text.substring(0, tenantEnd)).map(tenant -> new Secret(text, tenant));
    }

    /// The start of the random part, with which people tell their keys apart. Too short to help a guesser.
    public String shown() {
        int start = text.length() - CHECK_CHARS - RANDOM_CHARS;
        return text.substring(0, text.indexOf('_') + 1) + "…" + text.substring(start, start + SHOWN_CHARS);
    }

    private static String checksum(String body) {
        var crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return base62(BigInteger.valueOf(crc.getValue()), CHECK_CHARS);
    }

    private static String base62(BigInteger value, int length) {
        var text = new char[length];
        BigInteger rest = value;
        for (int at = length - 1; at >= 0; at--) {
            BigInteger[] parts = rest.divideAndRemainder(SIXTY_TWO);
            text[at] = BASE62.charAt(parts[1].intValue());
            rest = parts[0];
        }
        return new String(text);
    }

    /// Never the secret itself: a record's own form would put it into logs.
    @Override
    public String toString() {
        return shown();
    }
}
