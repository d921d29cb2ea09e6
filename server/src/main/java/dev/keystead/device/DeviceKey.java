package dev.keystead.device;

import dev.keystead.key.Algorithm;
import dev.keystead.key.Engine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import tools.jackson.databind.JsonNode;

/// The public key of a device: a point of P-256, or one of Ed25519.
///
/// Both forms in which it may come lead to the same bytes, so that one key has one fingerprint.
public final class DeviceKey {
    private static final int COORDINATE = 32;
    private static final Set<String> MEMBERS = Set.of("kty", "crv", "x", "y", "kid", "use", "alg", "key_ops");

    /// What stands before a point in a SubjectPublicKeyInfo (RFC 5480 section 2, RFC 8410 section 4). Each kind
    /// of key has one such beginning, so that whatever differs is another kind of key or another spelling.
    private static final byte[] P256_HEAD =
            HexFormat.of().parseHex("3059301306072a8648ce3d020106082a8648ce3d030107034200");

    private static final byte[] ED25519_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final byte UNCOMPRESSED = 4;
    private static final ECCurve P256 = CustomNamedCurves.getByName("P-256").getCurve();

    private final Algorithm algorithm;
    private final byte[] info;

    private DeviceKey(Algorithm algorithm, byte[] info) {
        this.algorithm = algorithm;
        this.info = info;
    }

    /// The key of a SubjectPublicKeyInfo; nothing for another kind of key, or another spelling.
    public static Optional<DeviceKey> ofInfo(byte[] info) {
        if (isAfter(P256_HEAD, info, 1 + 2 * COORDINATE)) {
            byte[] point = Arrays.copyOfRange(info, P256_HEAD.length, info.length);
            return Optional.of(new DeviceKey(Algorithm.ES256, info.clone())).filter(_ -> isOnCurve(point));
        }
        if (isAfter(ED25519_HEAD, info, COORDINATE)) {
            return Optional.of(new DeviceKey(Algorithm.EDDSA, info.clone()))
                    .filter(_ -> Ed25519.validatePublicKeyFull(info, ED25519_HEAD.length));
        }
        return Optional.empty();
    }

    /// A key that was looked at before it was stored.
    static DeviceKey stored(byte[] info) {
        return new DeviceKey(info.length == ED25519_HEAD.length + COORDINATE ? Algorithm.EDDSA : Algorithm.ES256, info);
    }

    private static boolean isAfter(byte[] head, byte[] info, int length) {
        return info.length == head.length + length && Arrays.equals(Arrays.copyOf(info, head.length), head);
    }

    private static boolean isOnCurve(byte[] point) {
        try {
            return point[0] == UNCOMPRESSED && P256.decodePoint(point).isValid();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /// The key of a PEM block `PUBLIC KEY`.
    public static Optional<DeviceKey> ofPem(String pem) {
        return Pem.decode("PUBLIC KEY", pem).flatMap(DeviceKey::ofInfo);
    }

    /// The key of a JWK (RFC 7517) without a private part.
    public static Optional<DeviceKey> ofJwk(JsonNode jwk) {
        if (!jwk.isObject() || !MEMBERS.containsAll(jwk.propertyNames())) {
            return Optional.empty();
        }
        Optional<byte[]> x = coordinate(jwk, "x");
        return switch (jwk.path("kty").asString("") + " " + jwk.path("crv").asString("")) {
            case "EC P-256" ->
                x.flatMap(first -> coordinate(jwk, "y")
                        .flatMap(second -> ofInfo(ByteBuffer.allocate(P256_HEAD.length + 1 + 2 * COORDINATE)
                                .put(P256_HEAD)
                                .put(UNCOMPRESSED)
                                .put(first)
                                .put(second)
                                .array())));
            case "OKP Ed25519" ->
                x.filter(_ -> !jwk.has("y"))
                        .flatMap(point -> ofInfo(ByteBuffer.allocate(ED25519_HEAD.length + COORDINATE)
                                .put(ED25519_HEAD)
                                .put(point)
                                .array()));
            default -> Optional.empty();
        };
    }

    /// RFC 7518 section 6.2.1.2: all of its bytes, in the one spelling of base64url.
    private static Optional<byte[]> coordinate(JsonNode jwk, String name) {
        if (!jwk.path(name).isString()) {
            return Optional.empty();
        }
        try {
            String text = jwk.path(name).stringValue();
            return Optional.of(Base64.getUrlDecoder().decode(text))
                    .filter(bytes ->
                            bytes.length == COORDINATE && base64url(bytes).equals(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    public Algorithm algorithm() {
        return algorithm;
    }

    /// As JOSE calls it.
    public String algorithmName() {
        return algorithm.word();
    }

    /// The key as SubjectPublicKeyInfo.
    public byte[] info() {
        return info.clone();
    }

    public byte[] fingerprint() {
        return sha256(info);
    }

    /// RFC 7638, SHA-256 in base64url.
    public String thumbprint() {
        int end = info.length;
        String members = algorithm == Algorithm.ES256
                ? "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"%s\",\"y\":\"%s\"}"
                        .formatted(
                                base64url(Arrays.copyOfRange(info, end - 2 * COORDINATE, end - COORDINATE)),
                                base64url(Arrays.copyOfRange(info, end - COORDINATE, end)))
                : "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}"
                        .formatted(base64url(Arrays.copyOfRange(info, end - COORDINATE, end)));
        return base64url(sha256(members.getBytes(StandardCharsets.US_ASCII)));
    }

    /// Whether the holder of the key signed a message. A signature of P-256 may have either spelling.
    public boolean verifies(Engine engine, byte[] message, byte[] signature) {
        Optional<byte[]> flat = algorithm == Algorithm.ES256 && signature.length != EcdsaForm.LENGTH
                ? EcdsaForm.fromDer(signature)
                : Optional.of(signature);
        PublicKey key = engine.publicKey(algorithm, info);
        return flat.filter(bytes -> engine.verify(algorithm, key, message, bytes))
                .isPresent();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }

    private static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeviceKey key && Arrays.equals(info, key.info);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(info);
    }

    @Override
    public String toString() {
        return thumbprint();
    }
}
