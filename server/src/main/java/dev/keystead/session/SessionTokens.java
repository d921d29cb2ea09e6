package dev.keystead.session;

import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.IdText;
import dev.keystead.workspace.WorkspaceId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/// The tokens of sessions: computed with a server key, stored nowhere.
///
/// A text is `<prefix>_<tenant><session><number><code>`. The code is an HMAC of what stands before it, so whoever
/// presents one got it from us. That tells a token of an earlier generation (somebody copied it) from one that was made
/// up (which ends nobody's session).
final class SessionTokens {
    /// The token that renews a session; what a browser's cookie holds. Its number is the generation.
    static final String RENEWING = "kses";

    /// The token that a program shows with each request. Its number is the second at which it expires.
    static final String ACCESS = "ksat";

    private static final int ID_CHARS = 26;
    private static final int NUMBER_CHARS = 8;
    private static final int CODE_CHARS = 43;
    private static final HexFormat HEX = HexFormat.of();

    private final Mac mac;

    SessionTokens(MasterKey master) {
        this.mac = master.mac("session-token");
    }

    /// A token that is genuine; whether it still works is for the session to say.
    record Genuine(WorkspaceId tenant, SessionId session, long number) {}

    String renewing(WorkspaceId tenant, SessionId session, int generation) {
        return token(RENEWING, tenant, session, generation);
    }

    String access(WorkspaceId tenant, SessionId session, Instant expiresAt) {
        return token(ACCESS, tenant, session, (int) expiresAt.getEpochSecond());
    }

    Optional<Genuine> check(String prefix, String text) {
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
        UUID tenant = id(prefix, text, start);
        UUID session = id(prefix, text, start + ID_CHARS);
        byte[] number = HEX.parseHex(text, start + 2 * ID_CHARS, body);
        return Optional.of(new Genuine(
                new WorkspaceId(tenant),
                new SessionId(session),
                Integer.toUnsignedLong(ByteBuffer.wrap(number).getInt())));
    }

    private static UUID id(String prefix, String text, int start) {
        return IdText.decode(prefix, prefix + "_" + text.substring(start, start + ID_CHARS))
                .orElseThrow();
    }

    private String token(String prefix, WorkspaceId tenant, SessionId session, int number) {
        String body = IdText.encode(prefix, tenant.value())
                + IdText.encode("", session.value()).substring(1)
                + HEX.toHexDigits(number);
        return body + code(body);
    }

    private String code(String body) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.of(body));
    }
}
