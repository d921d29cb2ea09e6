package dev.keystead.bench;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;

/// The P-256 key of a device: it answers challenges, asks for certificates (RFC 2986) and makes proofs (RFC 9449).
final class HolderKey {
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();
    private static final int COORDINATE = 32;

    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int BIT_STRING = 0x03;
    private static final int UTF8_STRING = 0x0c;
    private static final int ATTRIBUTES = 0xa0;
    private static final byte[] VERSION = HexFormat.of().parseHex("020100");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("300a06082a8648ce3d040302");

    private final KeyPair pair;
    private final String jwk;

    HolderKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            pair = generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK makes P-256 keys.", impossible);
        }
        var point = ((ECPublicKey) pair.getPublic()).getW();
        jwk = new JsonLine()
                .with("kty", "EC")
                .with("crv", "P-256")
                .with("x", coordinate(point.getAffineX()))
                .with("y", coordinate(point.getAffineY()))
                .toString();
    }

    private static String coordinate(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[COORDINATE];
        int length = Math.min(bytes.length, COORDINATE);
        System.arraycopy(bytes, bytes.length - length, fixed, COORDINATE - length, length);
        return BASE64URL.encodeToString(fixed);
    }

    KeyPair pair() {
        return pair;
    }

    /// The public key (RFC 7517).
    String jwk() {
        return jwk;
    }

    /// The answer to a challenge, in base64url.
    String signText(String message) {
        return BASE64URL.encodeToString(sign("SHA256withECDSA", message.getBytes(StandardCharsets.UTF_8)));
    }

    /// A request for a certificate, in PEM.
    String certificationRequest() {
        byte[] name = der(
                SEQUENCE,
                der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, "bench".getBytes(StandardCharsets.UTF_8)))));
        byte[] said = der(SEQUENCE, VERSION, name, pair.getPublic().getEncoded(), der(ATTRIBUTES));
        byte[] signature = sign("SHA256withECDSA", said);
        byte[] whole = der(SEQUENCE, said, ECDSA_WITH_SHA256, der(BIT_STRING, new byte[] {0}, signature));
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(whole);
        return "-----BEGIN CERTIFICATE REQUEST-----\n" + lines + "\n-----END CERTIFICATE REQUEST-----\n";
    }

    /// A proof that fits one request.
    ///
    /// @param accessToken that goes with it; empty at the token endpoint
    String proof(String method, String address, String accessToken) {
        String header = "{\"typ\":\"dpop+jwt\",\"alg\":\"ES256\",\"jwk\":" + jwk + "}";
        JsonLine claims = new JsonLine()
                .with("jti", UUID.randomUUID().toString())
                .with("htm", method)
                .with("htu", address)
                .with("iat", Instant.now().getEpochSecond());
        if (!accessToken.isEmpty()) {
            claims.with("ath", hash(accessToken));
        }
        String said = encoded(header) + "." + encoded(claims.toString());
        byte[] signature = sign("SHA256withECDSAinP1363Format", said.getBytes(StandardCharsets.US_ASCII));
        return said + "." + BASE64URL.encodeToString(signature);
    }

    private static String encoded(String text) {
        return BASE64URL.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(String text) {
        try {
            return BASE64URL.encodeToString(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every Java platform has SHA-256.", impossible);
        }
    }

    private byte[] sign(String algorithm, byte[] message) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(pair.getPrivate());
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("Every JDK signs by P-256.", impossible);
        }
    }

    /// One value of X.690; all of ours are shorter than 64 KiB.
    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(tag);
        if (content.size() < 0x80) {
            value.write(content.size());
        } else if (content.size() < 0x100) {
            value.write(0x81);
            value.write(content.size());
        } else {
            value.write(0x82);
            value.write(content.size() >> 8);
            value.write(content.size());
        }
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }
}
