package dev.keystead.credential.totp;

import java.security.SecureRandom;

/// What an app and we share: 160 random bits, as RFC 4226 wishes.
public final class TotpSecret {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int LENGTH = 20;
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int GROUP = 4;

    private final byte[] bytes;

    private TotpSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    public static TotpSecret make() {
        var bytes = new byte[LENGTH];
        RANDOM.nextBytes(bytes);
        return new TotpSecret(bytes);
    }

    public static TotpSecret of(byte[] bytes) {
        return new TotpSecret(bytes.clone());
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /// As apps read it: base 32 without padding.
    public String base32() {
        var text = new StringBuilder();
        int bits = 0;
        int held = 0;
        for (byte next : bytes) {
            bits = ((bits << 8) | (next & 0xff)) & 0xfff;
            for (held += 8; held >= 5; held -= 5) {
                text.append(BASE32.charAt((bits >> (held - 5)) & 31));
            }
        }
        if (held > 0) {
            text.append(BASE32.charAt((bits << (5 - held)) & 31));
        }
        return text.toString();
    }

    /// The same in groups, for whoever types it because the picture cannot be scanned.
    public String forTyping() {
        return base32().replaceAll("(.{%d})(?=.)".formatted(GROUP), "$1 ");
    }

    /// Never the secret itself, which would get into logs.
    @Override
    public String toString() {
        return "a TOTP secret";
    }
}
