package dev.keystead.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The keys that work now, as they were at most a second ago.
public final class WorkingKeys {
    private static final Logger LOG = LoggerFactory.getLogger(WorkingKeys.class);

    /// Short enough that a revoked key stops working on every node within a second without telling the others.
    private static final Duration KEY_AGE = Duration.ofMillis(800);

    /// How exact `last_used_at` is: one write per key in this time, not one per request.
    private static final Duration USE_GRAIN = Duration.ofMinutes(10);

    private final ApiKeys keys;
    private final Clock clock;
    private final Cache<String, Optional<ApiKey>> known =
            Caffeine.newBuilder().expireAfterWrite(KEY_AGE).maximumSize(100_000).build();
    private final Cache<String, Instant> touched = Caffeine.newBuilder()
            .expireAfterWrite(USE_GRAIN)
            .maximumSize(100_000)
            .build();

    public WorkingKeys(ApiKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /// The key that a secret is, if it works now. Binds its scope itself.
    public Optional<ApiKey> find(Secret secret) {
        Scope scope = Scope.tenant(secret.tenant());
        byte[] hash = keys.hash(secret);
        String key =
                ScopedKey.cache("apikey", Axis.TENANT, scope, HexFormat.of().formatHex(hash));
        return known.get(key, _ -> scope.call(() -> keys.findByHash(hash)))
                .filter(found -> found.worksAt(clock.instant()));
    }

    /// Written beside the request, not in its way: a lost note costs nothing but ten minutes of exactness.
    public void noteUse(WorkspaceId workspace, ApiKey key) {
        Instant now = clock.instant();
        Instant grainAgo = now.minus(USE_GRAIN);
        Scope scope = Scope.tenant(workspace.value());
        String note = ScopedKey.cache("apikey_use", Axis.TENANT, scope, key.id().text());
        if (key.lastUsedAt().map(grainAgo::isBefore).orElse(false)
                || touched.asMap().putIfAbsent(note, now) != null) {
            return;
        }
        Thread.ofVirtual().name("key-use").start(() -> {
            try {
                scope.call(() -> {
                    keys.touch(key.id(), now, grainAgo);
                    return true;
                });
            } catch (RuntimeException e) {
                LOG.atDebug().setCause(e).log("the last use of a key was not noted");
            }
        });
    }

    /// Forgets what is known of keys on this node, after one was revoked here.
    public void forget(ApiKeyId id) {
        known.asMap()
                .values()
                .removeIf(key -> key.filter(found -> found.id().equals(id)).isPresent());
    }
}
