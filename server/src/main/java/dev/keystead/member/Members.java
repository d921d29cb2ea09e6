package dev.keystead.member;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.json.Json;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// The rules of membership.
public final class Members {
    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);
    private static final int MOST_CHOICES = 200;
    private static final Duration LONGEST_STAY = Duration.ofDays(366);

    private final MemberStore store;
    private final Directory directory;
    private final LastOwners lastOwners;
    private final Clock clock;
    private final SharedCache<Optional<Membership>> known;
    private final List<BiConsumer<Transaction, UserId>> listeners = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<Transaction, UserId>> staffListeners = new CopyOnWriteArrayList<>();

    public Members(Database database, Directory directory, SharedCaches caches, Clock clock) {
        this.store = new MemberStore(database);
        this.directory = directory;
        this.lastOwners = new LastOwners(store, directory);
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 100_000);
    }

    /// Has what hangs on a membership taken away in the transaction in which it ends, whoever ends it.
    public void onEnd(BiConsumer<Transaction, UserId> listener) {
        listeners.add(listener);
    }

    /// The same for what hangs on the affiliation `staff`, when a member who stays loses it.
    public void onLeavingStaff(BiConsumer<Transaction, UserId> listener) {
        staffListeners.add(listener);
    }

    /// What a membership shall be.
    ///
    /// @param metadata what the workspace keeps about it; nothing leaves it as it is
    public record Wish(
            Role role, Affiliation affiliation, Optional<Instant> guestExpiresAt, Optional<JsonNode> metadata) {
        public Wish(Role role, Affiliation affiliation, Optional<Instant> guestExpiresAt) {
            this(role, affiliation, guestExpiresAt, Optional.empty());
        }
    }

    /// Somebody as the one who gives people their places in the workspace in scope, with a role.
    Giver giver(Transaction transaction, Role role, Optional<UserId> user) {
        return Giver.of(role, user.flatMap(self -> store.find(transaction, self)));
    }

    /// The role that a person has in a workspace now, for deciding what they may do. Binds its scope itself.
    public Optional<Role> roleOf(WorkspaceId workspace, UserId user) {
        return membership(workspace, user).map(Membership::role);
    }

    /// What that role lets them do there; nothing for whoever is no member. Binds its scope itself.
    public Set<AccessScope> rightsOf(Workspace workspace, UserId user) {
        return membership(workspace.id(), user)
                .map(member -> member.rightsIn(workspace))
                .orElse(Set.of());
    }

    private Optional<Membership> membership(WorkspaceId workspace, UserId user) {
        Scope scope = Scope.tenant(workspace.value());
        return known.read(key(scope, user), () -> scope.call(() -> store.find(user)))
                .filter(member -> member.holdsAt(clock.instant()));
    }

    /// Whether somebody is an owner or administrator of a workspace and stands above whoever may do this much
    /// there. Binds its scope itself; not for use inside a transaction.
    public boolean isAbove(WorkspaceId workspace, UserId user, Predicate<AccessScope> allowed) {
        return !Role.of(allowed).equals(Optional.of(Role.OWNER))
                && roleOf(workspace, user)
                        .filter(role -> isAbove(role, allowed))
                        .isPresent();
    }

    /// Whether somebody with this role is an owner or administrator and stands above whoever may do this much.
    public static boolean isAbove(Role role, Predicate<AccessScope> allowed) {
        return role.reaches(Role.ADMIN)
                && Role.of(allowed).filter(own -> own.reaches(role)).isEmpty();
    }

    public Optional<Membership> find(UserId user) {
        return store.find(user);
    }

    List<Membership> list(Optional<Role> role, Optional<UUID> after, int limit) {
        return store.list(role, after, limit);
    }

    /// Some of the owners of the workspace in scope.
    public List<Membership> owners(Transaction transaction, int limit) {
        return store.owners(transaction, limit);
    }

    /// Some of the owners and administrators of the workspace in scope.
    public List<Membership> administrators(Transaction transaction, int limit) {
        return Stream.concat(
                        store.owners(transaction, limit).stream(), store.administrators(transaction, limit).stream())
                .limit(limit)
                .toList();
    }

    /// Somebody who is a member of the workspace in scope now, and does not leave before this transaction ends.
    public Optional<Membership> findHeld(Transaction transaction, UserId user) {
        Instant now = clock.instant();
        return store.findForUpdate(transaction, user).filter(member -> member.holdsAt(now));
    }

    /// The memberships of the user in scope, in every workspace.
    public List<Membership> listOwn(Optional<UUID> after, int limit) {
        return store.listOwn(after, limit);
    }

    /// Where a person is a member now. The user must be in scope.
    public List<WorkspaceId> workspacesOf(UserId user) {
        Instant now = clock.instant();
        return listOwn(Optional.empty(), MOST_CHOICES).stream()
                .filter(member -> member.user().equals(user) && member.holdsAt(now))
                .map(Membership::workspace)
                .toList();
    }

    /// Makes a user of the workspace in scope, or an individual account, a member. Who left before comes
    /// back.
    public Outcome<Membership> add(Transaction transaction, Role granting, UserId user, Wish wish, String adder) {
        return add(transaction, new Giver(granting, Optional.empty()), user, wish, adder);
    }

    Outcome<Membership> add(Transaction transaction, Giver giver, UserId user, Wish wish, String adder) {
        Optional<Outcome<Membership>> wrong = problem(wish);
        if (wrong.isPresent()) {
            return wrong.get();
        }
        if (!giver.role().reaches(wish.role()) || !giver.mayGive(wish, Optional.empty())) {
            return new Outcome.NotAllowed<>();
        }
        var workspace = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        Optional<Person> person = find(transaction, workspace, user);
        if (person.isEmpty()) {
            return new Outcome.Wrong<>("user_id", "is neither a user of this workspace nor an individual account");
        }
        Optional<Membership> former = store.findForUpdate(transaction, user);
        if (former.filter(member -> member.leftAt().isEmpty()).isPresent()) {
            return new Outcome.Refused<>("this user is already a member");
        }
        return new Outcome.Made<>(join(transaction, former, made(workspace, person.get(), wish, adder)));
    }

    /// Somebody who can be a member, and where they are at home.
    private record Person(User user, WorkspaceId home) {}

    /// They do not change before the membership is made: no event of a change can come between the copy of
    /// their name and its commit.
    private Optional<Person> find(Transaction transaction, WorkspaceId workspace, UserId user) {
        Optional<User> own = directory.findHeld(transaction, user);
        if (own.isPresent()) {
            return own.map(found -> new Person(found, workspace));
        }
        WorkspaceId system = Reserved.SYSTEM_WORKSPACE;
        return directory
                .findHeld(transaction.with(Scope.tenant(system.value())), user)
                .filter(found -> found.kind() == User.Kind.INDIVIDUAL)
                .map(found -> new Person(found, system));
    }

    /// Whether somebody who can be a member of the workspace in scope gets in at all, now and until the transaction
    /// ends; nothing for whoever cannot be one.
    Optional<Boolean> isActive(Transaction transaction, UserId user) {
        var workspace = new WorkspaceId(transaction.scope().require(Axis.TENANT));
        return find(transaction, workspace, user).map(person -> person.user().isActive());
    }

    private Membership join(Transaction transaction, Optional<Membership> former, Membership joining) {
        forget(transaction, joining.user());
        if (former.isPresent()) {
            return store.update(transaction, joining);
        }
        store.insert(transaction, joining);
        return joining;
    }

    private Membership made(WorkspaceId workspace, Person person, Wish wish, String adder) {
        Instant now = clock.instant();
        return new Membership(
                workspace,
                person.user().id(),
                person.home(),
                wish.role(),
                wish.affiliation(),
                person.user().handle(),
                person.user().displayName(),
                person.user().avatarUrl(),
                person.user().version(),
                adder,
                1,
                now,
                now,
                wish.guestExpiresAt(),
                Optional.empty(),
                wish.metadata().orElseGet(() -> Json.treeOf(Map.of())));
    }

    /// Makes a user of a new workspace its first owner.
    public void addFounder(Transaction transaction, WorkspaceId workspace, User founder) {
        var wish = new Wish(Role.OWNER, Affiliation.STAFF, Optional.empty());
        var person = new Person(founder, workspace);
        join(transaction, Optional.empty(), made(workspace, person, wish, "did:internal:setup"));
    }

    /// Gives a member of the workspace in scope another role, affiliation or end.
    public Outcome<Membership> change(
            Transaction transaction,
            Role granting,
            UserId user,
            Optional<Long> ifVersion,
            Function<Membership, Wish> change) {
        return change(transaction, new Giver(granting, Optional.empty()), user, ifVersion, change);
    }

    Outcome<Membership> change(
            Transaction transaction,
            Giver giver,
            UserId user,
            Optional<Long> ifVersion,
            Function<Membership, Wish> change) {
        List<UserId> owners = store.lockOwners(transaction);
        Optional<Membership> found = store.findForUpdate(transaction, user)
                .filter(member -> member.leftAt().isEmpty());
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Membership before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        Wish wish = change.apply(before);
        Optional<Outcome<Membership>> wrong = problem(wish);
        if (wrong.isPresent()) {
            return wrong.get();
        }
        Membership wanted = before.with(wish, clock.instant());
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (!giver.role().reaches(before.role())
                || !giver.role().reaches(wish.role())
                || !giver.mayGive(wish, Optional.of(before))) {
            return new Outcome.NotAllowed<>();
        }
        if (before.role() == Role.OWNER
                && wish.role() != Role.OWNER
                && lastOwners.isNeeded(transaction, owners, user)) {
            return new Outcome.Kept<>(LastOwners.REASON);
        }
        // Whoever deletes them at the same moment waits, or was faster.
        if (before.role() != Role.OWNER
                && wish.role() == Role.OWNER
                && find(transaction, before.workspace(), user).isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (before.affiliation() == Affiliation.STAFF && wish.affiliation() != Affiliation.STAFF) {
            staffListeners.forEach(listener -> listener.accept(transaction, user));
        }
        return save(transaction, before, wanted);
    }

    /// Ends a membership of the workspace in scope: no access from now on, the row stays as alumni.
    ///
    /// @param granting the role of whoever ends it; anybody may end their own
    public Outcome<Membership> end(
            Transaction transaction, Optional<Role> granting, UserId user, Optional<Long> ifVersion) {
        return end(transaction, granting, user, ifVersion, _ -> true);
    }

    /// Ends the stay of a guest of the workspace in scope whose time is over; nothing is found where somebody has
    /// lengthened it a moment ago.
    Outcome<Membership> expire(Transaction transaction, UserId user) {
        Instant now = clock.instant();
        return end(transaction, Optional.empty(), user, Optional.empty(), member -> !member.holdsAt(now));
    }

    private Outcome<Membership> end(
            Transaction transaction,
            Optional<Role> granting,
            UserId user,
            Optional<Long> ifVersion,
            Predicate<Membership> wanted) {
        List<UserId> owners = store.lockOwners(transaction);
        Optional<Membership> found = store.findForUpdate(transaction, user)
                .filter(member -> member.leftAt().isEmpty())
                .filter(wanted);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Membership before = found.get();
        if (ifVersion.isPresent() && ifVersion.get() != before.version()) {
            return new Outcome.Stale<>();
        }
        if (granting.filter(role -> !role.reaches(before.role())).isPresent()) {
            return new Outcome.NotAllowed<>();
        }
        if (before.role() == Role.OWNER && lastOwners.isNeeded(transaction, owners, user)) {
            return new Outcome.Kept<>(LastOwners.REASON);
        }
        save(transaction, before, before.left(clock.instant()));
        listeners.forEach(listener -> listener.accept(transaction, user));
        return new Outcome.Deleted<>(before);
    }

    /// What became of the membership of somebody whose account is gone.
    ///
    /// @param ownerless whether the workspace has no owner any more
    record Ended(Membership before, boolean ownerless) {}

    /// Ends the membership of somebody whose account is gone, whether or not they were the last owner; what hangs
    /// on it goes also for a user of the workspace who was no member. Nothing for these.
    Optional<Ended> endOfGone(Transaction transaction, UserId user) {
        List<UserId> owners = store.lockOwners(transaction);
        Optional<Membership> found = store.findForUpdate(transaction, user)
                .filter(member -> member.leftAt().isEmpty());
        found.ifPresent(before -> save(transaction, before, before.left(clock.instant())));
        listeners.forEach(listener -> listener.accept(transaction, user));
        return found.map(before -> new Ended(before, before.role() == Role.OWNER && owners.equals(List.of(user))));
    }

    private Outcome<Membership> save(Transaction transaction, Membership before, Membership wanted) {
        forget(transaction, before.user());
        return new Outcome.Changed<>(before, store.update(transaction, wanted));
    }

    /// Why a user must not be shut out of the workspace in scope, if they must not.
    public Optional<String> whyKept(Transaction transaction, UserId user) {
        return lastOwners.whyKept(transaction, user);
    }

    private Optional<Outcome<Membership>> problem(Wish wish) {
        boolean guest = wish.affiliation() == Affiliation.GUEST;
        if (wish.affiliation() == Affiliation.ALUMNI) {
            return wrong("affiliation", "cannot be alumni: end the membership instead");
        }
        if (guest != wish.guestExpiresAt().isPresent()) {
            return wrong("guest_expires_at", guest ? "is needed for a guest" : "is for guests only");
        }
        if (guest && wish.role() == Role.OWNER) {
            return wrong("role", "cannot be owner for a guest");
        }
        Instant now = clock.instant();
        return wish.guestExpiresAt()
                .filter(end -> !end.isAfter(now) || end.isAfter(now.plus(LONGEST_STAY)))
                .flatMap(_ -> wrong("guest_expires_at", "must be in the future and within a year"));
    }

    private static Optional<Outcome<Membership>> wrong(String member, String reason) {
        return Optional.of(new Outcome.Wrong<>(member, reason));
    }

    private void forget(Transaction transaction, UserId user) {
        known.changed(transaction, key(transaction.scope(), user));
    }

    private static String key(Scope scope, UserId user) {
        return ScopedKey.cache("member", Axis.TENANT, scope, user.text());
    }
}
