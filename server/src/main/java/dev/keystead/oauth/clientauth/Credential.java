package dev.keystead.oauth.clientauth;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.oauth.wire.OAuthError;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// The one thing by which a client says who it is.
sealed interface Credential {
    String JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    String BASIC_CHALLENGE = "Basic realm=\"keystead\", charset=\"UTF-8\"";

    /// Who the client says it is; nothing is proven.
    String clientId();

    /// A name alone: of a public client, or of one that a certificate proves.
    record Name(String clientId) implements Credential {}

    /// RFC 6749 section 2.3.1, in the header.
    record BasicSecret(String clientId, String secret) implements Credential {}

    /// RFC 6749 section 2.3.1, in the body.
    record PostedSecret(String clientId, String secret) implements Credential {}

    /// RFC 7523 section 2.2.
    record Assertion(String clientId, SignedJWT jwt, JWTClaimsSet claims) implements Credential {}

    /// What was presented.
    ///
    /// @throws OAuthError when it is nothing, more than one thing, or malformed
    static Credential read(Presented presented) {
        Optional<String> basic =
                presented.authorization().filter(header -> header.regionMatches(true, 0, "Basic ", 0, 6));
        Optional<String> posted = presented.parameter("client_secret");
        Optional<String> assertion = presented.parameter("client_assertion");
        Optional<String> name = presented.parameter("client_id");
        // RFC 6749 section 2.3: not more than one method in each request.
        var ways = new ArrayList<Credential>();
        basic.map(Credential::basic).ifPresent(ways::add);
        posted.map(secret -> new PostedSecret(name.orElseThrow(Credential::nameless), secret))
                .ifPresent(ways::add);
        assertion.map(text -> assertion(presented, text)).ifPresent(ways::add);
        if (ways.size() > 1) {
            throw OAuthError.invalidRequest("the client authenticates in more than one way; use the registered one");
        }
        if (ways.isEmpty()) {
            return new Name(name.orElseThrow(Credential::nameless));
        }
        Credential way = ways.getFirst();
        if (name.isPresent() && !name.get().equals(way.clientId())) {
            throw OAuthError.invalidRequest("client_id is not the client that authenticates");
        }
        return way;
    }

    private static OAuthError nameless() {
        return OAuthError.invalidClient("no client is named: authenticate or send client_id", "");
    }

    /// RFC 6749 section 2.3.1: both halves are form-encoded before they are joined.
    private static Credential basic(String header) {
        try {
            byte[] bytes = Base64.getDecoder()
                    .decode(header.substring("Basic ".length()).strip());
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            List<String> halves = List.of(text.split(":", 2));
            if (halves.size() == 2) {
                return new BasicSecret(decoded(halves.getFirst()), decoded(halves.getLast()));
            }
        } catch (IllegalArgumentException | CharacterCodingException _) {
            // Told below.
        }
        throw OAuthError.invalidClient(
                "the Authorization header is not client_id and client_secret in Base64, each form-encoded",
                BASIC_CHALLENGE);
    }

    private static String decoded(String half) {
        return URLDecoder.decode(half, StandardCharsets.UTF_8);
    }

    private static Credential assertion(Presented presented, String text) {
        String type = presented.parameter("client_assertion_type").orElse("");
        if (!type.equals(JWT_BEARER)) {
            throw OAuthError.invalidRequest("client_assertion_type must be " + JWT_BEARER);
        }
        try {
            SignedJWT jwt = SignedJWT.parse(text);
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            String subject = Optional.ofNullable(claims.getSubject()).orElse("");
            return new Assertion(subject, jwt, claims);
        } catch (ParseException _) {
            throw OAuthError.invalidClient("client_assertion is not a signed JWT", "");
        }
    }
}
