package dev.keystead.directory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.audit.Outcome;
import dev.keystead.platform.db.Words;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// The rules of users.
public final class Directory {
    /// Short enough that a suspension is honoured on every node within a second without telling the others.
    private static final Duration STANDING_AGE = Duration.ofMillis(800);

    private static final Set<User.Status> LIVING =
            Set.of(User.Status.PENDING_VERIFICATION, User.Status.ACTIVE, User.Status.SUSPENDED);

    private final UserStore store;
    private final String accountDomain;
    private final Clock clock;
    private final Cache<String, Optional<User>> recent = Caffeine.newBuilder()
            .expireAfterWrite(STANDING_AGE)
            .maximumSize(100_000)
            .build();

    /// @param accountDomain the mail domain of individual accounts
    public Directory(Database database, String accountDomain, Clock clock) {
        this.store = new UserStore(database);
        this.accountDomain = accountDomain;
        this.clock = clock;
    }

    /// Makes a user of the workspace in scope.
    public User create(Transaction transaction, NewUser wanted) {
        return create(transaction, UserId.make(), wanted);
    }

    /// Makes a user who gets in once their address is proven.
    public User register(Transaction transaction, NewUser wanted) {
        return create(transaction, UserId.make(), wanted, User.Status.PENDING_VERIFICATION);
    }

    /// Makes a user whose id is known beforehand.
    public User create(Transaction transaction, UserId id, NewUser wanted) {
        return create(transaction, id, wanted, User.Status.ACTIVE);
    }

    private User create(Transaction transaction, UserId id, NewUser wanted, User.Status status) {
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
                status,
                1,
                now,
                now);
        store.insert(transaction, user);
        return user;
    }

    /// A person of the system workspace, whose address follows from the handle.
    public NewUser individual(String handle, String displayName, String locale, String timezone) {
        String email = handle + "@" + accountDomain;
        return new NewUser(
                User.Kind.INDIVIDUAL, Optional.of(handle), email, Optional.empty(), displayName, locale, timezone);
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

    /// The same among other questions.
    public Answer<User> find(Questions questions, UserId id) {
        return store.find(questions, id);
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
    List<UserStore.Match> search(String start, Optional<User.Status> status, UserStore.Place after, int limit) {
        return store.search(start, status.map(Set::of).orElse(LIVING), after, limit);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    public Outcome<User> change(
            Transaction transaction, UserId id, Optional<Long> ifVersion, UnaryOperator<User> change) {
        Optional<User> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        User before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        User wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (before.kind() == User.Kind.INDIVIDUAL
                && !(wanted.handle().equals(before.handle()) && wanted.email().equals(before.email()))) {
            return new Outcome.Refused<>("the address and the handle of an individual account cannot be changed here");
        }
        return save(transaction, before, wanted);
    }

    public Outcome<User> suspend(Transaction transaction, UserId id) {
        return move(transaction, id, User.Status.ACTIVE, User.Status.SUSPENDED);
    }

    public Outcome<User> reactivate(Transaction transaction, UserId id) {
        return move(transaction, id, User.Status.SUSPENDED, User.Status.ACTIVE);
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
        User after =
                store.update(transaction, wanted.withUpdatedAt(clock.instant())).orElseThrow();
        forget(transaction, before.id());
        return new Outcome.Changed<>(before, after);
    }

    /// Deletes softly: gone for everybody at once, erased after the retention window.
    public Outcome<User> delete(Transaction transaction, UserId id, Optional<Long> ifVersion) {
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

    private void forget(Transaction transaction, UserId id) {
        transaction.afterCommit(() -> recent.invalidate(key(transaction.scope(), id)));
    }

    private static String key(Scope scope, UserId id) {
        return ScopedKey.cache("directory", Axis.TENANT, scope, "user", id.text());
    }
}
