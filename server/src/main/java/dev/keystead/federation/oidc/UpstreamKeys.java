package dev.keystead.federation.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.client.Signatures;
import dev.keystead.federation.Why;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The public keys of providers, and whether they made a signature.
///
/// Keys are kept for some minutes, and asked for again when one is not among them, but not for every token: whoever
/// sends nonsense must not make us call others. A set is as large as providers need: it is kept, and each of its keys
/// may
/// have to be tried.
final class UpstreamKeys {
    private static final Duration KEPT = Duration.ofMinutes(15);
    private static final Duration CALM = Duration.ofSeconds(10);
    private static final int MOST_KEPT = 2_000;
    private static final int MOST_KEYS = 100;
    private static final int MOST_BYTES = 64 * 1024;
    private static final int SHORTEST_RSA = 2048;

    private final Outbound outbound;
    private final Clock clock;
    private final Cache<Asked, Found> known =
            Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(MOST_KEPT).build();

    UpstreamKeys(Outbound outbound, Clock clock) {
        this.outbound = outbound;
        this.clock = clock;
    }

    private record Found(Answered<JWKSet> keys, Instant at) {}

    /// Who asked for which keys: what one workspace could not find out says nothing to another.
    private record Asked(WorkspaceId workspace, URI address) {}

    /// Whether a key of the provider made the signature, by an algorithm for key pairs: neither `none` nor an HMAC made
    /// with a public key can pass for one (RFC 8725 section 3.1).
    Answered<SignedJWT> check(WorkspaceId workspace, Metadata metadata, SignedJWT jwt) {
        if (!SignatureAlgorithms.BY_KEY.contains(jwt.getHeader().getAlgorithm().getName())) {
            return new Answered.Lost<>(
                    Why.TOKEN,
                    "The token is signed by "
                            + Metadata.shown(jwt.getHeader().getAlgorithm().getName()) + ", which is not accepted.");
        }
        var asked = new Asked(workspace, metadata.keys());
        Found kept = known.getIfPresent(asked);
        // Nothing of the cache is held while the provider is asked: one that hangs must not keep others waiting.
        Answered<JWKSet> found = kept == null ? fresh(asked) : kept.keys();
        if (matching(found, jwt).isEmpty()) {
            found = newer(asked);
        }
        if (found instanceof Answered.Lost<JWKSet> lost) {
            return lost.of();
        }
        boolean signed = matching(found, jwt).stream().anyMatch(key -> Signatures.isBy(key, jwt));
        return signed
                ? new Answered.Got<>(jwt)
                : new Answered.Lost<>(Why.TOKEN, "The signature of the token is not by a key of the provider.");
    }

    /// The keys as they are now, for tests of a connection.
    Answered<JWKSet> findNow(WorkspaceId workspace, URI address) {
        return fresh(new Asked(workspace, address));
    }

    private Answered<JWKSet> fresh(Asked asked) {
        Found found = fetched(asked);
        known.put(asked, found);
        return found.keys();
    }

    private Answered<JWKSet> newer(Asked asked) {
        Instant now = clock.instant();
        Found before = known.getIfPresent(asked);
        if (before == null) {
            return fresh(asked);
        }
        if (!before.at().isBefore(now.minus(CALM))) {
            return before.keys();
        }
        // Of those who miss a key at once, one asks.
        boolean first = known.asMap().replace(asked, before, new Found(before.keys(), now));
        return first ? fresh(asked) : before.keys();
    }

    private static List<JWK> matching(Answered<JWKSet> keys, SignedJWT jwt) {
        if (!(keys instanceof Answered.Got<JWKSet>(JWKSet set))) {
            return List.of();
        }
        return Optional.ofNullable(JWKMatcher.forJWSHeader(jwt.getHeader()))
                .map(matcher -> new JWKSelector(matcher).select(set))
                .orElse(List.of())
                .stream()
                .filter(UpstreamKeys::signs)
                .toList();
    }

    /// Whether a key is for signatures, and long enough.
    static boolean signs(JWK key) {
        boolean forSignatures = key.getKeyUse() == null || KeyUse.SIGNATURE.equals(key.getKeyUse());
        return forSignatures && !(key instanceof RSAKey rsa && rsa.size() < SHORTEST_RSA);
    }

    private Found fetched(Asked asked) {
        URI address = asked.address();
        Answered<JWKSet> keys = switch (outbound.shareOf(asked.workspace().value())
                .fetch(address)) {
            case OutboundOutcome.Fetched fetched when fetched.isSuccess() -> parse(fetched.body());
            case OutboundOutcome outcome -> new Answered.Lost<>(Why.UNREACHABLE, Discovery.sentence(address, outcome));
        };
        return new Found(keys, clock.instant());
    }

    private static Answered<JWKSet> parse(byte[] document) {
        try {
            if (document.length > MOST_BYTES) {
                return tooLarge();
            }
            JWKSet set = JWKSet.parse(new String(document, StandardCharsets.UTF_8));
            return set.size() > MOST_KEYS ? tooLarge() : new Answered.Got<>(set);
        } catch (ParseException _) {
            return new Answered.Lost<>(Why.UNREACHABLE, "The key set of the provider cannot be read.");
        }
    }

    private static Answered<JWKSet> tooLarge() {
        return new Answered.Lost<>(
                Why.UNREACHABLE,
                "The key set of the provider has more than " + MOST_KEYS + " keys or " + MOST_BYTES + " bytes.");
    }
}
