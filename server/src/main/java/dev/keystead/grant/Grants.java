package dev.keystead.grant;

import dev.keystead.client.ClientId;
import dev.keystead.device.DeviceId;
import dev.keystead.device.Devices;
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
import java.util.Map;
import java.util.Optional;

/// The rules of grants and their refresh tokens.
public final class Grants {
    /// A client whose answer was lost may ask again this long, and gets the same successor.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int MOST_OF_SESSION = 500;

    /// In how many steps the end of a grant moves on during its idle time.
    private static final int STEPS = 100;

    private final GrantStore store;
    private final ComputedTokens tokens;
    private final Sessions sessions;
    private final Devices devices;
    private final Directory directory;
    private final Clock clock;
    private final SharedCache<Optional<Grant>> known;

    public Grants(
            Database database,
            MasterKey master,
            SharedCaches caches,
            Sessions sessions,
            Devices devices,
            Directory directory,
            Clock clock) {
        this.store = new GrantStore(database);
        this.tokens = new ComputedTokens(master.mac("refresh-token"));
        this.sessions = sessions;
        this.devices = devices;
        this.directory = directory;
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 100_000);
        devices.onEnd(this::endOf);
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("session.grants", GrantStore.GRANT_SWEEP);
    }

    /// What a new grant shall be.
    ///
    /// @param device whose key the client showed; without one, it is the session's
    /// @param issuer the address under which the client asked for it
    public record Wish(
            GrantId id,
            ClientId client,
            UserId user,
            Optional<SessionId> session,
            Optional<DeviceId> device,
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
                wish.device(),
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
        return genuine(tenant, token)
                .flatMap(found -> living(tenant, found).filter(grant -> grant.generation() == found.number()));
    }

    /// The living grant of which this is or was a refresh token. Binds its scope itself; not for use inside a
    /// transaction.
    public Optional<Grant> ofAnyToken(WorkspaceId tenant, String token) {
        return genuine(tenant, token).flatMap(found -> living(tenant, found));
    }

    private Optional<Grant> living(WorkspaceId tenant, ComputedTokens.Genuine token) {
        return scope(tenant)
                .call(() -> store.find(new GrantId(token.thing())))
                .filter(grant -> grant.isLiveAt(clock.instant()))
                .filter(this::isStillMeant);
    }

    private Optional<ComputedTokens.Genuine> genuine(WorkspaceId tenant, String token) {
        return tokens.check(SecretPrefix.REFRESH_TOKEN, token)
                .filter(found -> found.tenant().equals(tenant.value()));
    }

    /// A refresh token that somebody shows.
    ///
    /// @param binding the key that the client showed, where its refresh tokens are bound to one
    public record Shown(ClientId client, String token, Optional<Binding> binding) {}

    /// Goes on with grants by refresh tokens that work once, in the tenant of the transaction, which must be committed
    /// whatever comes out. An earlier token shows that somebody has a copy, and ends the grant.
    public List<Refresh> rotate(Transaction transaction, List<Shown> all) {
        var tenant = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        Instant now = clock.instant();
        List<Optional<Turn>> turns =
                all.stream().map(shown -> turn(tenant, shown)).toList();
        Map<GrantId, Grant> rotated = store.rotate(
                transaction, turns.stream().flatMap(Optional::stream).toList(), now);
        return turns.stream()
                .map(turn -> turn.map(wanted -> refresh(transaction, wanted, rotated, now))
                        .orElseGet(Refresh.Over::new))
                .toList();
    }

    /// What a genuine refresh token wants: the next generation of a grant.
    record Turn(GrantId grant, ClientId client, int generation, Optional<Binding> binding) {}

    private Optional<Turn> turn(WorkspaceId tenant, Shown shown) {
        return genuine(tenant, shown.token())
                .map(found ->
                        new Turn(new GrantId(found.thing()), shown.client(), (int) found.number(), shown.binding()));
    }

    // Nodes need not forget a grant that goes on: what they know of it stays true.
    private Refresh refresh(Transaction transaction, Turn turn, Map<GrantId, Grant> rotated, Instant now) {
        return Optional.ofNullable(rotated.get(turn.grant()))
                .or(() -> store.find(transaction, turn.grant()))
                .filter(grant -> grant.isLiveAt(now)
                        && grant.client().equals(turn.client())
                        && grant.given().binding().equals(turn.binding())
                        && grant.generation() > turn.generation())
                .map(grant -> successor(transaction, turn, grant, now))
                .orElseGet(Refresh.Over::new);
    }

    /// Whoever asks again with the token before gets what it became, as long as the answer may have been lost.
    private Refresh successor(Transaction transaction, Turn turn, Grant grant, Instant now) {
        boolean next = grant.generation() == turn.generation() + 1
                && now.isBefore(grant.rotatedAt().plus(GRACE));
        if (next) {
            return renewed(grant);
        }
        end(transaction, grant.id(), Grant.End.REPLAY);
        return new Refresh.Reused(grant);
    }

    /// Goes on with a grant by a refresh token that stays as it is, because it is bound to a key (FAPI 2.0
    /// section 5.3.2.1 item 9). Nothing is written: see [#noteUse].
    public Refresh keep(WorkspaceId tenant, Shown shown) {
        return turn(tenant, shown)
                .flatMap(turn -> standing(tenant, turn.grant())
                        .filter(grant -> grant.client().equals(turn.client())
                                && grant.generation() == turn.generation()
                                && grant.given().binding().equals(turn.binding())))
                .<Refresh>map(this::renewed)
                .orElseGet(Refresh.Over::new);
    }

    /// Has a grant live on whose refresh token was used and stays as it is. Costs no round trip, and mostly nothing at
    /// all: in its idle time it is written about a hundred times, however often it is used.
    ///
    /// @param idle how long it lives without being used, as its client is set now. That only says when to look: the
    ///     grant keeps what it was begun with.
    public void noteUse(Transaction transaction, Grant grant, Duration idle) {
        Instant now = clock.instant();
        boolean moves = grant.expiresAt().isBefore(grant.endsAt())
                && grant.expiresAt().isBefore(now.plus(idle).minus(idle.dividedBy(STEPS)));
        if (moves) {
            changed(transaction, grant.id());
            store.extendAtCommit(transaction, grant.id(), now);
        }
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

    /// Whether those who gave it are still there. What is not for offline use ends with the session, and what a device
    /// has with the device.
    public boolean isStillMeant(Grant grant) {
        boolean inside = grant.isOffline()
                || grant.session()
                        .map(session -> sessions.isLive(grant.tenant(), session))
                        .orElse(true);
        boolean held = grant.device()
                .map(device -> devices.isLive(grant.tenant(), device))
                .orElse(true);
        return inside && held && directory.isActive(grant.tenant().value(), grant.user());
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

    /// Ends all that applications have of a person.
    public void endOf(Transaction transaction, UserId user) {
        var all = new Revocation(Optional.of(user), Optional.empty(), Optional.empty(), Optional.empty());
        int ended;
        do {
            ended = revoke(transaction, all, MOST_OF_SESSION);
        } while (ended == MOST_OF_SESSION);
    }

    private void endOf(Transaction transaction, DeviceId device) {
        store.endOfDevice(transaction, device, Grant.End.DEVICE, clock.instant())
                .forEach(id -> changed(transaction, id));
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
