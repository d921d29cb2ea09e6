package dev.keystead.pat;

import dev.keystead.apikey.Overlap;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.pat.PersonalTokenStore.Ended;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.cache.UseNotes;
import dev.keystead.platform.crypto.Digest;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.Secret;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.policy.TokenPolicy;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Makes, lists, rotates and revokes the personal access tokens of users of the workspace in scope, and
/// finds the one that a program presents.
public final class PersonalTokens {
    /// How many tokens of one person may work at a time: more than anybody keeps in mind.
    public static final int MOST = 50;

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private final PersonalTokenStore store;
    private final Mac mac;
    private final SharedCache<Optional<PersonalToken>> known;
    private final UseNotes uses;
    private final Clock clock;

    public PersonalTokens(Database database, MasterKey master, SharedCaches caches, Clock clock) {
        this.store = new PersonalTokenStore(database);
        this.mac = master.mac("personal-access-token");
        this.known = caches.make(KNOWN_FOR, 100_000);
        this.uses = new UseNotes(clock);
        this.clock = clock;
    }

    /// What the job `retention` removes: tokens that were revoked or have expired.
    public static List<Sweep.Expiring> ended() {
        return List.of(
                new Sweep.Expiring("admin.personal_access_tokens", PersonalTokenStore.TOKEN_PURGE),
                new Sweep.Expiring("admin.personal_access_tokens", PersonalTokenStore.TOKEN_PURGE_EXPIRED));
    }

    /// What a token shall be.
    ///
    /// @param expiresAt never, if empty
    public record Wish(UserId user, String name, List<AccessScope> scopes, Optional<Instant> expiresAt) {}

    /// A token and its secret, which nobody can read again.
    public record Made(PersonalToken token, Secret secret) {}

    /// What became of the wish to rotate a token.
    public sealed interface Rotation {
        /// There is a new one.
        ///
        /// @param old as it is now: its end is decided
        record Rotated(PersonalToken old, Made made) implements Rotation {}

        /// Somebody else was faster, or it was rotated before: its successor stands in its place.
        record AlreadyRotated() implements Rotation {}

        record Expired() implements Rotation {}

        record NotFound() implements Rotation {}
    }

    /// Makes a token; nothing when the person has as many as there may be.
    public Optional<Made> make(Transaction transaction, Wish wish) {
        return store.countHeld(transaction, wish.user(), clock.instant()) >= MOST
                ? Optional.empty()
                : Optional.of(makeAnother(transaction, wish));
    }

    /// Whether a person has as many tokens as there may be. Not for use inside a transaction.
    public boolean isFull(UserId user) {
        return store.count(user, clock.instant()) >= MOST;
    }

    private Made makeAnother(Transaction transaction, Wish wish) {
        Secret secret =
                Secret.make(SecretPrefix.PERSONAL_TOKEN, transaction.scope().require(Axis.TENANT));
        var token = new PersonalToken(
                PersonalTokenId.make(),
                wish.user(),
                wish.name(),
                wish.scopes(),
                secret.shown(),
                clock.instant(),
                Optional.empty(),
                wish.expiresAt(),
                Optional.empty());
        store.insert(transaction, token, hash(secret));
        return new Made(token, secret);
    }

    /// Replaces a token of a user by a new one with the same name and scopes, which lasts as long as the
    /// old one did at its beginning, within what the policy allows now.
    ///
    /// @param overlap how long the old one goes on working, if it does not expire before
    public Rotation rotate(
            Transaction transaction, UserId user, PersonalTokenId id, Duration overlap, TokenPolicy policy) {
        if (overlap.isNegative() || overlap.compareTo(Overlap.LONGEST) > 0) {
            throw new IllegalArgumentException("an overlap of " + overlap);
        }
        Instant now = clock.instant();
        Optional<Ended> replaced = store.replace(transaction, user, id, now.plus(overlap), now);
        if (replaced.isEmpty()) {
            return store.find(transaction, user, id)
                    .filter(token -> !token.isRevokedAt(now))
                    .map(token -> token.revokedAt().isPresent()
                            ? (Rotation) new Rotation.AlreadyRotated()
                            : new Rotation.Expired())
                    .orElseGet(Rotation.NotFound::new);
        }
        changed(transaction, replaced.get());
        PersonalToken old = replaced.get().token();
        Optional<Duration> life = old.expiresAt().map(end -> Duration.between(old.createdAt(), end));
        var wish = new Wish(user, old.name(), old.scopes(), policy.within(life).map(now::plus));
        return new Rotation.Rotated(old, makeAnother(transaction, wish));
    }

    /// Revokes a token of a user; nothing when there is none such, or it is revoked already.
    public Optional<PersonalToken> revoke(Transaction transaction, UserId user, PersonalTokenId id) {
        Optional<Ended> ended = store.revoke(transaction, user, id, clock.instant());
        ended.ifPresent(token -> changed(transaction, token));
        return ended.map(Ended::token);
    }

    public Optional<PersonalToken> find(UserId user, PersonalTokenId id) {
        return store.find(user, id);
    }

    /// The tokens of a user that were not revoked, newest first. Those that expired are among them.
    public List<PersonalToken> list(UserId user, Optional<UUID> before, int limit) {
        return store.list(user, before.orElse(AFTER_ALL), clock.instant(), limit);
    }

    /// The token that a secret is, if it works now, and notes its use. Binds its scope itself.
    public Optional<PersonalToken> use(Secret secret) {
        Scope scope = Scope.tenant(secret.tenant());
        Digest hash = hash(secret);
        Optional<PersonalToken> found = known.read(key(scope, hash), () -> scope.call(() -> store.findByHash(hash)))
                .filter(token -> token.worksAt(clock.instant()));
        found.ifPresent(token -> uses.note(
                scope, token.id(), token.lastUsedAt(), (at, unlessSince) -> store.touch(token.id(), at, unlessSince)));
        return found;
    }

    private Digest hash(Secret secret) {
        return mac.digest(secret.text());
    }

    private void changed(Transaction transaction, Ended ended) {
        known.changed(transaction, key(transaction.scope(), ended.hash()));
    }

    private static String key(Scope scope, Digest hash) {
        return ScopedKey.cache("pat", Axis.TENANT, scope, hash.hex());
    }

    /// When a program last used one of somebody's tokens, of those that are still kept.
    public Optional<Instant> lastUse(Transaction transaction, UserId user) {
        return store.lastUse(transaction, user);
    }
}
