package dev.keystead.platform.crypto;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/// Signatures by RFC 8032 with keys as their bare 32 bytes.
public final class Ed25519 {
    /// How many bytes a public key has.
    public static final int KEY = 32;

    private static final String NAME = "Ed25519";

    /// What stands before the bare key in the forms that Java reads (RFC 8410 §4 and §7).
    private static final byte[] PUBLIC_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private Ed25519() {}

    /// A new pair.
    ///
    /// @param open the public key's bare bytes
    /// @param secret the private key in PKCS #8
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    public record Pair(byte[] open, byte[] secret) {}

    public static Pair generate() {
        try {
            var pair = KeyPairGenerator.getInstance(NAME).generateKeyPair();
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] open = Arrays.copyOfRange(encoded, encoded.length - KEY, encoded.length);
            return new Pair(open, pair.getPrivate().getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is part of every JDK 25", e);
        }
    }

    /// The private key in PKCS #8 that [#generate] made.
    public static PrivateKey privateKey(byte[] secret) {
        try {
            return KeyFactory.getInstance(NAME).generatePrivate(new PKCS8EncodedKeySpec(secret));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("not a private key that this installation made", e);
        }
    }

    public static byte[] sign(PrivateKey key, byte[] message) {
        try {
            Signature signature = Signature.getInstance(NAME);
            signature.initSign(key);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 cannot sign", e);
        }
    }

    /// Whether the holder of a key signed a message. What is malformed was not signed.
    ///
    /// @param open the public key's bare bytes
    public static boolean verifies(byte[] open, byte[] message, byte[] signed) {
        try {
            var encoded = new byte[PUBLIC_PREFIX.length + KEY];
            System.arraycopy(PUBLIC_PREFIX, 0, encoded, 0, PUBLIC_PREFIX.length);
            System.arraycopy(open, 0, encoded, PUBLIC_PREFIX.length, KEY);
            PublicKey key = KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(encoded));
            Signature signature = Signature.getInstance(NAME);
            signature.initVerify(key);
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            // A key that is no point of the curve, or a signature of another length: nothing was signed.
            return false;
        }
    }
}
