package dev.keystead.credential.passkey;

import java.util.Arrays;
import java.util.Base64;

/// Bytes as a value: they do not change, and two of the same are equal. Shown by their number only.
public final class Octets {
    private final byte[] bytes;

    private Octets(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Octets of(byte[] bytes) {
        return new Octets(bytes.clone());
    }

    public int length() {
        return bytes.length;
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /// As browsers write bytes in JSON.
    public String base64url() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Octets same && Arrays.equals(bytes, same.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
