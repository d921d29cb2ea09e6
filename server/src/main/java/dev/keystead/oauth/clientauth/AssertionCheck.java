package dev.keystead.oauth.clientauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.AuthMethod;
import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.oauth.clientauth.Credential.Assertion;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Judges a signed assertion of a client (private_key_jwt, client_secret_jwt), in the order of RFC 7523
/// section 3.
final class AssertionCheck {
    /// How far clocks may differ.
    private static final Duration SKEW = Duration.ofSeconds(60);

    private static final Duration LONGEST_LIFE = Duration.ofHours(1);
    private static final Duration LONGEST_FAPI2_LIFE = Duration.ofMinutes(5);
    private static final int LONGEST_ID = 255;

    /// What the header `typ` of an assertion may be, if it has one.
    private static final Set<String> TYPES = Set.of("jwt", "client-authentication+jwt");

    /// What only a request for authorization says.
    private static final Set<String> REQUESTS = Set.of("response_type", "redirect_uri");

    private final Clients clients;
    private final ClientKeys keys;
    private final Replays replays;
    private final Clock clock;

    AssertionCheck(Clients clients, ClientKeys keys, Replays replays, Clock clock) {
        this.clients = clients;
        this.keys = keys;
        this.replays = replays;
        this.clock = clock;
    }

    /// @param beforeUse what must hold before the assertion is used up; may throw
    Verdict judge(Presented presented, Client client, Assertion assertion, Consumer<Client> beforeUse) {
        AuthMethod method = client.settings().authMethod();
        if (method != AuthMethod.PRIVATE_KEY_JWT && method != AuthMethod.CLIENT_SECRET_JWT) {
            return Verdict.otherMethod();
        }
        if (isSomethingElse(assertion)) {
            return Verdict.wrongAssertion("client_assertion was made for another purpose");
        }
        if (!isSigned(client, assertion.jwt())) {
            return Verdict.wrongAssertion("the signature of client_assertion is not the client's");
        }
        return wrongWith(presented, client, assertion)
                .map(Verdict::wrongAssertion)
                .orElseGet(() -> {
                    beforeUse.accept(client);
                    return once(client, assertion.claims());
                });
    }

    /// Requests that the client signed with the same key go through browsers, and could be sent here by whoever
    /// found one (RFC 9101 section 10.8, RFC 8725 section 3.12).
    private static boolean isSomethingElse(Assertion assertion) {
        JOSEObjectType type = assertion.jwt().getHeader().getType();
        return (type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT)))
                || REQUESTS.stream().anyMatch(assertion.claims().getClaims()::containsKey);
    }

    /// Which algorithms count is said by the registration alone: neither `none` nor an HMAC made with a
    /// public key can pass for a signature (RFC 8725 section 3.1).
    private boolean isSigned(Client client, SignedJWT jwt) {
        String algorithm = jwt.getHeader().getAlgorithm().getName();
        if (!algorithms(client).contains(algorithm)) {
            return false;
        }
        return client.settings().authMethod() == AuthMethod.CLIENT_SECRET_JWT
                ? clients.signingSecret(client)
                        .map(secret -> isSignedWith(secret, jwt))
                        .orElse(false)
                : keys.isSignedBy(client, jwt);
    }

    private static List<String> algorithms(Client client) {
        String only = client.settings().keys().signingAlgorithm();
        if (only != null) {
            return List.of(only);
        }
        if (client.isFapi2()) {
            return SignatureAlgorithms.FAPI2;
        }
        return client.settings().authMethod() == AuthMethod.CLIENT_SECRET_JWT
                ? SignatureAlgorithms.BY_SECRET
                : SignatureAlgorithms.BY_KEY;
    }

    private static boolean isSignedWith(byte[] secret, SignedJWT jwt) {
        try {
            return jwt.verify(new MACVerifier(secret));
        } catch (JOSEException _) {
            return false;
        }
    }

    private Optional<String> wrongWith(Presented presented, Client client, Assertion assertion) {
        JWTClaimsSet claims = assertion.claims();
        Instant now = clock.instant();
        // RFC 7523 section 3, 1 and 2: issuer and subject are the client.
        if (!client.clientId().equals(claims.getIssuer()) || !client.clientId().equals(claims.getSubject())) {
            return Optional.of("iss and sub of client_assertion must be the client_id");
        }
        // 3: the audience is this server.
        if (!isForUs(presented, client, assertion)) {
            return Optional.of("aud of client_assertion must be " + presented.issuer());
        }
        // 4: it expires, and soon.
        Optional<Instant> expires = time(claims.getExpirationTime());
        if (expires.isEmpty() || now.isAfter(expires.get().plus(SKEW))) {
            return Optional.of("client_assertion has expired, or has no exp");
        }
        Duration life = client.isFapi2() ? LONGEST_FAPI2_LIFE : LONGEST_LIFE;
        if (expires.get().isAfter(now.plus(life).plus(SKEW))) {
            return Optional.of("exp of client_assertion must be at most " + life.toMinutes() + " minutes ahead");
        }
        // 5 and 6: it is not of the future.
        Instant soon = now.plus(SKEW);
        if (time(claims.getNotBeforeTime()).filter(soon::isBefore).isPresent()
                || time(claims.getIssueTime()).filter(soon::isBefore).isPresent()) {
            return Optional.of("nbf and iat of client_assertion must not be in the future");
        }
        // 7, and OpenID Connect Core section 9: it can be told from others.
        String id = Optional.ofNullable(claims.getJWTID()).orElse("");
        return id.isEmpty() || id.length() > LONGEST_ID
                ? Optional.of("client_assertion must have a jti of 1 to " + LONGEST_ID + " characters")
                : Optional.empty();
    }

    /// FAPI 2.0 section 5.3.2.1: the issuer as a text and nothing else. Others may name the endpoint that
    /// they call, or the token endpoint (RFC 9126 section 2).
    private static boolean isForUs(Presented presented, Client client, Assertion assertion) {
        if (client.isFapi2()) {
            Map<String, Object> raw = Optional.ofNullable(
                            assertion.jwt().getPayload().toJSONObject())
                    .orElse(Map.of());
            return presented.issuer().equals(raw.get("aud"));
        }
        List<String> ours = List.of(presented.issuer(), presented.endpoint(), presented.issuer() + "/oauth/v2/token");
        return assertion.claims().getAudience().stream().anyMatch(ours::contains);
    }

    private Verdict once(Client client, JWTClaimsSet claims) {
        Instant expires = time(claims.getExpirationTime()).orElseThrow();
        boolean first = replays.isFirst(
                client.workspace(),
                "client-assertion",
                client.id().text() + "/" + claims.getJWTID(),
                expires.plus(SKEW).plus(SKEW));
        return first
                ? new Verdict.Proven(client)
                : new Verdict.Refused(
                        Verdict.Reason.REPLAYED_ASSERTION, "client_assertion was used before; make a new one");
    }

    private static Optional<Instant> time(Date date) {
        return Optional.ofNullable(date).map(Date::toInstant);
    }
}
