package dev.keystead.credential;

import dev.keystead.credential.passkey.Octets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A browser with an authenticator in software, which says whatever a test wants it to say. It shares no
/// code with what checks its answers.
public final class SoftKey {
    public static final int USER_PRESENT = 1;
    static final int USER_VERIFIED = 4;
    static final int BACKUP_ELIGIBLE = 8;
    static final int BACKED_UP = 16;
    private static final int ATTESTED = 64;
    private static final JsonMapper JSON = new JsonMapper();

    final byte[] id = new byte[32];
    private final KeyPair keys;

    public String origin = "https://id.example.test";
    public String rpId = "id.example.test";
    byte[] handle = new byte[0];
    public int flags = USER_PRESENT | USER_VERIFIED;
    public long count;
    boolean crossOrigin;
    boolean tellsHandle = true;
    public boolean vouchesForItself;

    /// Something new to sign.
    public static Octets challenge() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Octets.of(bytes);
    }

    public SoftKey() {
        new SecureRandom().nextBytes(id);
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            keys = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Answers creation options as `toJSON()` does.
    public String create(String options) {
        JsonNode asked = JSON.readTree(options);
        handle = Base64.getUrlDecoder().decode(asked.path("user").path("id").asString());
        byte[] client = client("webauthn.create", asked.path("challenge").asString());
        return """
                {"id":"%1$s","rawId":"%1$s","type":"public-key","authenticatorAttachment":"platform",
                 "clientExtensionResults":{"credProps":{"rk":true}},
                 "response":{"clientDataJSON":"%2$s","attestationObject":"%3$s","transports":["internal","hybrid"],
                   "publicKeyAlgorithm":-7}}""".formatted(base64(id), base64(client), base64(attestation(client)));
    }

    /// Answers request options.
    public String get(String options) {
        JsonNode asked = JSON.readTree(options);
        byte[] client = client("webauthn.get", asked.path("challenge").asString());
        byte[] data = authenticatorData(flags);
        String told = tellsHandle ? ",\"userHandle\":\"" + base64(handle) + "\"" : "";
        return """
                {"id":"%1$s","rawId":"%1$s","type":"public-key","clientExtensionResults":{},
                 "response":{"clientDataJSON":"%2$s","authenticatorData":"%3$s","signature":"%4$s"%5$s}}""".formatted(base64(id), base64(client), base64(data), base64(signature(data, client)), told);
    }

    private byte[] client(String type, String challenge) {
        return """
                {"type":"%s","challenge":"%s","origin":"%s","crossOrigin":%s}""".formatted(type, challenge, origin, crossOrigin).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] attestation(byte[] client) {
        byte[] data =
                join(authenticatorData(flags | ATTESTED), new byte[16], new byte[] {0, (byte) id.length}, id, cose());
        return join(
                new byte[] {(byte) 0xa3, 0x63},
                ascii("fmt"),
                vouchesForItself ? join(new byte[] {0x66}, ascii("packed")) : join(new byte[] {0x64}, ascii("none")),
                new byte[] {0x67},
                ascii("attStmt"),
                vouchesForItself ? ownStatement(signature(data, client)) : new byte[] {(byte) 0xa0},
                new byte[] {0x68},
                ascii("authData"),
                new byte[] {0x58, (byte) data.length},
                data);
    }

    private static byte[] ownStatement(byte[] signature) {
        return join(
                new byte[] {(byte) 0xa2, 0x63},
                ascii("alg"),
                new byte[] {0x26, 0x63},
                ascii("sig"),
                new byte[] {0x58, (byte) signature.length},
                signature);
    }

    private byte[] authenticatorData(int said) {
        return ByteBuffer.allocate(37)
                .put(sha256(rpId.getBytes(StandardCharsets.UTF_8)))
                .put((byte) said)
                .putInt((int) count)
                .array();
    }

    private byte[] cose() {
        var point = ((ECPublicKey) keys.getPublic()).getW();
        return join(
                new byte[] {(byte) 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32},
                coordinate(point.getAffineX().toByteArray()),
                new byte[] {0x22, 0x58, 32},
                coordinate(point.getAffineY().toByteArray()));
    }

    /// A number's bytes without its sign, in 32 places.
    private static byte[] coordinate(byte[] signed) {
        var places = new byte[32];
        int taken = Math.min(signed.length, places.length);
        System.arraycopy(signed, signed.length - taken, places, places.length - taken, taken);
        return places;
    }

    private byte[] signature(byte[] data, byte[] client) {
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(data);
            signature.update(sha256(client));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] join(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
