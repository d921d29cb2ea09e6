package dev.keystead.key;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import dev.keystead.platform.crypto.Envelope;
import dev.keystead.platform.crypto.MasterKey;
import java.nio.ByteBuffer;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.text.ParseException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/// Makes pairs of keys, seals them for their rows and opens them again.
///
/// What is sealed with a private key is also the fingerprint (RFC 7638) of the public one beside it: a
/// public key that somebody put into the database is found out before a signature is checked with it.
final class Keysmith {
    private static final int FINGERPRINT = 32;

    /// What stands before the 32 bytes of a public Ed25519 key in its X.509 form (RFC 8410 §4).
    private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private final Engine engine;
    private final Envelope envelope;

    Keysmith(Engine engine, MasterKey master) {
        this.engine = engine;
        this.envelope = master.envelope("oauth.signing_keys.private_key");
    }

    Engine engine() {
        return engine;
    }

    /// A new pair for a row that is not there yet.
    ///
    /// @param publicJwk the public key as JSON
    /// @param sealed the private one in its envelope
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Fresh(SigningKeyId id, Algorithm algorithm, String publicJwk, byte[] sealed) {}

    /// The parts of a key that was found to be whole.
    ///
    /// @param pkcs8 the private key
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    record Opened(JWK publicJwk, PublicKey publicKey, byte[] pkcs8) {}

    Fresh make(UUID tenant, Algorithm algorithm) {
        SigningKeyId id = SigningKeyId.make();
        KeyPair pair = engine.generate(algorithm);
        JWK jwk = jwk(algorithm, id.text(), pair.getPublic());
        byte[] pkcs8 = pair.getPrivate().getEncoded();
        byte[] plain = ByteBuffer.allocate(FINGERPRINT + pkcs8.length)
                .put(fingerprint(jwk))
                .put(pkcs8)
                .array();
        return new Fresh(id, algorithm, jwk.toJSONString(), envelope.seal(tenant, id.value(), plain));
    }

    /// @throws IllegalStateException when the row is not as it was made
    Opened open(UUID tenant, StoredKey.Sealed stored) {
        StoredKey key = stored.key();
        byte[] plain = envelope.open(tenant, key.id().value(), stored.privateKey());
        JWK jwk = parse(key.publicJwk());
        boolean same = MessageDigest.isEqual(fingerprint(jwk), Arrays.copyOf(plain, FINGERPRINT))
                && key.kid().equals(jwk.getKeyID())
                && key.algorithm().jws().equals(jwk.getAlgorithm());
        if (!same) {
            throw new IllegalStateException("the public key is not the one that was made with the private key");
        }
        return new Opened(
                jwk.toPublicJWK(),
                engine.publicKey(key.algorithm(), x509(key.algorithm(), jwk)),
                Arrays.copyOfRange(plain, FINGERPRINT, plain.length));
    }

    PrivateKey privateKey(Algorithm algorithm, Opened opened) {
        return engine.privateKey(algorithm, opened.pkcs8());
    }

    private static JWK parse(String json) {
        try {
            return JWK.parse(json);
        } catch (ParseException e) {
            throw new IllegalStateException("the public key is not a JWK", e);
        }
    }

    private static JWK jwk(Algorithm algorithm, String kid, PublicKey key) {
        return switch (algorithm) {
            case RS256, PS256 ->
                new RSAKey.Builder((RSAPublicKey) key)
                        .keyID(kid)
                        .keyUse(KeyUse.SIGNATURE)
                        .algorithm(algorithm.jws())
                        .build();
            case ES256 ->
                new ECKey.Builder(Curve.P_256, (ECPublicKey) key)
                        .keyID(kid)
                        .keyUse(KeyUse.SIGNATURE)
                        .algorithm(algorithm.jws())
                        .build();
            case EDDSA -> {
                byte[] x509 = key.getEncoded();
                byte[] point = Arrays.copyOfRange(x509, ED25519_HEAD.length, x509.length);
                yield new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point))
                        .keyID(kid)
                        .keyUse(KeyUse.SIGNATURE)
                        .algorithm(algorithm.jws())
                        .build();
            }
        };
    }

    private static byte[] x509(Algorithm algorithm, JWK jwk) {
        try {
            return switch (algorithm) {
                case RS256, PS256 -> jwk.toRSAKey().toRSAPublicKey().getEncoded();
                case ES256 -> jwk.toECKey().toECPublicKey().getEncoded();
                case EDDSA -> {
                    byte[] point = jwk.toOctetKeyPair().getDecodedX();
                    yield ByteBuffer.allocate(ED25519_HEAD.length + point.length)
                            .put(ED25519_HEAD)
                            .put(point)
                            .array();
                }
            };
        } catch (JOSEException | ClassCastException e) {
            throw new IllegalStateException("the public key is not one for " + algorithm, e);
        }
    }

    private static byte[] fingerprint(JWK jwk) {
        try {
            return jwk.computeThumbprint().decode();
        } catch (JOSEException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
