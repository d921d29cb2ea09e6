package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/// Base64 in its one spelling: whatever decodes, encodes to the same text again.
final class Base64Text {
    private Base64Text() {}

    static byte[] decode(String text) throws SamlRefused {
        // More cannot hold a message, and is not worth the work.
        if (text.length() > 2 * Xml.MOST_BYTES) {
            throw new SamlRefused(Reason.TOO_LARGE, "longer than a message in base64");
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (!Arrays.equals(Base64.getEncoder().encode(bytes), text.getBytes(StandardCharsets.US_ASCII))) {
                throw new SamlRefused(Reason.MALFORMED, "not base64 in its one spelling");
            }
            return bytes;
        } catch (IllegalArgumentException _) {
            throw new SamlRefused(Reason.MALFORMED, "not base64");
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
