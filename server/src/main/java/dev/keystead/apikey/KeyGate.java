package dev.keystead.apikey;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.member.Members;
import dev.keystead.member.Resource;
import dev.keystead.member.Role;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.http.Admission;
import dev.keystead.platform.http.Authenticator;
import dev.keystead.platform.http.Caller;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.AccessScope.Verb;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets a request in by its API key.
///
/// The path decides the workspace (`/t/{slug}`, `/v1/workspaces/{id}`); without that, it is the key's own. A key of a
/// person can do what the person's role there allows; one that belongs to nobody acts in its own workspace. A right on
/// the organisation reaches into all of its workspaces.
public final class KeyGate implements Authenticator {
    private static final Logger LOG = LoggerFactory.getLogger(KeyGate.class);

    /// Short enough that a revoked key stops working on every node within a second without telling the others.
    private static final Duration KEY_AGE = Duration.ofMillis(800);

    /// How exact `last_used_at` is: one write per key in this time, not one per request.
    private static final Duration USE_GRAIN = Duration.ofMinutes(10);

    private final ApiKeys keys;
    private final Workspaces workspaces;
    private final Directory directory;
    private final Members members;
    private final Clock clock;
    private final Cache<String, Optional<ApiKey>> known =
            Caffeine.newBuilder().expireAfterWrite(KEY_AGE).maximumSize(100_000).build();
    private final Cache<String, Instant> touched = Caffeine.newBuilder()
            .expireAfterWrite(USE_GRAIN)
            .maximumSize(100_000)
            .build();

    public KeyGate(ApiKeys keys, Workspaces workspaces, Directory directory, Members members, Clock clock) {
        this.keys = keys;
        this.workspaces = workspaces;
        this.directory = directory;
        this.members = members;
        this.clock = clock;
    }

    @Override
    public Admission admit(Optional<String> bearerToken, Wanted wanted) {
        if (bearerToken.isEmpty()) {
            return new Admission.NoCredential();
        }
        Optional<Secret> secret = Secret.parse(ApiKeys.PREFIX, bearerToken.get());
        Optional<ApiKey> key = secret.flatMap(this::working);
        if (secret.isEmpty() || key.isEmpty()) {
            return new Admission.InvalidCredential();
        }
        var homeId = new WorkspaceId(secret.get().tenant());
        Optional<Workspace> home = workspaces.standing(homeId).filter(Workspace::isActive);
        if (home.isEmpty() || !isOwnerActive(homeId, key.get())) {
            return new Admission.InvalidCredential();
        }
        noteUse(homeId, key.get());
        return find(home.get(), wanted)
                .map(workspace -> admit(key.get(), home.get(), workspace))
                .orElseGet(Admission.Unreachable::new);
    }

    private Optional<Workspace> find(Workspace home, Wanted wanted) {
        return switch (wanted) {
            case Wanted.Own() -> Optional.of(home);
            case Wanted.BySlug(String slug) -> workspaces.bySlug(slug).flatMap(workspaces::standing);
            case Wanted.ById(UUID id) -> workspaces.standing(new WorkspaceId(id));
            case Wanted.Nowhere() -> Optional.empty();
        };
    }

    private Admission admit(ApiKey key, Workspace home, Workspace wanted) {
        Set<AccessScope> ceiling = new HashSet<>(ownRights(key, home, wanted));
        ceiling.addAll(rightsByOrg(key, home, wanted));
        var caller = new Caller(
                key.actor(),
                key.user().map(UserId::value),
                wanted.id().value(),
                wanted.org().value(),
                Set.copyOf(key.scopes()),
                ceiling);
        if (!ceiling.isEmpty()) {
            return new Admission.Admitted(caller);
        }
        return key.user().isPresent() ? new Admission.Stranger(atHome(caller, home)) : new Admission.Unreachable();
    }

    /// What the key's own place in a workspace allows: a person's role, or, for a machine, everything in its own
    /// workspace and nothing elsewhere.
    private Set<AccessScope> ownRights(ApiKey key, Workspace home, Workspace wanted) {
        Optional<Role> role = key.user().isPresent()
                ? key.user().filter(_ -> wanted.isActive()).flatMap(user -> members.roleOf(wanted.id(), user))
                : Optional.of(Role.OWNER).filter(_ -> wanted.id().equals(home.id()));
        return role.map(held -> held.rightsIn(wanted)).orElse(Set.of());
    }

    /// What a right on the organisation allows in each of its workspaces. Such rights come from the organisation's home
    /// alone.
    private Set<AccessScope> rightsByOrg(ApiKey key, Workspace home, Workspace wanted) {
        Optional<Verb> held = highestOnOrg(key.scopes());
        if (held.isEmpty()) {
            return Set.of();
        }
        Set<AccessScope> atOrgsHome = ownRights(key, home, workspaces.standingHome(wanted.org()));
        return highestOnOrg(atOrgsHome)
                .map(verb -> verb.compareTo(held.get()) < 0 ? verb : held.get())
                .map(Role::rightsByOrg)
                .orElse(Set.of());
    }

    private static Optional<Verb> highestOnOrg(Collection<AccessScope> rights) {
        return rights.stream()
                .filter(right -> right.resource().equals(Resource.ORG.word())
                        && right.modifier().isEmpty())
                .map(AccessScope::verb)
                .max(Comparator.naturalOrder());
    }

    /// A stranger acts on what is their own, and that is at home.
    private static Caller atHome(Caller caller, Workspace home) {
        return new Caller(
                caller.actor(), caller.user(), home.id().value(), home.org().value(), caller.rights(), Set.of());
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
