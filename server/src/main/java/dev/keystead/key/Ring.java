package dev.keystead.key;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.keystead.platform.html.Fingerprint;
import dev.keystead.platform.json.Json;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The keys of one workspace as they were read: parsed, opened and ready.
///
/// A key that is not as it was made is left out: it neither signs nor is it published.
final class Ring {
    private static final Logger LOG = LoggerFactory.getLogger(Ring.class);

    private final Map<String, Checking> byKid;
    private final Map<Algorithm, SigningKey> signing;
    private final Set<Algorithm> spoiled;
    private final KeySet published;
    private final long readAt = System.nanoTime();

    private Ring(
            Map<String, Checking> byKid, Map<Algorithm, SigningKey> signing, Set<Algorithm> spoiled, KeySet published) {
        this.byKid = byKid;
        this.signing = signing;
        this.spoiled = spoiled;
        this.published = published;
    }

    /// A key with which signatures are checked.
    record Checking(Algorithm algorithm, PublicKey key) {}

    static Ring of(UUID tenant, List<StoredKey.Sealed> stored, Keysmith smith) {
        var byKid = new HashMap<String, Checking>();
        var signing = new EnumMap<Algorithm, SigningKey>(Algorithm.class);
        var spoiled = EnumSet.noneOf(Algorithm.class);
        var jwks = new ArrayList<JWK>();
        for (StoredKey.Sealed sealed : stored) {
            StoredKey key = sealed.key();
            try {
                Keysmith.Opened opened = smith.open(tenant, sealed);
                if (key.isActive()) {
                    signing.put(
                            key.algorithm(),
                            new SigningKey(
                                    smith.engine(),
                                    key.algorithm(),
                                    key.kid(),
                                    smith.privateKey(key.algorithm(), opened)));
                }
                byKid.put(key.kid(), new Checking(key.algorithm(), opened.publicKey()));
                jwks.add(opened.publicJwk());
            } catch (IllegalStateException e) {
                if (key.isActive()) {
                    spoiled.add(key.algorithm());
                }
                LOG.atError()
                        .addKeyValue("tenant", tenant)
                        .addKeyValue("kid", key.kid())
                        .setCause(e)
                        .log("a signing key is not as it was made and is not used; revoke it");
            }
        }
        var set = new JWKSet(jwks);
        byte[] json = Json.bytes(set.toJSONObject(true));
        return new Ring(byKid, signing, spoiled, new KeySet(set, json, "\"" + Fingerprint.of(json) + "\""));
    }

    Optional<SigningKey> findSigning(Algorithm algorithm) {
        return Optional.ofNullable(signing.get(algorithm));
    }

    Optional<Checking> findChecking(String kid) {
        return Optional.ofNullable(byKid.get(kid));
    }

    /// Whether the key that should sign is not as it was made. Another one can only take its place once it
    /// is revoked.
    boolean isSpoiled(Algorithm algorithm) {
        return spoiled.contains(algorithm);
    }

    KeySet published() {
        return published;
    }

    long ageNanos() {
        return System.nanoTime() - readAt;
    }
}
