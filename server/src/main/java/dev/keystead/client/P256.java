package dev.keystead.client;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/// Signatures by P-256 (RFC 7518 section 3.4) by the engine that makes ours, from the key's own bytes: a library that
/// makes a key of the JDK first has the engine turn it into one of its own, each time.
final class P256 {
    private static final int COORDINATE = 32;
    private static final byte UNCOMPRESSED = 4;

    /// How RFC 5480 section 2 begins every public key of this kind.
    private static final byte[] HEAD = HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d030107034200");

    private P256() {}

    /// Whether a key is of this kind, and spelled as RFC 7518 section 6.2.1.2 says.
    static boolean isOf(ECKey key) {
        return Curve.P_256.equals(key.getCurve())
                && key.getX().decode().length == COORDINATE
                && key.getY().decode().length == COORDINATE;
    }

    static boolean verifies(ECKey key, byte[] signed, byte[] signature) {
        byte[] encoded = ByteBuffer.allocate(HEAD.length + 1 + 2 * COORDINATE)
                .put(HEAD)
                .put(UNCOMPRESSED)
                .put(key.getX().decode())
                .put(key.getY().decode())
                .array();
        try {
            Engine engine = Engine.ofThisProcess();
            PublicKey its = engine.factory(Algorithm.ES256).generatePublic(new X509EncodedKeySpec(encoded));
            return engine.verify(Algorithm.ES256, its, signed, signature);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }
}
