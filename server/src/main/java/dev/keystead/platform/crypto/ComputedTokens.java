package dev.keystead.platform.crypto;

import dev.keystead.tenancy.IdText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/// Tokens that are computed with a server key and stored nowhere.
///
/// A text is `<prefix>_<tenant><thing><number><code>`. The code is an HMAC of what stands before it, so
/// whoever presents one got it from us. That tells a token of an earlier number (somebody copied it) from
/// one that was made up (which harms nobody).
public final class ComputedTokens {
    private static final int ID_CHARS = 26;
    private static final int NUMBER_CHARS = 8;
    private static final int CODE_CHARS = 43;
    private static final HexFormat HEX = HexFormat.of();

    private final Mac mac;

    public ComputedTokens(Mac mac) {
        this.mac = mac;
    }

    /// A token that we made; whether it still works is for the thing to say.
    public record Genuine(UUID tenant, UUID thing, long number) {}

    public String make(SecretPrefix prefix, UUID tenant, UUID thing, int number) {
        String body =
                IdText.encode(prefix.text(), tenant) + IdText.encode("", thing).substring(1) + HEX.toHexDigits(number);
        return body + code(body);
    }

    public Optional<Genuine> check(SecretPrefix kind, String text) {
        String prefix = kind.text();
        int body = prefix.length() + 1 + 2 * ID_CHARS + NUMBER_CHARS;
        if (text.length() != body + CODE_CHARS || !text.startsWith(prefix + "_")) {
            return Optional.empty();
        }
        byte[] sent = text.substring(body).getBytes(StandardCharsets.UTF_8);
        byte[] right = code(text.substring(0, body)).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(sent, right)) {
            return Optional.empty();
        }
        // What follows cannot fail: the code says that we made the text.
        int start = prefix.length() + 1;
        byte[] number = HEX.parseHex(text, start + 2 * ID_CHARS, body);
        return Optional.of(new Genuine(
                id(prefix, text, start),
                id(prefix, text, start + ID_CHARS),
                Integer.toUnsignedLong(ByteBuffer.wrap(number).getInt())));
    }

    private static UUID id(String prefix, String text, int start) {
        return IdText.decode(prefix, prefix + "_" + text.substring(start, start + ID_CHARS))
                .orElseThrow();
    }

    private String code(String body) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.of(body));
    }
}
