package dev.keystead.platform.crypto;

import java.util.HexFormat;

/// What a [Mac] made of a text: tells texts apart without telling them.
public record Digest(String hex) {
    public static Digest of(byte[] bytes) {
        return new Digest(HexFormat.of().formatHex(bytes));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
