package dev.keystead.platform.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.UUID;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// Envelope encryption for what lives long and must be read again, such as private keys.
///
/// Each value is encrypted with a data key of its own, and that key is wrapped by one that the master key
/// gives. A value opens only in the row of the tenant that it was sealed for. Its bytes are the format, the
/// version of the master key, the wrapped key and the encrypted value: a new master key means wrapping 32
/// bytes again, while the value itself stays as it is.
public final class Envelope {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte FORMAT = 2;
    private static final int HEAD = 2;
    private static final int DATA_KEY = 32;
    private static final int WRAPPED = DATA_KEY + AesGcm.OVERHEAD;

    private final SecretKey wrapping;
    private final String purpose;

    Envelope(SecretKey wrapping, String purpose) {
        this.wrapping = wrapping;
        this.purpose = purpose;
    }

    /// Encrypts a value for one row.
    ///
    /// @param row the id of the row in which the value will stand
    public byte[] seal(UUID tenant, UUID row, byte[] plain) {
        var dataKey = new byte[DATA_KEY];
        RANDOM.nextBytes(dataKey);
        byte[] wrapped = AesGcm.seal(wrapping, wrappingContext(tenant, row), dataKey);
        byte[] sealed = AesGcm.seal(aes(dataKey), context("value", tenant, row), plain);
        Arrays.fill(dataKey, (byte) 0);
        return ByteBuffer.allocate(HEAD + WRAPPED + sealed.length)
                .put(FORMAT)
                .put((byte) MasterKey.VERSION)
                .put(wrapped)
                .put(sealed)
                .array();
    }

    /// What was sealed for this row.
    ///
    /// @throws IllegalStateException when it was not, or was changed since
    public byte[] open(UUID tenant, UUID row, byte[] sealed) {
        if (sealed.length < HEAD + WRAPPED || sealed[0] != FORMAT) {
            throw new IllegalStateException("not a value that this installation sealed");
        }
        if (sealed[1] != MasterKey.VERSION) {
            throw new IllegalStateException("sealed under version " + sealed[1] + " of the master key, not "
                    + MasterKey.VERSION + "; give the server the key that sealed it");
        }
        byte[] wrapped = Arrays.copyOfRange(sealed, HEAD, HEAD + WRAPPED);
        byte[] dataKey = AesGcm.open(wrapping, wrappingContext(tenant, row), wrapped);
        byte[] value = Arrays.copyOfRange(sealed, HEAD + WRAPPED, sealed.length);
        return AesGcm.open(aes(dataKey), context("value", tenant, row), value);
    }

    private static SecretKey aes(byte[] dataKey) {
        return new SecretKeySpec(dataKey, "AES");
    }

    /// The version belongs to the wrapped key alone, so that the value outlives it.
    private byte[] wrappingContext(UUID tenant, UUID row) {
        return context("key/" + MasterKey.VERSION, tenant, row);
    }

    private byte[] context(String part, UUID tenant, UUID row) {
        return String.join("/", String.valueOf(FORMAT), part, purpose, tenant.toString(), row.toString())
                .getBytes(StandardCharsets.UTF_8);
    }
}
