package dev.keystead.grant;

import dev.keystead.client.ClientId;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.crypto.ComputedTokens;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.crypto.SecretPrefix;
import dev.keystead.session.SessionId;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rules of grants and their refresh tokens.
public final class Grants {
    /// A client whose answer was lost may ask again this long, and gets the same successor.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int MOST_OF_SESSION = 500;

    private final GrantStore store;
    private final ComputedTokens tokens;
    private final Sessions sessions;
    private final Directory directory;
    private final Clock clock;
    private final SharedCache<Optional<Grant>> known;

    public Grants(
            Database database,
            MasterKey master,
            SharedCaches caches,
            Sessions sessions,
            Directory directory,
            Clock clock) {
        this.store = new GrantStore(database);
        this.tokens = new ComputedTokens(master.mac("refresh-token"));
        this.sessions = sessions;
        this.directory = directory;
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 100_000);
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("session.grants", GrantStore.GRANT_SWEEP);
    }

    /// What a new grant shall be.
    ///
    /// @param issuer the address under which the client asked for it
    public record Wish(
            GrantId id,
            ClientId client,
            UserId user,
            Optional<SessionId> session,
            String issuer,
            Grant.Given given,
            Limits limits) {}

    /// How long grants live.
    ///
    /// @param idle without being used
    public record Limits(Duration idle, Duration absolute) {}

    /// Gives a client what it was allowed, in the tenant of the transaction. Costs no round trip.
    public Refresh.Renewed start(Transaction transaction, Wish wish) {
        Instant now = clock.instant();
        Instant end = now.plus(wish.limits().absolute());
        Instant idleEnd = now.plus(wish.limits().idle());
        var grant = new Grant(
                wish.id(),
                new WorkspaceId(transaction.scope().require(Axis.TENANT)),
                wish.client(),
                wish.user(),
                wish.session(),
                Optional.of(wish.issuer()),
                wish.given(),
                1,
                now,
                Optional.empty(),
                now,
                end,
                idleEnd.isBefore(end) ? idleEnd : end);
        store.insertAtCommit(transaction, grant, wish.limits().idle());
        return renewed(grant);
    }

    /// The living grant whose current refresh token this is. Binds its scope itself; not for use inside a
    /// transaction.
    public Optional<Grant> current(WorkspaceId tenant, String token) {
        return genuine(tenant, token).flatMap(found -> {
            var id = new GrantId(found.thing());
            return scope(tenant)
                    .call(() -> store.find(id))
                    .filter(grant -> grant.isLiveAt(clock.instant()) && grant.generation() == found.number())
                    .filter(this::isStillMeant);
        });
    }

    private Optional<ComputedTokens.Genuine> genuine(WorkspaceId tenant, String token) {
        return tokens.check(SecretPrefix.REFRESH_TOKEN, token)
                .filter(found -> found.tenant().equals(tenant.value()));
    }

    /// Goes on with a grant by a refresh token that works once, in the tenant of the transaction, which
    /// must be committed whatever comes out. An earlier token shows that somebody has a copy, and ends the
    /// grant.
    ///
    /// @param binding the key that the client showed, where its refresh tokens are bound to one
    public Refresh rotate(Transaction transaction, ClientId client, String token, Optional<Binding> binding) {
        var tenant = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        return genuine(tenant, token)
                .map(found -> rotate(transaction, new GrantId(found.thing()), client, (int) found.number(), binding))
                .orElseGet(Refresh.Over::new);
    }

    // Nodes need not forget a grant that goes on: what they know of it stays true.
    private Refresh rotate(
            Transaction transaction, GrantId id, ClientId client, int generation, Optional<Binding> binding) {
        Instant now = clock.instant();
        Optional<Grant> rotated = store.rotate(transaction, id, client, generation, binding, now);
        if (rotated.isPresent()) {
            return renewed(rotated.get());
        }
        Optional<Grant> found = store.find(transaction, id)
                .filter(grant -> grant.isLiveAt(now)
                        && grant.client().equals(client)
                        && grant.given().binding().equals(binding));
        if (found.isEmpty() || found.get().generation() <= generation) {
            return new Refresh.Over();
        }
        Grant grant = found.get();
        if (grant.generation() == generation + 1
                && now.isBefore(grant.rotatedAt().plus(GRACE))) {
            return renewed(grant);
        }
        end(transaction, id, Grant.End.REPLAY);
        return new Refresh.Reused(grant);
    }

    /// Goes on with a grant by a refresh token that stays as it is, because it is bound to a key (FAPI 2.0
    /// section 5.3.2.1 item 9). Nothing is written.
    public Refresh keep(WorkspaceId tenant, ClientId client, String token, Optional<Binding> binding) {
        return genuine(tenant, token)
                .flatMap(found -> standing(tenant, new GrantId(found.thing()))
                        .filter(grant -> grant.client().equals(client)
                                && grant.generation() == found.number()
                                && grant.given().binding().equals(binding)))
                .<Refresh>map(this::renewed)
                .orElseGet(Refresh.Over::new);
    }

    private Refresh.Renewed renewed(Grant grant) {
        return new Refresh.Renewed(
                grant,
                tokens.make(
                        SecretPrefix.REFRESH_TOKEN,
                        grant.tenant().value(),
                        grant.id().value(),
                        grant.generation()));
    }

    /// The grant, if it lives, as it was at most a second ago. Binds its scope itself; not for use inside a
    /// transaction.
    public Optional<Grant> standing(WorkspaceId tenant, GrantId id) {
        Scope scope = scope(tenant);
        Instant now = clock.instant();
        return known.read(key(scope, id), () -> scope.call(() -> store.find(id)))
                .filter(grant -> grant.isLiveAt(now))
                .filter(this::isStillMeant);
    }

    /// Whether those who gave it are still there. What is not for offline use ends with the session.
    public boolean isStillMeant(Grant grant) {
        boolean inside = grant.isOffline()
                || grant.session()
                        .map(session -> sessions.isLive(grant.tenant(), session))
                        .orElse(true);
        return inside && directory.isActive(grant.tenant().value(), grant.user());
    }

    /// Ends a grant, and with it all tokens that came of it.
    public void end(Transaction transaction, GrantId id, Grant.End why) {
        changed(transaction, id);
        store.endAtCommit(transaction, id, why, clock.instant());
    }

    /// Ends all that a client has of a person, and answers how many grants that were.
    public int endOfClient(Transaction transaction, UserId user, ClientId client) {
        List<GrantId> ended = store.endOfClient(transaction, user, client, Grant.End.WITHDRAWN, clock.instant());
        ended.forEach(id -> changed(transaction, id));
        return ended.size();
    }

    /// The grants of a person that stand, in the tenant in scope, newest first. Not for use inside a
    /// transaction.
    public List<Grant> livingOf(UserId user, int limit) {
        return store.listOfUser(user, clock.instant(), limit).stream()
                .filter(this::isStillMeant)
                .toList();
    }

    /// Ends the grants that a revocation means, at most so many, and answers how many that were.
    int revoke(Transaction transaction, Revocation what, int limit) {
        List<GrantId> ended = store.endMatching(transaction, what, Grant.End.WITHDRAWN, clock.instant(), limit);
        ended.forEach(id -> changed(transaction, id));
        return ended.size();
    }

    /// What was given in a session, to whichever client, ended or not.
    public List<Grant> ofSession(Transaction transaction, SessionId session) {
        return store.listOfSession(transaction, session, MOST_OF_SESSION);
    }

    private void changed(Transaction transaction, GrantId id) {
        known.changed(transaction, key(transaction.scope(), id));
    }

    private static Scope scope(WorkspaceId tenant) {
        return Scope.tenant(tenant.value());
    }

    private static String key(Scope scope, GrantId id) {
        return ScopedKey.cache("grant", Axis.TENANT, scope, id.text());
    }
}
