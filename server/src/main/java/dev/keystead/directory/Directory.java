package dev.keystead.directory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.audit.Outcome;
import dev.keystead.handle.Availability;
import dev.keystead.handle.Handles;
import dev.keystead.platform.db.Words;
import dev.keystead.platform.http.Refusal;
import dev.keystead.tenancy.Answer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Questions;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The rules of users.
public final class Directory {
    /// Short enough that a suspension is honoured on every node within a second without telling the others.
    private static final Duration STANDING_AGE = Duration.ofMillis(800);

    private static final Set<User.Status> LIVING =
            Set.of(User.Status.PENDING_VERIFICATION, User.Status.ACTIVE, User.Status.SUSPENDED);

    private final UserStore store;
    private final UserSearchStore search;
    private final RegisteredHandles handles;
    private final String accountDomain;
    private final Clock clock;
    private final Keepers keepers;
    private final Cache<String, Optional<User>> recent = Caffeine.newBuilder()
            .expireAfterWrite(STANDING_AGE)
            .maximumSize(100_000)
            .build();

    /// @param accountDomain the mail domain of individual accounts
    public Directory(Database database, Handles handles, String accountDomain, Clock clock) {
        this.store = new UserStore(database);
        this.keepers = new Keepers(store);
        this.search = new UserSearchStore(database);
        this.handles = new RegisteredHandles(handles);
        this.accountDomain = accountDomain;
        this.clock = clock;
    }

    /// Who is asked before anybody is shut out.
    public Keepers keepers() {
        return keepers;
    }

    /// Makes a user of the workspace in scope.
    ///
    /// @throws Refusal when the handle of a person or a machine is not to be had
    public User create(Transaction transaction, NewUser wanted) {
        return create(transaction, UserId.make(), wanted, User.Status.ACTIVE, false);
    }

    /// Makes a user who gets in once their address is proven.
    ///
    /// @throws Refusal when the handle of a person or a machine is not to be had
    public User register(Transaction transaction, NewUser wanted) {
        return create(transaction, UserId.make(), wanted, User.Status.PENDING_VERIFICATION, false);
    }

    /// The same where the id is known beforehand.
    public User register(Transaction transaction, UserId id, NewUser wanted) {
        return create(transaction, id, wanted, User.Status.PENDING_VERIFICATION, false);
    }

    /// Makes the first user of an installation, whose id is known beforehand and whose handle may be a reserved word.
    public User createFirst(Transaction transaction, UserId id, NewUser wanted) {
        return create(transaction, id, wanted, User.Status.ACTIVE, true);
    }

    private User create(Transaction transaction, UserId id, NewUser wanted, User.Status status, boolean mayBeReserved) {
        Instant now = clock.instant();
        var user = new User(
                id,
                wanted.kind(),
                wanted.handle(),
                wanted.email(),
                wanted.contactEmail(),
                Optional.empty(),
                wanted.displayName(),
                wanted.locale(),
                wanted.timezone(),
                User.DEFAULT_REGION,
                Optional.empty(),
                wanted.backend(),
                status,
                Optional.empty(),
                1,
                now,
                now);
        handles.enter(transaction, user, mayBeReserved);
        store.insert(transaction, user);
        return user;
    }

    /// A person of the system workspace, whose address follows from the handle.
    public NewUser individual(String handle, String displayName, String locale, String timezone) {
        return new NewUser(
                User.Kind.INDIVIDUAL,
                Optional.of(handle),
                address(handle),
                Optional.empty(),
                displayName,
                locale,
                timezone);
    }

    private String address(String handle) {
        return handle + "@" + accountDomain;
    }

    /// The user whom a typed name means, an address or a handle. The tenant must be in scope.
    public Optional<User> identify(String typed) {
        return store.findByName(typed);
    }

    /// The same among other questions.
    public Answer<User> identify(Questions questions, String typed) {
        return store.findByName(questions, typed);
    }

    /// What two spellings of one name have in common, whether anybody has that name or not.
    public static String nameKey(String typed) {
        return SearchKey.of(typed);
    }

    /// The same where people have individual accounts: a handle and the address that follows from it are one name.
    public String individualNameKey(String typed) {
        String key = nameKey(typed);
        String end = "@" + nameKey(accountDomain);
        return key.endsWith(end) ? key.substring(0, key.length() - end.length()) : key;
    }

    /// Notes that mail to an address reaches the user, if it is still their address.
    public Optional<User> confirmMailbox(Transaction transaction, UserId id, String address) {
        return store.findForUpdate(transaction, id)
                .filter(user -> user.mailbox().equals(address))
                .map(user -> user.withEmailVerifiedAt(clock.instant()))
                .map(user ->
                        user.status() == User.Status.PENDING_VERIFICATION ? user.withStatus(User.Status.ACTIVE) : user)
                .flatMap(user -> {
                    forget(transaction, id);
                    return store.update(transaction, user.withUpdatedAt(clock.instant()));
                });
    }

    public Optional<User> find(UserId id) {
        return store.find(id);
    }

    /// The same inside a transaction, so that no second connection is needed.
    public Optional<User> find(Transaction transaction, UserId id) {
        return store.find(transaction, id);
    }

    /// The same, and nobody changes them before this transaction ends: for whoever keeps a copy.
    public Optional<User> findHeld(Transaction transaction, UserId id) {
        return store.findHeld(transaction, id);
    }

    public List<User> list(Optional<User.Status> status, Optional<UUID> after, int limit) {
        return status.map(wanted -> store.listByStatus(wanted, after, limit)).orElseGet(() -> store.list(after, limit));
    }

    /// Users whose address, handle or name begins with the text, in that order.
    List<UserSearchStore.Match> search(
            String start, Optional<User.Status> status, UserSearchStore.Place after, int limit) {
        return search.find(start, status.map(Set::of).orElse(LIVING), after, limit);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it. With the handle
    /// of an individual account its address changes; the old handle is nobody's for a while.
    public Outcome<User> change(
            Transaction transaction, UserId id, Optional<Long> ifVersion, UnaryOperator<User> change) {
        Optional<User> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        User before = found.get();
        return ifVersion.isPresent() && ifVersion.get() != before.version()
                ? new Outcome.Stale<>()
                : change(transaction, before, change.apply(before));
    }

    private Outcome<User> change(Transaction transaction, User before, User asked) {
        if (asked.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        User wanted = asked;
        if (before.kind() == User.Kind.INDIVIDUAL) {
            if (asked.handle().isEmpty()) {
                return new Outcome.Refused<>("an individual account cannot be without a handle");
            }
            String address = address(asked.handle().get());
            if (!asked.email().equals(before.email()) && !asked.email().equals(address)) {
                return new Outcome.Refused<>("the address of an individual account follows from its handle");
            }
            wanted = asked.email().equals(address) ? asked : asked.withHandle(asked.handle(), address);
        }
        if (!wanted.handle().equals(before.handle())) {
            if (before.isDeceased()) {
                return new Outcome.Refused<>("the handle of somebody who died stays as it is");
            }
            Availability found = handles.move(transaction, before, wanted.handle());
            if (!found.isFree()) {
                return new Outcome.Refused<>(found.sentence());
            }
        }
        return save(transaction, before, wanted);
    }

    /// Gives a person of the system workspace another handle by their own wish: once a year.
    public Outcome<User> rename(Transaction transaction, UserId id, Optional<Long> ifVersion, String handle) {
        Optional<User> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        User before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (before.kind() != User.Kind.INDIVIDUAL) {
            return new Outcome.Refused<>("the handle of this account is its workspace's to change");
        }
        Optional<Instant> next = store.handleChangedAt(transaction, id)
                .map(last -> last.plus(handles.changeInterval()))
                .filter(clock.instant()::isBefore);
        return next.<Outcome<User>>map(
                        day -> new Outcome.Refused<>("the handle was changed not long ago; it can be changed again on "
                                + day.atZone(ZoneOffset.UTC).toLocalDate()))
                .orElseGet(() -> change(transaction, before, before.withHandle(Optional.of(handle), address(handle))));
    }

    /// When somebody may change their handle again; nothing when they may now.
    public Optional<Instant> nextRename(UserId id) {
        return store.handleChangedAt(id)
                .map(last -> last.plus(handles.changeInterval()))
                .filter(clock.instant()::isBefore);
    }

    public Outcome<User> suspend(Transaction transaction, UserId id) {
        return keepers.unlessKept(
                transaction, id, () -> move(transaction, id, User.Status.ACTIVE, User.Status.SUSPENDED));
    }

    /// Lets a suspended user in again. One whose account slept is awake from now on.
    public Outcome<User> reactivate(Transaction transaction, UserId id) {
        if (store.findForUpdate(transaction, id).filter(User::isDeceased).isPresent()) {
            return new Outcome.Refused<>("the user is marked as deceased; take that back first");
        }
        Outcome<User> outcome = move(transaction, id, User.Status.SUSPENDED, User.Status.ACTIVE);
        if (outcome instanceof Outcome.Changed<User>(User _, User after)) {
            handles.wake(transaction, after);
        }
        return outcome;
    }

    /// Notes that somebody died: nobody gets in any more, and the account keeps its handle however long it sleeps.
    public Outcome<User> markDeceased(Transaction transaction, UserId id, Optional<Instant> when) {
        Instant now = clock.instant();
        if (when.filter(now::isBefore).isPresent()) {
            return new Outcome.Wrong<>("deceased_at", "must not be in the future");
        }
        return keepers.unlessKept(
                transaction,
                id,
                () -> store.findForUpdate(transaction, id)
                        .<Outcome<User>>map(before -> store.markDeceased(transaction, id, when.orElse(now), now)
                                .<Outcome<User>>map(after -> changed(transaction, before, after))
                                .orElseGet(() -> new Outcome.Refused<>("the user is marked as deceased already")))
                        .orElseGet(Outcome.NotFound::new));
    }

    /// Takes that back: the account is again what it was.
    public Outcome<User> unmarkDeceased(Transaction transaction, UserId id) {
        return store.findForUpdate(transaction, id)
                .<Outcome<User>>map(before -> store.unmarkDeceased(transaction, id, clock.instant())
                        .<Outcome<User>>map(after -> changed(transaction, before, after))
                        .orElseGet(() -> new Outcome.Refused<>("the user is not marked as deceased")))
                .orElseGet(Outcome.NotFound::new);
    }

    private Outcome<User> changed(Transaction transaction, User before, User after) {
        forget(transaction, before.id());
        return new Outcome.Changed<>(before, after);
    }

    private Outcome<User> move(Transaction transaction, UserId id, User.Status from, User.Status to) {
        Optional<User> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        User before = found.get();
        if (before.status() != from) {
            return new Outcome.Refused<>("the user is " + Words.of(before.status()) + ", not " + Words.of(from));
        }
        return save(transaction, before, before.withStatus(to));
    }

    private Outcome<User> save(Transaction transaction, User before, User wanted) {
        User stamped = wanted.withUpdatedAt(clock.instant());
        return changed(transaction, before, store.update(transaction, stamped).orElseThrow());
    }

    /// Deletes softly: gone for everybody at once, erased after the retention window. Nobody gets the handle.
    public Outcome<User> delete(Transaction transaction, UserId id, Optional<Long> ifVersion) {
        Outcome<User> outcome = end(transaction, id, ifVersion);
        if (outcome instanceof Outcome.Deleted<User>(User gone)) {
            handles.freeze(transaction, gone);
        }
        return outcome;
    }

    /// Deletes somebody who will not be back, and lets anybody have the handle.
    ///
    /// @param still whether that is still to be done, now that nobody else changes them; otherwise nothing is found
    public Outcome<User> release(Transaction transaction, UserId id, Predicate<User> still) {
        if (store.findForUpdate(transaction, id).filter(still).isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Outcome<User> outcome = end(transaction, id, Optional.empty());
        if (outcome instanceof Outcome.Deleted<User>(User gone)) {
            handles.release(transaction, gone);
        }
        return outcome;
    }

    /// Lets somebody come back who was deleted, with their handle, as long as nobody has begun to erase their data.
    /// What ended with the account stays ended.
    public Outcome<User> restore(Transaction transaction, UserId id) {
        Optional<User> found = store.findDeletedForUpdate(transaction, id);
        if (found.isEmpty()) {
            return store.findForUpdate(transaction, id)
                    .<Outcome<User>>map(_ -> new Outcome.Refused<>("the user is not deleted"))
                    .orElseGet(Outcome.NotFound::new);
        }
        Availability handle = handles.giveBack(transaction, found.get());
        if (!handle.isFree()) {
            return new Outcome.Refused<>("the user's handle is not to be had any more: " + handle.sentence());
        }
        User after = store.restore(transaction, id, clock.instant()).orElseThrow();
        forget(transaction, id);
        return new Outcome.Changed<>(found.get(), after);
    }

    private Outcome<User> end(Transaction transaction, UserId id, Optional<Long> ifVersion) {
        return keepers.unlessKept(transaction, id, () -> {
            Optional<User> found = store.findForUpdate(transaction, id);
            if (found.isEmpty()) {
                return new Outcome.NotFound<>();
            }
            if (ifVersion.isPresent() && ifVersion.get() != found.get().version()) {
                return new Outcome.Stale<>();
            }
            store.delete(transaction, id, clock.instant());
            forget(transaction, id);
            return new Outcome.Deleted<>(found.get());
        });
    }

    /// Whether the user was active at most a second ago, for deciding who gets in. Binds its scope itself.
    public boolean isActive(UUID tenant, UserId id) {
        return standing(tenant, id).filter(User::isActive).isPresent();
    }

    /// The user as they were at most a second ago, and on this node as they are. Binds its scope itself; not
    /// for use inside a transaction.
    public Optional<User> standing(UUID tenant, UserId id) {
        Scope scope = Scope.tenant(tenant);
        return recent.get(key(scope, id), _ -> scope.call(() -> store.find(id)));
    }

    void forget(Transaction transaction, UserId id) {
        transaction.afterCommit(() -> recent.invalidate(key(transaction.scope(), id)));
    }

    private static String key(Scope scope, UserId id) {
        return ScopedKey.cache("directory", Axis.TENANT, scope, "user", id.text());
    }
}
