package dev.keystead.oauth.clientauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.Client;
import dev.keystead.client.Signatures;
import dev.keystead.platform.json.Json;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// The public keys of clients, registered or at an address, and whether they made a signature.
///
/// What is at an address is kept for some minutes and asked for again when a key is not in it, but not for
/// every request: whoever sends nonsense must not make us call others.
public final class ClientKeys {
    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final Duration CALM = Duration.ofSeconds(10);
    private static final int MOST_KEPT = 10_000;

    private final Function<URI, Optional<String>> fetch;
    private final Clock clock;
    private final Cache<Place, Found> known =
            Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(MOST_KEPT).build();

    /// @param fetch the text of a document on the web, or nothing when it cannot be had; must not reach
    ///     what is private
    public ClientKeys(Function<URI, Optional<String>> fetch, Clock clock) {
        this.fetch = fetch;
        this.clock = clock;
    }

    /// Where keys come from.
    ///
    /// @param address of the keys, or else the client and its version
    private record Place(WorkspaceId workspace, String address) {}

    private record Found(JWKSet keys, Instant at) {}

    /// Whether a key of the client made the signature. The caller has checked that the algorithm is one for
    /// keys.
    public boolean isSignedBy(Client client, SignedJWT jwt) {
        List<JWK> matching = matching(keys(client), jwt);
        if (matching.isEmpty()) {
            matching = matching(newerKeys(client), jwt);
        }
        return matching.stream().anyMatch(key -> Signatures.isBy(key, jwt));
    }

    private static List<JWK> matching(JWKSet keys, SignedJWT jwt) {
        return Optional.ofNullable(JWKMatcher.forJWSHeader(jwt.getHeader()))
                .map(matcher -> new JWKSelector(matcher).select(keys))
                .orElse(List.of());
    }

    /// The keys that the client has, as far as is known.
    JWKSet keys(Client client) {
        JsonNode registered = client.settings().keys().jwks();
        String address = client.settings().keys().jwksUri();
        if (registered != null) {
            var place = new Place(client.workspace(), client.id().text() + "/" + client.version());
            return known.get(place, _ -> new Found(parse(Json.text(registered)), clock.instant()))
                    .keys();
        }
        return address == null
                ? new JWKSet()
                : known.get(new Place(client.workspace(), address), _ -> fetched(address))
                        .keys();
    }

    /// The keys at the client's address now, unless somebody asked there a moment ago.
    JWKSet newerKeys(Client client) {
        String address = client.settings().keys().jwksUri();
        if (address == null) {
            return new JWKSet();
        }
        Instant calm = clock.instant().minus(CALM);
        return known.asMap()
                .compute(
                        new Place(client.workspace(), address),
                        (_, found) -> found == null || found.at().isBefore(calm) ? fetched(address) : found)
                .keys();
    }

    private Found fetched(String address) {
        JWKSet keys = fetch.apply(URI.create(address)).map(ClientKeys::parse).orElseGet(JWKSet::new);
        return new Found(keys, clock.instant());
    }

    private static JWKSet parse(String text) {
        try {
            return JWKSet.parse(text);
        } catch (ParseException _) {
            return new JWKSet();
        }
    }
}
