package dev.keystead.apikey;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// Makes, lists, rotates and revokes keys of the workspace in scope.
public final class ApiKeys {
    static final String EXPIRED = "the key has expired; make a new one";

    private final ApiKeyStore store;
    private final Mac mac;
    private final Clock clock;

    public ApiKeys(Database database, MasterKey master, Clock clock) {
        this.store = new ApiKeyStore(database);
        this.mac = master.mac("api-key");
        this.clock = clock;
    }

    /// A key and its secret, which nobody can read again.
    public record Made(ApiKey key, Secret secret) {}

    /// What became of the wish to rotate a key.
    public sealed interface Rotation {
        /// There is a new one.
        ///
        /// @param old as it is now: its end is decided
        record Rotated(ApiKey old, Made made) implements Rotation {}

        /// Somebody else was faster, or it was rotated before: its successor stands in its place.
        record AlreadyRotated() implements Rotation {}

        record Expired() implements Rotation {}

        record NotFound() implements Rotation {}
    }

    /// What a key shall be.
    public record Wish(Optional<UserId> user, String name, List<AccessScope> scopes, Optional<Instant> expiresAt) {}

    public Made make(Transaction transaction, Wish wish, String maker) {
        Secret secret = Secret.make(SecretPrefix.API_KEY, transaction.scope().require(Axis.TENANT));
        var key = new ApiKey(
                ApiKeyId.make(),
                wish.user(),
                wish.name(),
                wish.scopes(),
                secret.shown(),
                maker,
                clock.instant(),
                Optional.empty(),
                wish.expiresAt(),
                Optional.empty(),
                1);
        store.insert(transaction, key, hash(secret));
        return new Made(key, secret);
    }

    /// Revokes a key; nothing when it is not there or revoked already.
    public Optional<ApiKey> revoke(Transaction transaction, ApiKeyId id) {
        return store.revoke(transaction, id, clock.instant());
    }

    /// Replaces a key by one with the same rights and the same end.
    ///
    /// @param overlap how long the old one goes on working, if it does not expire before
    public Rotation rotate(Transaction transaction, ApiKeyId id, Duration overlap, String maker) {
        Instant now = clock.instant();
        Optional<ApiKey> replaced = store.replace(transaction, id, now.plus(overlap), now);
        if (replaced.isEmpty()) {
            return store.find(transaction, id)
                    .filter(key -> !key.isRevokedAt(now))
                    .map(key -> key.revokedAt().isPresent()
                            ? (Rotation) new Rotation.AlreadyRotated()
                            : new Rotation.Expired())
                    .orElseGet(Rotation.NotFound::new);
        }
        ApiKey old = replaced.get();
        var wish = new Wish(old.user(), old.name(), old.scopes(), old.expiresAt());
        return new Rotation.Rotated(old, make(transaction, wish, maker));
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    public Outcome<ApiKey> change(
            Transaction transaction, ApiKeyId id, Optional<Long> ifVersion, UnaryOperator<ApiKey> change) {
        Instant now = clock.instant();
        Optional<ApiKey> found = store.findForUpdate(transaction, id).filter(key -> !key.isRevokedAt(now));
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        ApiKey before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        ApiKey wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (before.revokedAt().isPresent()) {
            return new Outcome.Refused<>("the key was rotated; change the one in its place");
        }
        if (before.isExpiredAt(now)) {
            return new Outcome.Refused<>(EXPIRED);
        }
        return new Outcome.Changed<>(before, store.update(transaction, wanted).orElseThrow());
    }

    public Optional<ApiKey> find(ApiKeyId id) {
        return store.find(id);
    }

    public List<ApiKey> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// The keys of a person that were not revoked, oldest first.
    public List<ApiKey> listOf(UserId user, int limit) {
        return store.listOf(user, clock.instant(), limit);
    }

    /// Revokes a person's own key; nothing when there is none such, or it is somebody else's.
    public Optional<ApiKey> revoke(Transaction transaction, UserId user, ApiKeyId id) {
        return store.revoke(transaction, user, id, clock.instant());
    }

    byte[] hash(Secret secret) {
        return mac.of(secret.text());
    }

    /// The key that a secret's hash belongs to. The tenant of the secret must be in scope.
    Optional<ApiKey> findByHash(byte[] hash) {
        return store.findByHash(hash);
    }

    void touch(ApiKeyId id, Instant at, Instant unlessSince) {
        store.touch(id, at, unlessSince);
    }
}
