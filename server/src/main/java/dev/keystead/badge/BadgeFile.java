package dev.keystead.badge;

import dev.keystead.platform.json.CanonicalJson;
import dev.keystead.platform.json.Fields;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// A badge as people carry it: what was signed, the signature, and the key that made it. Whether the signature
/// is right is for [BadgeVerifier] to say.
///
/// @param payload what was signed, in its RFC 8785 spelling
/// @param signature Ed25519, in base64url
/// @param kid the key
public record BadgeFile(JsonNode payload, String signature, String kid) {
    /// How large a file may be that is read.
    public static final int MOST_BYTES = 64 * 1024;

    private static final int MOST_KIBIBYTES = 32;
    private static final Pattern SIGNATURE = Pattern.compile("[A-Za-z0-9_-]{86}");

    public BadgeFile {
        var fields = new Fields();
        payload = fields.object("payload", payload, MOST_KIBIBYTES);
        signature = fields.matching("signature", signature, SIGNATURE, "must be 64 bytes in base64url");
        kid = fields.text("kid", kid, 1, 100);
        fields.refuseIfAny();
    }

    /// Reads a file.
    ///
    /// @throws dev.keystead.platform.json.BadInput when it is no badge, naming what is wrong
    public static BadgeFile read(byte[] bytes) {
        return JsonBody.read(BadgeFile.class, bytes);
    }

    /// @param payload as it is stored, in any spelling
    static BadgeFile of(String payload, byte[] signature, String kid) {
        return new BadgeFile(
                Json.tree(CanonicalJson.of(payload)),
                Base64.getUrlEncoder().withoutPadding().encodeToString(signature),
                kid);
    }

    /// The same as bytes, for a file.
    public byte[] bytes() {
        return (Json.pretty(this) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /// What it says, which nobody has checked yet.
    ///
    /// @throws dev.keystead.platform.json.BadInput when that is not what a badge says
    public BadgePayload claims() {
        return BadgePayload.read(payload);
    }

    byte[] signedBytes() {
        return CanonicalJson.of(Json.text(payload)).getBytes(StandardCharsets.UTF_8);
    }

    byte[] signatureBytes() {
        return Base64.getUrlDecoder().decode(signature);
    }
}
