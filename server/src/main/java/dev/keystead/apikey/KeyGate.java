package dev.keystead.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.directory.Directory;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.http.Admission;
import dev.keystead.platform.http.Authenticator;
import dev.keystead.platform.http.Caller;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets a request in by its API key.
///
/// The key decides the workspace. A path may choose another one with `/t/{slug}`, and only a key that
/// administers the organisation gets there, and only within its organisation.
public final class KeyGate implements Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger(KeyGate.class);
    private static final AccessScope ADMIN_ORG = AccessScope.of("admin:org");

    /// Short enough that a revoked key stops working on every node within a second without telling the others.
    private static final Duration KEY_AGE = Duration.ofMillis(800);

    /// How exact `last_used_at` is: one write per key in this time, not one per request.
    private static final Duration USE_GRAIN = Duration.ofMinutes(10);

    private final ApiKeys keys;
    private final Workspaces workspaces;
    private final Directory directory;
    private final Clock clock;
    private final Cache<String, Optional<ApiKey>> known =
            Caffeine.newBuilder().expireAfterWrite(KEY_AGE).maximumSize(100_000).build();
    private final Cache<String, Instant> touched = Caffeine.newBuilder()
            .expireAfterWrite(USE_GRAIN)
            .maximumSize(100_000)
            .build();

    public KeyGate(ApiKeys keys, Workspaces workspaces, Directory directory, Clock clock) {
        this.keys = keys;
        this.workspaces = workspaces;
        this.directory = directory;
        this.clock = clock;
    }

    @Override
    public Admission admit(Optional<String> bearerToken, Optional<String> workspaceSlug) {
        if (bearerToken.isEmpty()) {
            return new Admission.NoCredential();
        }
        Optional<Secret> secret = Secret.parse(ApiKeys.PREFIX, bearerToken.get());
        Optional<ApiKey> key = secret.flatMap(this::working);
        if (secret.isEmpty() || key.isEmpty()) {
            return new Admission.InvalidCredential();
        }
        var home = new WorkspaceId(secret.get().tenant());
        Optional<Workspace> workspace = workspaces.standing(home).filter(Workspace::isActive);
        if (workspace.isEmpty() || !isOwnerActive(home, key.get())) {
            return new Admission.InvalidCredential();
        }
        noteUse(home, key.get());
        var caller = new Caller(
                key.get().actor(),
                home.value(),
                workspace.get().org().value(),
                Set.copyOf(key.get().scopes()));
        return workspaceSlug.map(slug -> inWorkspace(caller, slug)).orElse(new Admission.Admitted(caller));
    }

    private Optional<ApiKey> working(Secret secret) {
        Scope scope = Scope.tenant(secret.tenant());
        byte[] hash = keys.hash(secret);
        String key =
                ScopedKey.cache("apikey", Axis.TENANT, scope, HexFormat.of().formatHex(hash));
        return known.get(key, _ -> scope.call(() -> keys.findByHash(hash)))
                .filter(found -> found.worksAt(clock.instant()));
    }

    private boolean isOwnerActive(WorkspaceId workspace, ApiKey key) {
        return key.user()
                .map(user -> directory.isActive(workspace.value(), user))
                .orElse(true);
    }

    private Admission inWorkspace(Caller caller, String slug) {
        Optional<WorkspaceId> wanted = workspaces.bySlug(slug);
        if (wanted.isPresent() && wanted.get().value().equals(caller.tenant())) {
            return new Admission.Admitted(caller);
        }
        return wanted.filter(_ -> caller.allows(ADMIN_ORG))
                .flatMap(workspaces::standing)
                .filter(workspace -> workspace.org().value().equals(caller.org()))
                .<Admission>map(workspace -> new Admission.Admitted(
                        new Caller(caller.actor(), workspace.id().value(), caller.org(), caller.rights())))
                .orElse(new Admission.Unreachable());
    }

    /// Written beside the request, not in its way: a lost note costs nothing but ten minutes of exactness.
    private void noteUse(WorkspaceId workspace, ApiKey key) {
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
    void forget(ApiKeyId id) {
        known.asMap()
                .values()
                .removeIf(key -> key.filter(found -> found.id().equals(id)).isPresent());
    }
}
