package dev.keystead.apikey;

import dev.keystead.directory.UserId;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Makes, lists, rotates and revokes keys of the workspace in scope.
public final class ApiKeys {
    /// What every key begins with, so that scanners recognise a leaked one.
    public static final String PREFIX = "kkey";

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

    /// A key that was revoked, and the one in its place.
    public record Rotated(ApiKey old, Made made) {}

    /// What a key shall be.
    public record Wish(Optional<UserId> user, String name, List<AccessScope> scopes, Optional<Instant> expiresAt) {}

    public Made make(Transaction transaction, Wish wish, String maker) {
        Secret secret = Secret.make(PREFIX, transaction.scope().require(Axis.TENANT));
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
                Optional.empty());
        store.insert(transaction, key, hash(secret));
        return new Made(key, secret);
    }

    /// Revokes a key; nothing when it is not there or revoked already.
    public Optional<ApiKey> revoke(Transaction transaction, ApiKeyId id) {
        return store.revoke(transaction, id, clock.instant());
    }

    /// Replaces a key by one with the same rights; the old one stops working.
    public Optional<Rotated> rotate(Transaction transaction, ApiKeyId id, String maker) {
        return revoke(transaction, id).map(old -> {
            var wish = new Wish(old.user(), old.name(), old.scopes(), old.expiresAt());
            return new Rotated(old, make(transaction, wish, maker));
        });
    }

    public Optional<ApiKey> find(ApiKeyId id) {
        return store.find(id);
    }

    public List<ApiKey> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// The keys of a person that were not revoked, oldest first.
    public List<ApiKey> listOf(UserId user, int limit) {
        return store.listOf(user, limit);
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
