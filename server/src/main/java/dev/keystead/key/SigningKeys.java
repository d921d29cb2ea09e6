package dev.keystead.key;

import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.KeyConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The rules by which the keys of a workspace follow each other: next, active, rotated, gone; and revoked,
/// from any.
///
/// Changes happen inside the caller's transaction, in the scope that is bound. Keys are made before it is
/// opened, because that takes long.
public final class SigningKeys {
    /// Keys that every workspace has once it is asked for any: for identity tokens and for access tokens.
    static final Set<Algorithm> USUAL = EnumSet.of(Algorithm.RS256, Algorithm.ES256);

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int MOST_KNOWN = 20_000;

    /// Applications fetch the whole set again and again: it must stay small.
    private static final int MOST_PUBLISHED = 100;

    private final SigningKeyStore store;
    private final Keysmith smith;
    private final SharedCache<Ring> rings;
    private final KeyConfig config;
    private final Clock clock;

    public SigningKeys(Database database, SharedCaches caches, MasterKey master, KeyConfig config, Clock clock) {
        this.store = new SigningKeyStore(database);
        this.smith = new Keysmith(Engine.ofThisProcess(), master);
        this.rings = caches.make(KNOWN_FOR, MOST_KNOWN);
        this.config = config;
        this.clock = clock;
    }

    /// What became of the wish for another key.
    sealed interface Turn {
        /// Something was done.
        ///
        /// @param changed the keys that are not as before
        record Changed(List<StoredKey> changed) implements Turn {}

        /// The next key is already on its way.
        record Unchanged(StoredKey next) implements Turn {}

        record Refused(String reason) implements Turn {}
    }

    /// What became of the wish to revoke a key.
    sealed interface Revocation {
        record Revoked(StoredKey before, StoredKey after) implements Revocation {}

        record NotFound() implements Revocation {}

        record Refused(String reason) implements Revocation {}
    }

    Engine engine() {
        return smith.engine();
    }

    /// The keys of a workspace, from memory where they are known. Binds the scope itself.
    Ring ring(UUID tenant) {
        Scope scope = Scope.tenant(tenant);
        return rings.read(cacheKey(scope), () -> Ring.of(tenant, scope.call(store::listPublished), smith));
    }

    /// Forgets what this node alone remembers, when it may have been overtaken.
    void forget(UUID tenant) {
        rings.forget(cacheKey(Scope.tenant(tenant)));
    }

    /// A pair that is not stored yet.
    Keysmith.Fresh make(UUID tenant, Algorithm algorithm) {
        return smith.make(tenant, algorithm);
    }

    List<StoredKey> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    Optional<StoredKey> find(SigningKeyId id) {
        return store.find(id);
    }

    /// What a rotation in the workspace in scope is about: the wanted algorithm, or all that it signs with,
    /// or the usual ones if it has no key yet. Nothing, when it publishes as many keys as it may.
    Optional<Set<Algorithm>> findRotatable(Optional<Algorithm> wanted) {
        List<StoredKey.Sealed> published = store.listPublished();
        if (published.size() >= MOST_PUBLISHED) {
            return Optional.empty();
        }
        var algorithms = EnumSet.noneOf(Algorithm.class);
        wanted.ifPresentOrElse(
                algorithms::add,
                () -> published.stream()
                        .map(StoredKey.Sealed::key)
                        .filter(StoredKey::isActive)
                        .forEach(key -> algorithms.add(key.algorithm())));
        return Optional.of(algorithms.isEmpty() ? USUAL : algorithms);
    }

    /// Takes a key into use where there is none; nothing, where somebody else was faster.
    Optional<StoredKey> begin(Transaction transaction, Keysmith.Fresh fresh) {
        changed(transaction);
        Instant now = clock.instant();
        return store.insert(transaction, fresh, StoredKey.Status.ACTIVE, now, now);
    }

    /// Puts another key in the place of the one that signs: at once, or once it has been published for long
    /// enough.
    ///
    /// @param fresh for the case that none is waiting
    Turn rotate(Transaction transaction, Keysmith.Fresh fresh, boolean immediate) {
        changed(transaction);
        List<StoredKey> living = store.listLivingForUpdate(transaction, fresh.algorithm());
        Optional<StoredKey> active = living.stream().filter(StoredKey::isActive).findFirst();
        Optional<StoredKey> next =
                living.stream().filter(key -> !key.isActive()).findFirst();
        if (active.isEmpty()) {
            return turn(begin(transaction, fresh));
        }
        if (immediate) {
            return succeed(transaction, active.get(), next, fresh);
        }
        Instant soonest = clock.instant().plus(config.lead());
        if (next.isEmpty()) {
            return turn(store.insert(transaction, fresh, StoredKey.Status.NEXT, clock.instant(), soonest));
        }
        Instant published = next.get().createdAt().plus(config.lead());
        return published.isBefore(next.get().activatesAt())
                ? new Turn.Changed(List.of(store.plan(transaction, next.get().id(), published)))
                : new Turn.Unchanged(next.get());
    }

    private Turn succeed(Transaction transaction, StoredKey active, Optional<StoredKey> next, Keysmith.Fresh fresh) {
        Instant now = clock.instant();
        StoredKey old = store.rotate(transaction, active.id(), now, now.plus(config.overlap()));
        return new Turn.Changed(List.of(old, successor(transaction, next, fresh)));
    }

    /// The key that signs from now on: the one that is published already, or else a fresh one.
    private StoredKey successor(Transaction transaction, Optional<StoredKey> next, Keysmith.Fresh fresh) {
        Instant now = clock.instant();
        return next.map(key -> store.activate(transaction, key.id(), now))
                .or(() -> store.insert(transaction, fresh, StoredKey.Status.ACTIVE, now, now))
                .orElseThrow();
    }

    private static Turn turn(Optional<StoredKey> inserted) {
        return inserted.<Turn>map(key -> new Turn.Changed(List.of(key)))
                .orElseGet(() -> new Turn.Refused("another key was made a moment ago; look at the keys and repeat"));
    }

    /// Publishes the successor of an ageing key, unless somebody else did. It signs when the old one has
    /// had its time, but not before it was published for long enough.
    Optional<StoredKey> prepareNext(Transaction transaction, Keysmith.Fresh fresh) {
        Instant now = clock.instant();
        List<StoredKey> living = store.listLivingForUpdate(transaction, fresh.algorithm());
        if (living.size() != 1 || !living.getFirst().isActive()) {
            return Optional.empty();
        }
        changed(transaction);
        Instant soonest = now.plus(config.lead());
        Instant planned = living.getFirst().activatesAt().plus(config.rotation());
        return store.insert(
                transaction, fresh, StoredKey.Status.NEXT, now, planned.isAfter(soonest) ? planned : soonest);
    }

    /// Lets the next key sign if its time has come.
    List<StoredKey> turn(Transaction transaction, Algorithm algorithm) {
        Instant now = clock.instant();
        List<StoredKey> living = store.listLivingForUpdate(transaction, algorithm);
        Optional<StoredKey> ready = living.stream()
                .filter(key -> !key.isActive() && !key.activatesAt().isAfter(now))
                .findFirst();
        if (ready.isEmpty()) {
            return List.of();
        }
        changed(transaction);
        Optional<StoredKey> old = living.stream()
                .filter(StoredKey::isActive)
                .findFirst()
                .map(key -> store.rotate(transaction, key.id(), now, now.plus(config.overlap())));
        StoredKey successor = store.activate(transaction, ready.get().id(), now);
        return old.map(key -> List.of(key, successor)).orElseGet(() -> List.of(successor));
    }

    /// Takes all trust from a key. If it signed, another one signs from now on.
    ///
    /// @param fresh for the case that the key signs and none is waiting
    Revocation revoke(Transaction transaction, SigningKeyId id, Optional<Keysmith.Fresh> fresh) {
        Optional<StoredKey> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Revocation.NotFound();
        }
        StoredKey before = found.get();
        if (before.status() == StoredKey.Status.REVOKED) {
            return new Revocation.Refused("the key is revoked already");
        }
        if (before.isActive() && fresh.isEmpty()) {
            return new Revocation.Refused("the key began to sign a moment ago; try again");
        }
        changed(transaction);
        Instant now = clock.instant();
        StoredKey after = store.revoke(transaction, id, now, now.plus(config.overlap()));
        if (before.isActive()) {
            var _ = successor(
                    transaction,
                    store.listLivingForUpdate(transaction, before.algorithm()).stream()
                            .findFirst(),
                    fresh.orElseThrow());
        }
        return new Revocation.Revoked(before, after);
    }

    /// Removes a key that has expired, unless somebody else did.
    boolean remove(Transaction transaction, SigningKeyId id) {
        changed(transaction);
        return store.delete(transaction, id, clock.instant());
    }

    private void changed(Transaction transaction) {
        rings.changed(transaction, cacheKey(transaction.scope()));
    }

    private static String cacheKey(Scope scope) {
        return ScopedKey.cache("key", Axis.TENANT, scope, "ring");
    }
}
