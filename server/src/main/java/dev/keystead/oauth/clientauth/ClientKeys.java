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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// The public keys of clients, registered or at an address, and whether they made a signature.
///
/// What is at an address is kept for some minutes and asked for again when a key is not in it, but not for
/// every request: whoever sends nonsense must not make us call others. Of many who want it at once, one asks and the
/// others wait. What cannot be had does not take the place of what is known: an address that does not answer for a
/// while would otherwise lock its client out.
public final class ClientKeys {
    private static final Duration FRESH = Duration.ofMinutes(5);

    /// How long keys count whose address does not answer any more.
    private static final Duration KEPT = Duration.ofHours(1);

    private static final Duration CALM = Duration.ofSeconds(10);
    private static final int MOST_KEPT = 10_000;

    private final Function<URI, Optional<String>> fetch;
    private final Clock clock;
    private final Cache<Place, Found> known =
            Caffeine.newBuilder().maximumSize(MOST_KEPT).build();
    private final ConcurrentMap<Place, CompletableFuture<Found>> asking = new ConcurrentHashMap<>();

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

    /// @param at when they were had
    /// @param askedAt when they were last asked for
    private record Found(JWKSet keys, Instant at, Instant askedAt) {}

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
            return known.get(place, _ -> found(parse(Json.text(registered)).orElseGet(JWKSet::new)))
                    .keys();
        }
        Instant stale = clock.instant().minus(FRESH);
        return address == null ? new JWKSet() : newerThan(stale, new Place(client.workspace(), address));
    }

    /// The keys at the client's address now, unless somebody asked there a moment ago.
    JWKSet newerKeys(Client client) {
        String address = client.settings().keys().jwksUri();
        return address == null
                ? new JWKSet()
                : newerThan(clock.instant().minus(CALM), new Place(client.workspace(), address));
    }

    /// @param time what was had before that is asked for again, if it was not a moment ago
    private JWKSet newerThan(Instant time, Place place) {
        Instant calm = clock.instant().minus(CALM);
        return Optional.ofNullable(known.getIfPresent(place))
                .filter(found -> !found.at().isBefore(time) || !found.askedAt().isBefore(calm))
                .orElseGet(() -> asked(place))
                .keys();
    }

    /// Asks without holding anybody up who wants the keys of another client.
    private Found asked(Place place) {
        var mine = new CompletableFuture<Found>();
        CompletableFuture<Found> first = asking.putIfAbsent(place, mine);
        if (first != null) {
            return first.join();
        }
        try {
            Found found = fetched(place);
            known.put(place, found);
            mine.complete(found);
            return found;
        } finally {
            asking.remove(place, mine);
            // Whoever waits while the asking fails as it never should must not wait forever.
            mine.completeExceptionally(new IllegalStateException("the keys of a client could not be asked for"));
        }
    }

    private Found fetched(Place place) {
        Optional<JWKSet> keys = fetch.apply(URI.create(place.address())).flatMap(ClientKeys::parse);
        Instant now = clock.instant();
        return keys.map(this::found)
                .or(() -> Optional.ofNullable(known.getIfPresent(place))
                        .filter(before -> before.at().isAfter(now.minus(KEPT)))
                        .map(before -> new Found(before.keys(), before.at(), now)))
                .orElseGet(() -> found(new JWKSet()));
    }

    private Found found(JWKSet keys) {
        Instant now = clock.instant();
        return new Found(keys, now, now);
    }

    private static Optional<JWKSet> parse(String text) {
        try {
            return Optional.of(JWKSet.parse(text));
        } catch (ParseException _) {
            return Optional.empty();
        }
    }
}
