package dev.keystead.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.platform.cache.UseNotes;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/// The keys that work now, as they were at most a second ago.
public final class WorkingKeys {
    /// Short enough that a revoked key stops working on every node within a second without telling the
    /// others.
    private static final Duration KEY_AGE = Duration.ofMillis(800);

    private final ApiKeys keys;
    private final Clock clock;
    private final Cache<String, Optional<ApiKey>> known =
            Caffeine.newBuilder().expireAfterWrite(KEY_AGE).maximumSize(100_000).build();
    private final UseNotes uses;

    public WorkingKeys(ApiKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
        this.uses = new UseNotes(clock);
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

    /// Notes the use of a key, without a write per request.
    public void noteUse(WorkspaceId workspace, ApiKey key) {
        uses.note(
                Scope.tenant(workspace.value()),
                key.id(),
                key.lastUsedAt(),
                (at, unlessSince) -> keys.touch(key.id(), at, unlessSince));
    }

    /// Forgets what is known of keys on this node, after one was revoked here.
    public void forget(ApiKeyId id) {
        known.asMap()
                .values()
                .removeIf(key -> key.filter(found -> found.id().equals(id)).isPresent());
    }
}
