package dev.keystead.session;

import dev.keystead.audit.AuditLog;
import dev.keystead.device.DeviceId;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.session.Session.Client;
import dev.keystead.session.Session.End;
import dev.keystead.session.Session.Limits;
import dev.keystead.session.SessionTokens.Genuine;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// The rules of sessions.
public final class Sessions {
    /// How long a program may show the same access token.
    public static final Duration ACCESS_LIFE = Duration.ofMinutes(10);

    /// A client whose answer was lost may ask again this long, and gets the same successor.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    private final Database database;
    private final SessionStore store;
    private final SessionTokens tokens;
    private final AuditLog audit;
    private final Clock clock;
    private final Directory directory;
    private final SharedCache<Optional<Session>> known;
    private final List<EndListener> listeners = new CopyOnWriteArrayList<>();

    public Sessions(
            Database database,
            MasterKey master,
            SharedCaches caches,
            Directory directory,
            AuditLog audit,
            Clock clock) {
        this.database = database;
        this.directory = directory;
        this.store = new SessionStore(database);
        this.tokens = new SessionTokens(master);
        this.audit = audit;
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 100_000);
    }

    /// Learns of sessions that end, in the very transaction that ends them.
    @FunctionalInterface
    public interface EndListener {
        /// Called once for each session that the transaction has ended: no other one has or will.
        void ended(Transaction transaction, SessionId session);
    }

    /// Has somebody above this layer told of every end, whoever causes it.
    public void onEnd(EndListener listener) {
        listeners.add(listener);
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("session.sessions", SessionStore.SESSION_SWEEP);
    }

    /// What a new session shall be.
    ///
    /// @param provenAt when the person proved who they are, if that was before now
    /// @param endsBy when it ends at the latest, if that is before its limits say
    public record Wish(
            SessionId id,
            UserId user,
            Session.Kind kind,
            Optional<WorkspaceId> workspace,
            List<String> methods,
            Client client,
            Limits limits,
            Optional<Instant> provenAt,
            Optional<Instant> endsBy) {
        /// One of somebody who proved themselves just now.
        public Wish(
                SessionId id,
                UserId user,
                Session.Kind kind,
                Optional<WorkspaceId> workspace,
                List<String> methods,
                Client client,
                Limits limits) {
            this(id, user, kind, workspace, methods, client, limits, Optional.empty(), Optional.empty());
        }
    }

    /// Lets somebody in, in the tenant of the transaction. The session is there once that is kept.
    public Renewal.Renewed start(Transaction transaction, Wish wish) {
        Instant now = clock.instant();
        Instant limit = now.plus(wish.limits().absolute());
        Instant end = wish.endsBy().filter(limit::isAfter).orElse(limit);
        Instant idleEnd = now.plus(wish.limits().idle());
        var session = new Session(
                wish.id(),
                new WorkspaceId(transaction.scope().require(Axis.TENANT)),
                wish.user(),
                wish.workspace(),
                wish.kind(),
                1,
                wish.methods(),
                wish.client(),
                Optional.empty(),
                wish.provenAt().filter(now::isAfter).orElse(now),
                now,
                now,
                end,
                Optional.empty(),
                now,
                idleEnd.isBefore(end) ? idleEnd : end);
        store.insertAtCommit(transaction, session, wish.limits().idle());
        return renewed(session, now);
    }

    /// The living session that an access token belongs to, as it was at most a second ago. Binds its scope
    /// itself.
    public Optional<Session> byAccessToken(String token) {
        Instant now = clock.instant();
        return tokens.check(SessionTokens.ACCESS, token)
                .filter(genuine -> now.getEpochSecond() < genuine.number())
                .flatMap(this::standing)
                .filter(session -> isLive(session, now));
    }

    /// Whether a session goes on, as it was at most a second ago. Binds its scope itself; not for use
    /// inside a transaction.
    public boolean isLive(WorkspaceId tenant, SessionId id) {
        return standing(tenant, id)
                .filter(session -> isLive(session, clock.instant()))
                .isPresent();
    }

    /// The device that a session is tied to, as it was at most a second ago. Binds its scope itself; not for use
    /// inside a transaction.
    public Optional<DeviceId> deviceOf(WorkspaceId tenant, SessionId id) {
        return standing(tenant, id).flatMap(Session::device);
    }

    /// Whether a text has the form of an access token.
    public static boolean isAccessToken(String text) {
        return text.startsWith(SessionTokens.ACCESS.text() + "_");
    }

    /// The living session that a browser's token belongs to, as long as the token is the current one, or
    /// was until a moment ago. Anything else is for [#renew] to judge.
    public Optional<Session> byCurrentToken(String token) {
        Instant now = clock.instant();
        return tokens.check(SessionTokens.RENEWING, token)
                .flatMap(genuine -> standing(genuine)
                        .filter(session -> session.generation() < genuine.number())
                        // The token is newer than what is known here: another node renewed the session.
                        .map(_ -> scope(genuine.tenant()).call(() -> store.find(genuine.session())))
                        .orElseGet(() -> standing(genuine))
                        .filter(session -> isLive(session, now))
                        .filter(session -> session.generation() == genuine.number()
                                || (session.generation() == genuine.number() + 1 && isInGrace(session, now))));
    }

    /// The session that a browser's token was made for, whether or not it goes on. Asks nobody.
    public Optional<SessionId> carriedBy(String token, WorkspaceId tenant) {
        return tokens.check(SessionTokens.RENEWING, token)
                .filter(genuine -> genuine.tenant().equals(tenant))
                .map(Genuine::session);
    }

    /// Goes on with a session by its token, which works once. An earlier token shows that somebody has a
    /// copy, and ends the session. Binds its scope itself.
    public Renewal renew(String token, Client client) {
        Optional<Genuine> genuine = tokens.check(SessionTokens.RENEWING, token);
        if (genuine.isEmpty()) {
            return new Renewal.Over();
        }
        Scope scope = scope(genuine.get().tenant());
        Renewal renewal = scope.call(() -> database.write(transaction -> renew(transaction, genuine.get(), client)));
        if (renewal instanceof Renewal.Renewed renewed && !isOwnerActive(renewed.session())) {
            // Whoever was suspended is out, and does not come back by an old token.
            SessionId id = renewed.session().id();
            scope.call(() -> database.write(transaction -> end(transaction, id, End.USER)));
            return new Renewal.Over();
        }
        return renewal;
    }

    private boolean isLive(Session session, Instant now) {
        return session.isLiveAt(now) && isOwnerActive(session);
    }

    private boolean isOwnerActive(Session session) {
        return directory.isActive(session.tenant().value(), session.user());
    }

    private Renewal renew(Transaction transaction, Genuine token, Client client) {
        Instant now = clock.instant();
        Optional<Session> rotated = store.rotate(transaction, token.session(), (int) token.number(), client, now);
        if (rotated.isPresent()) {
            changed(transaction, token.session());
            return renewed(rotated.get(), now);
        }
        Optional<Session> found = store.find(transaction, token.session()).filter(session -> session.isLiveAt(now));
        if (found.isEmpty() || found.get().generation() <= token.number()) {
            return new Renewal.Over();
        }
        Session session = found.get();
        if (session.generation() == token.number() + 1 && isInGrace(session, now) && isSame(session.client(), client)) {
            return renewed(session, now);
        }
        end(transaction, session.id(), End.REUSE);
        audit.writeInternal(
                transaction,
                "session",
                "session.reuse",
                session.id(),
                Map.of("user_id", session.user().text(), "generation", session.generation()));
        return new Renewal.Reused(session);
    }

    private static boolean isInGrace(Session session, Instant now) {
        return now.isBefore(session.rotatedAt().plus(GRACE));
    }

    /// A phone changes its address between two requests, but not its browser.
    private static boolean isSame(Client one, Client other) {
        return one.userAgent().equals(other.userAgent());
    }

    private Renewal.Renewed renewed(Session session, Instant now) {
        Instant accessEnd = now.plus(ACCESS_LIFE);
        return new Renewal.Renewed(
                session,
                tokens.renewing(session.tenant(), session.id(), session.generation()),
                tokens.access(session.tenant(), session.id(), accessEnd),
                accessEnd);
    }

    /// Notes that the person of a session proved themselves again. How they did before stays true.
    public Optional<Session> prove(Transaction transaction, SessionId id, UserId user, List<String> methods) {
        changed(transaction, id);
        return store.find(transaction, id)
                .flatMap(before -> store.prove(
                        transaction, id, user, Session.together(before.methods(), methods), clock.instant()));
    }

    /// Notes which device showed its key in a session; nothing when it is over, or somebody else's.
    public Optional<Session> attach(Transaction transaction, SessionId id, UserId user, DeviceId device) {
        changed(transaction, id);
        return store.attach(transaction, id, user, device, clock.instant());
    }

    /// Ends all sessions of a device, and answers how many.
    public int endOf(Transaction transaction, DeviceId device) {
        List<SessionId> ended = store.endOfDevice(transaction, device, End.DEVICE, clock.instant());
        ended.forEach(id -> ended(transaction, id));
        return ended.size();
    }

    /// When a user was last inside, of the sessions that are still kept: 400 days after their end.
    public Optional<Instant> lastActive(Transaction transaction, UserId user) {
        return store.lastActive(transaction, user);
    }

    /// The living sessions of a user of the tenant in scope, newest first.
    public List<Session> list(UserId user, Optional<UUID> before, int limit) {
        return store.list(user, before.orElse(AFTER_ALL), clock.instant(), limit);
    }

    /// The living sessions of everybody in the tenant in scope, newest first.
    public List<Session> list(Optional<UUID> before, int limit) {
        return store.list(before.orElse(AFTER_ALL), clock.instant(), limit);
    }

    /// Ends a session of a user; nothing when it is over, or somebody else's.
    public Optional<Session> end(Transaction transaction, UserId user, SessionId id, End why) {
        return store.find(transaction, id)
                .filter(session -> session.user().equals(user))
                .flatMap(_ -> end(transaction, id, why));
    }

    /// Ends all sessions of a user but one, and answers how many.
    public int endOthers(Transaction transaction, UserId user, Optional<SessionId> kept, End why) {
        List<SessionId> ended = store.endOthers(transaction, user, kept, why, clock.instant());
        ended.forEach(id -> ended(transaction, id));
        return ended.size();
    }

    /// Ends all sessions of many users by one statement, and answers how many.
    public int endOf(Transaction transaction, List<UserId> users, End why) {
        List<SessionId> ended = store.endOf(transaction, users, why, clock.instant());
        ended.forEach(id -> ended(transaction, id));
        return ended.size();
    }

    /// The days (UTC) on which users began a session or last used one, as far as that was not before a
    /// moment. A session remembers no day between these.
    public Map<UserId, List<LocalDate>> activeDays(Transaction transaction, List<UserId> users, Instant since) {
        return store.activeDays(transaction, users, since).stream()
                .collect(Collectors.toMap(SessionStore.ActiveDays::user, SessionStore.ActiveDays::days));
    }

    /// Ends a session, whoever's it is; nothing when it is over.
    public Optional<Session> end(Transaction transaction, SessionId id, End why) {
        Optional<Session> ended = store.end(transaction, id, why, clock.instant());
        ended.ifPresent(session -> ended(transaction, session.id()));
        return ended;
    }

    /// Notes that a session ran out, so that whoever is told of every end hears of this one too; false when
    /// it goes on, or was noted before.
    public boolean expire(Transaction transaction, SessionId id) {
        boolean noted = store.expire(transaction, id, clock.instant());
        if (noted) {
            ended(transaction, id);
        }
        return noted;
    }

    private void ended(Transaction transaction, SessionId id) {
        changed(transaction, id);
        listeners.forEach(listener -> listener.ended(transaction, id));
    }

    private Optional<Session> standing(Genuine token) {
        return standing(token.tenant(), token.session());
    }

    private Optional<Session> standing(WorkspaceId tenant, SessionId id) {
        Scope scope = scope(tenant);
        return known.read(key(scope, id), () -> scope.call(() -> store.find(id)));
    }

    private void changed(Transaction transaction, SessionId id) {
        known.changed(transaction, key(transaction.scope(), id));
    }

    private static Scope scope(WorkspaceId tenant) {
        return Scope.tenant(tenant.value());
    }

    private static String key(Scope scope, SessionId id) {
        return ScopedKey.cache("session", Axis.TENANT, scope, id.text());
    }
}
