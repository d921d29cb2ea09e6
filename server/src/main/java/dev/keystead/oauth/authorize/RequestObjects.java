package dev.keystead.oauth.authorize;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.Client;
import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.oauth.clientauth.ClientKeys;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.json.SentJson;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JacksonException;

/// Requests that the client signed (RFC 9101, OpenID Connect Core section 6), sent along or at an address
/// that the client registered.
final class RequestObjects {
    private static final Duration OLDEST = Duration.ofMinutes(60);
    private static final Duration SKEW = Duration.ofSeconds(60);

    /// What is about the object itself.
    private static final Set<String> NO_PARAMETERS = Set.of("iss", "aud", "exp", "nbf", "iat", "jti", "sub");

    private final ClientKeys keys;
    private final Function<URI, Optional<String>> fetch;
    private final Clock clock;

    /// @param fetch the text of a document on the web, or nothing when it cannot be had; must not reach
    ///     what is private
    RequestObjects(ClientKeys keys, Function<URI, Optional<String>> fetch, Clock clock) {
        this.keys = keys;
        this.fetch = fetch;
        this.clock = clock;
    }

    /// What a request asks for, once its object has been read, if it has one.
    ///
    /// @throws OAuthError when it has one that cannot be believed, or has none where there must be one
    Parameters resolve(Client client, String issuer, Parameters sent) {
        Optional<String> object = sent.find("request");
        Optional<String> address = sent.find("request_uri");
        if (object.isPresent() && address.isPresent()) {
            throw OAuthError.invalidRequest("request and request_uri exclude each other");
        }
        Optional<String> text = object.or(() -> address.map(uri -> fetched(client, uri)));
        if (text.isEmpty()) {
            if (client.settings().requests().signedOnly()) {
                throw OAuthError.invalidRequest("this application must sign its requests (RFC 9101)");
            }
            return sent;
        }
        Map<String, List<String>> claimed = claimed(verified(client, issuer, text.get()));
        checkAgreement(sent, claimed);
        var outside = new LinkedHashMap<>(client.settings().requests().signedOnly() ? Map.of() : sent.all());
        outside.remove("request");
        outside.remove("request_uri");
        outside.put("client_id", List.of(client.clientId()));
        return new Parameters(outside).with(claimed);
    }

    /// Only addresses that the client registered are fetched: nobody else decides where this server calls.
    private String fetched(Client client, String uri) {
        String place = withoutFragment(uri);
        if (client.settings().addresses().requestUris().stream()
                .map(RequestObjects::withoutFragment)
                .noneMatch(place::equals)) {
            throw OAuthError.of("invalid_request_uri", "request_uri is not registered for this application");
        }
        return fetch.apply(URI.create(place))
                .orElseThrow(() -> OAuthError.of("invalid_request_uri", "request_uri could not be read"));
    }

    /// OpenID Connect Core section 6.2.1: the fragment is a hash that says when a kept copy is stale. No copies
    /// are kept here, and servers are never told fragments.
    private static String withoutFragment(String uri) {
        int at = uri.indexOf('#');
        return at < 0 ? uri : uri.substring(0, at);
    }

    private JWTClaimsSet verified(Client client, String issuer, String text) {
        try {
            SignedJWT jwt = SignedJWT.parse(text.strip());
            String algorithm = jwt.getHeader().getAlgorithm().getName();
            String registered = client.settings().requests().objectAlgorithm();
            List<String> allowed = registered != null
                    ? List.of(registered)
                    : client.isFapi2() ? SignatureAlgorithms.FAPI2 : SignatureAlgorithms.BY_KEY;
            if (!allowed.contains(algorithm) || !keys.isSignedBy(client, jwt)) {
                throw invalid("the request object is not signed by this application");
            }
            JWTClaimsSet claims = jwt.getJWTClaimsSet();
            checkClaims(client, issuer, claims);
            return claims;
        } catch (ParseException _) {
            throw invalid("the request object is not a signed JWT");
        }
    }

    private void checkClaims(Client client, String issuer, JWTClaimsSet claims) throws ParseException {
        Instant now = clock.instant();
        // RFC 9101 section 4.
        if (claims.getClaims().containsKey("request") || claims.getClaims().containsKey("request_uri")) {
            throw invalid("the request object must not carry request or request_uri");
        }
        if (!client.clientId().equals(Objects.requireNonNullElse(claims.getIssuer(), client.clientId()))) {
            throw invalid("iss of the request object is not this application");
        }
        if (!client.clientId()
                .equals(Objects.requireNonNullElse(claims.getStringClaim("client_id"), client.clientId()))) {
            throw invalid("client_id of the request object is not this application");
        }
        if (!claims.getAudience().isEmpty() && !claims.getAudience().contains(issuer)) {
            throw invalid("aud of the request object is not this issuer");
        }
        Date expires = claims.getExpirationTime();
        Date begins = claims.getNotBeforeTime();
        boolean tooOld = expires != null && !expires.toInstant().isAfter(now.minus(SKEW));
        boolean tooNew = begins != null && begins.toInstant().isAfter(now.plus(SKEW));
        if (tooOld || tooNew) {
            throw invalid("the request object is not valid now");
        }
        if (client.settings().requests().signedOnly() || client.isFapi2()) {
            checkMessageSigning(claims, issuer, now);
        }
    }

    /// FAPI 2.0 Message Signing section 5.3.1: an object that lives an hour at most, for us.
    private static void checkMessageSigning(JWTClaimsSet claims, String issuer, Instant now) {
        Date begins = claims.getNotBeforeTime();
        Date expires = claims.getExpirationTime();
        boolean bounded = begins != null
                && expires != null
                && !begins.toInstant().isBefore(now.minus(OLDEST))
                && !expires.toInstant().isAfter(begins.toInstant().plus(OLDEST));
        if (!bounded || !claims.getAudience().contains(issuer)) {
            throw invalid("the request object must name aud, nbf and exp, an hour apart at most");
        }
    }

    private static Map<String, List<String>> claimed(JWTClaimsSet claims) {
        var parameters = new LinkedHashMap<String, List<String>>();
        claims.getClaims().forEach((name, value) -> {
            if (!NO_PARAMETERS.contains(name) && value != null) {
                parameters.put(name, texts(name, value));
            }
        });
        return parameters;
    }

    /// RFC 9101 section 4: texts as they are, numbers as digits, everything else as JSON.
    private static List<String> texts(String name, Object value) {
        List<String> texts = name.equals("resource") && value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of(value instanceof Map || value instanceof List ? json(value) : String.valueOf(value));
        if (!texts.stream().allMatch(SentJson::isStorable)) {
            throw invalid("the request object contains a character that cannot be stored");
        }
        return texts;
    }

    private static String json(Object value) {
        try {
            return Json.text(value);
        } catch (JacksonException _) {
            throw invalid("the request object is nested too deeply");
        }
    }

    /// OpenID Connect Core section 6.1: what stands outside too must be the same.
    private static void checkAgreement(Parameters sent, Map<String, List<String>> claimed) {
        for (String name : List.of("client_id", "response_type")) {
            List<String> outside = sent.list(name);
            List<String> inside = claimed.getOrDefault(name, outside);
            if (!outside.isEmpty() && !inside.equals(outside)) {
                throw invalid(name + " of the request object differs from that of the request");
            }
        }
    }

    private static OAuthError invalid(String description) {
        return OAuthError.of("invalid_request_object", description);
    }
}
