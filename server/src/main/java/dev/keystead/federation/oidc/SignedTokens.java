package dev.keystead.federation.oidc;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Oidc;
import dev.keystead.federation.Why;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.workspace.WorkspaceId;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Judges what providers sign: ID tokens by OpenID Connect Core section 3.1.3.7, logout tokens by OpenID Connect
/// Back-Channel Logout section 2.6, each in its order.
final class SignedTokens {
    /// How far clocks may differ.
    static final Duration SKEW = Duration.ofSeconds(60);

    /// How old a logout token may be that does not say when it expires.
    static final Duration LONGEST_LOGOUT = Duration.ofMinutes(10);

    private static final int LONGEST = 20_000;
    private static final int LONGEST_ID = 255;
    private static final String LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
    private static final Set<String> LOGOUT_TYPES = Set.of("jwt", "logout+jwt");

    private final UpstreamKeys keys;
    private final Clock clock;

    SignedTokens(UpstreamKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /// @param nonce that the request had
    /// @param accessToken that came along, or empty
    Answered<JWTClaimsSet> idToken(
            WorkspaceId workspace,
            Connection connection,
            Metadata metadata,
            String text,
            String nonce,
            String accessToken) {
        return signed(workspace, connection, metadata, text).then(jwt -> {
            JWTClaimsSet claims = jwt.claims();
            if (!nonce.equals(claims.getClaim("nonce"))) {
                return Optional.of("The nonce of the ID token is not that of the request.");
            }
            String subject = claims.getSubject();
            if (subject == null || subject.isBlank() || subject.length() > UpstreamIdentity.LONGEST_SUBJECT) {
                return Optional.of("The ID token has no sub, or one that is too long.");
            }
            if (claims.getExpirationTime() == null || claims.getIssueTime() == null) {
                return Optional.of("The ID token has no exp or no iat.");
            }
            Object hash = claims.getClaim("at_hash");
            boolean wrongHash =
                    hash != null && !accessToken.isEmpty() && !hash.equals(hash(accessToken, jwt.algorithm()));
            return wrongHash
                    ? Optional.of("The at_hash of the ID token is not that of the access token.")
                    : Optional.empty();
        });
    }

    Answered<JWTClaimsSet> logoutToken(WorkspaceId workspace, Connection connection, Metadata metadata, String text) {
        return signed(workspace, connection, metadata, text).then(jwt -> {
            JWTClaimsSet claims = jwt.claims();
            Instant now = clock.instant();
            if (!LOGOUT_TYPES.contains(jwt.type())) {
                return Optional.of("The token is no logout token by its typ.");
            }
            boolean old = time(claims.getIssueTime())
                    .filter(made -> made.plus(LONGEST_LOGOUT).isAfter(now))
                    .isEmpty();
            if (old) {
                return Optional.of("The logout token has no iat, or is too old.");
            }
            String id = Optional.ofNullable(claims.getJWTID()).orElse("");
            if (id.isEmpty() || id.length() > LONGEST_ID) {
                return Optional.of("The logout token has no jti, or one that is too long.");
            }
            boolean event = claims.getClaim("events") instanceof Map<?, ?> events
                    && events.get(LOGOUT_EVENT) instanceof Map<?, ?>;
            if (!event) {
                return Optional.of("The logout token does not tell of a logout.");
            }
            if (claims.getClaim("nonce") != null) {
                return Optional.of("The logout token has a nonce, as ID tokens have.");
            }
            boolean anybody = claims.getSubject() != null || claims.getClaim("sid") instanceof String;
            return anybody ? Optional.empty() : Optional.of("The logout token names neither sub nor sid.");
        });
    }

    /// A token whose signature, issuer, audience and times are right.
    private record Read(JWTClaimsSet claims, JWSAlgorithm algorithm, String type) {}

    /// What further rules find.
    private interface Rules {
        Optional<String> wrongWith(Read token);
    }

    /// A token after the rules that all have in common.
    private record Step(Answered<Read> read) {
        Answered<JWTClaimsSet> then(Rules rules) {
            return switch (read) {
                case Answered.Lost<Read> lost -> lost.of();
                case Answered.Got<Read>(Read token) ->
                    rules.wrongWith(token)
                            .<Answered<JWTClaimsSet>>map(sentence -> new Answered.Lost<>(Why.TOKEN, sentence))
                            .orElseGet(() -> new Answered.Got<>(token.claims()));
            };
        }
    }

    private Step signed(WorkspaceId workspace, Connection connection, Metadata metadata, String text) {
        if (text.length() > LONGEST) {
            return lost("The token is too long.");
        }
        SignedJWT jwt;
        JWTClaimsSet claims;
        try {
            jwt = SignedJWT.parse(text);
            claims = jwt.getJWTClaimsSet();
        } catch (ParseException _) {
            return lost("The token is not signed, or cannot be read.");
        }
        Answered<SignedJWT> signed = keys.check(workspace, metadata, jwt);
        if (signed instanceof Answered.Lost<SignedJWT> lost) {
            return new Step(lost.of());
        }
        String type = jwt.getHeader().getType() == null
                ? "jwt"
                : jwt.getHeader().getType().getType().toLowerCase(Locale.ROOT);
        return wrongWith(connection, claims)
                .map(SignedTokens::lost)
                .orElseGet(() -> new Step(
                        new Answered.Got<>(new Read(claims, jwt.getHeader().getAlgorithm(), type))));
    }

    private static Step lost(String sentence) {
        return new Step(new Answered.Lost<>(Why.TOKEN, sentence));
    }

    private Optional<String> wrongWith(Connection connection, JWTClaimsSet claims) {
        Oidc oidc = Optional.ofNullable(connection.settings().oidc()).orElseThrow();
        if (!connection.issuer().equals(claims.getIssuer())) {
            return Optional.of("The issuer of the token is " + Metadata.shown(String.valueOf(claims.getIssuer()))
                    + ", not that of the connection.");
        }
        List<String> audience = claims.getAudience();
        if (!audience.contains(oidc.clientId())) {
            return Optional.of("The token is for another audience.");
        }
        Object party = claims.getClaim("azp");
        boolean foreign = party == null ? audience.size() > 1 : !oidc.clientId().equals(party);
        if (foreign) {
            return Optional.of("The token was made for another party (azp).");
        }
        Instant now = clock.instant();
        if (time(claims.getExpirationTime())
                .filter(expires -> !now.isBefore(expires.plus(SKEW)))
                .isPresent()) {
            return Optional.of("The token has expired.");
        }
        Instant soon = now.plus(SKEW);
        boolean future = time(claims.getIssueTime()).filter(soon::isBefore).isPresent()
                || time(claims.getNotBeforeTime()).filter(soon::isBefore).isPresent();
        return future ? Optional.of("The token is of the future; the clocks differ.") : Optional.empty();
    }

    /// OpenID Connect Core section 3.1.3.6: the left half of the hash that goes with the algorithm.
    private static String hash(String accessToken, JWSAlgorithm algorithm) {
        String name = algorithm.getName();
        String digest = name.endsWith("256") ? "SHA-256" : name.endsWith("384") ? "SHA-384" : "SHA-512";
        byte[] whole = Wire.digest(digest, accessToken);
        return Wire.base64(Arrays.copyOf(whole, whole.length / 2));
    }

    private static Optional<Instant> time(Date date) {
        return Optional.ofNullable(date).map(Date::toInstant);
    }
}
