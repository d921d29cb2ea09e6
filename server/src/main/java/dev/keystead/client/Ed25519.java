package dev.keystead.client;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.OctetKeyPair;
import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/// Signatures of RFC 8037 by the engine that makes ours; Nimbus would need another library for them.
final class Ed25519 {
    private static final int KEY_LENGTH = 32;

    /// How RFC 8410 section 4 begins every public key of this kind.
    private static final byte[] HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private Ed25519() {}

    static boolean verifies(OctetKeyPair key, byte[] signed, byte[] signature) {
        byte[] point = key.getX().decode();
        if (!Curve.Ed25519.equals(key.getCurve()) || point.length != KEY_LENGTH) {
            return false;
        }
        byte[] encoded = ByteBuffer.allocate(HEAD.length + KEY_LENGTH)
                .put(HEAD)
                .put(point)
                .array();
        try {
            Engine engine = Engine.ofThisProcess();
            PublicKey its = engine.factory(Algorithm.EDDSA).generatePublic(new X509EncodedKeySpec(encoded));
            return engine.verify(Algorithm.EDDSA, its, signed, signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
