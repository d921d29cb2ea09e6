package dev.keystead.role;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.UserId;
import dev.keystead.group.GroupId;
import dev.keystead.group.Groups;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The rules of roles that workspaces make for themselves.
///
/// What is called `allowed` here is what whoever does it may do themselves.
public final class CustomRoles {
    /// How many roles a workspace can make, and how many holders a role can have; a group is one.
    static final int MOST_ROLES = 200;

    static final int MOST_HOLDERS = 500;

    private final CustomRoleStore store;
    private final AssignmentStore assignments;
    private final Groups groups;
    private final HeldRights held;
    private final Clock clock;

    public CustomRoles(Database database, Groups groups, HeldRights held, Clock clock) {
        this.store = new CustomRoleStore(database);
        this.assignments = new AssignmentStore(database);
        this.groups = groups;
        this.held = held;
        this.clock = clock;
    }

    /// What a role shall be.
    record Wish(String name, Optional<String> description, List<AccessScope> rights) {}

    /// What became of the wish to give or take a role.
    sealed interface Change {
        record Assigned(Assignment assignment) implements Change {}

        record Withdrawn(Assignment assignment) implements Change {}

        /// They held it already.
        record Unchanged(Assignment assignment) implements Change {}

        record NotFound() implements Change {}

        record Refused(String reason) implements Change {}

        /// The role allows more than the caller may do.
        record NotAllowed() implements Change {}
    }

    Optional<CustomRole> find(CustomRoleId id) {
        return store.find(id);
    }

    List<CustomRole> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// Who holds a role; nothing when there is no such role.
    Optional<List<Assignment>> listHolders(CustomRoleId id, Optional<UUID> after, int limit) {
        List<Assignment> found = assignments.list(id, after, limit);
        return found.isEmpty() && store.find(id).isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /// Makes a role. One whose name somebody holds in a subtenant already, as a word of the workspace's
    /// applications, would give them rights that nobody decided on.
    Outcome<CustomRole> create(Transaction transaction, Wish wish, Predicate<AccessScope> allowed) {
        Optional<Outcome<CustomRole>> more = moreThan(allowed, wish.rights());
        if (more.isPresent()) {
            return more.get();
        }
        if (store.countHeld(transaction) >= MOST_ROLES) {
            return new Outcome.Refused<>("a workspace has at most " + MOST_ROLES + " roles of its own");
        }
        int bound = store.countBound(transaction, wish.name());
        if (bound > 0) {
            return new Outcome.Refused<>(
                    "the name is held in subtenants %d times already; take it away there first, or choose another"
                            .formatted(bound));
        }
        Instant now = clock.instant();
        var role = new CustomRole(CustomRoleId.make(), wish.name(), wish.description(), wish.rights(), 1, now, now);
        store.insert(transaction, role);
        return new Outcome.Made<>(role);
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<CustomRole> change(
            Transaction transaction,
            CustomRoleId id,
            Optional<Long> ifVersion,
            UnaryOperator<CustomRole> change,
            Predicate<AccessScope> allowed) {
        Optional<CustomRole> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        CustomRole before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        CustomRole wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        if (!before.isWithin(allowed)) {
            return new Outcome.NotAllowed<>();
        }
        Optional<Outcome<CustomRole>> more = moreThan(allowed, wanted.rights());
        if (more.isPresent()) {
            return more.get();
        }
        held.changed(transaction);
        return new Outcome.Changed<>(before, store.update(transaction, wanted, clock.instant()));
    }

    private static Optional<Outcome<CustomRole>> moreThan(Predicate<AccessScope> allowed, List<AccessScope> rights) {
        return rights.stream()
                .filter(right -> !allowed.test(right))
                .findFirst()
                .map(right -> new Outcome.Wrong<>("rights", "'" + right + "' is more than you may do yourself"));
    }

    /// Deletes a role that nobody holds; its name is free again.
    Outcome<CustomRole> delete(Transaction transaction, CustomRoleId id, Optional<Long> ifVersion) {
        Optional<CustomRole> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        CustomRole role = found.get();
        if (isStale(role, ifVersion)) {
            return new Outcome.Stale<>();
        }
        int holders = assignments.count(transaction, id);
        int bound = store.countBound(transaction, role.name());
        if (holders + bound > 0) {
            return new Outcome.Refused<>("the role is held %d times, %d of them in subtenants; take it away there first"
                    .formatted(holders + bound, bound));
        }
        store.delete(transaction, id);
        return new Outcome.Deleted<>(role);
    }

    private static boolean isStale(CustomRole role, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != role.version();
    }

    /// Gives a role to a member of the workspace in scope, or to a group.
    Change assign(
            Transaction transaction, CustomRoleId id, Principal holder, String giver, Predicate<AccessScope> allowed) {
        // Whoever is to hold it comes first: a group is always locked before roles are.
        Optional<UUID> home = hold(transaction, holder);
        Optional<CustomRole> role = store.findHeld(transaction, id);
        if (role.isEmpty() || home.isEmpty()) {
            return new Change.NotFound();
        }
        if (!role.get().isWithin(allowed)) {
            return new Change.NotAllowed();
        }
        Optional<Assignment> present = assignments.find(transaction, id, holder);
        if (present.isPresent()) {
            return new Change.Unchanged(present.get());
        }
        if (assignments.count(transaction, id) >= MOST_HOLDERS) {
            return new Change.Refused("a role is given to at most " + MOST_HOLDERS + "; give it to a group instead");
        }
        Instant now = clock.instant();
        switch (holder) {
            case Principal.Member(UserId user) -> assignments.assign(transaction, id, user, home.get(), giver, now);
            case Principal.Group(GroupId group) -> assignments.assign(transaction, id, group, giver, now);
        }
        held.changed(transaction);
        return new Change.Assigned(assignments.find(transaction, id, holder).orElseThrow());
    }

    /// Where somebody who can hold a role is at home; they stay what they are until this transaction ends.
    private Optional<UUID> hold(Transaction transaction, Principal holder) {
        return switch (holder) {
            case Principal.Member(UserId user) -> assignments.homeOfMember(transaction, user);
            case Principal.Group(GroupId group) ->
                groups.findHeld(transaction, group).map(found -> found.id().value());
        };
    }

    /// Takes a role away.
    Change withdraw(Transaction transaction, CustomRoleId id, Principal holder, Predicate<AccessScope> allowed) {
        Optional<CustomRole> role = store.findHeld(transaction, id);
        Optional<Assignment> present = assignments.find(transaction, id, holder);
        if (role.isEmpty() || present.isEmpty()) {
            return new Change.NotFound();
        }
        if (!role.get().isWithin(allowed)) {
            return new Change.NotAllowed();
        }
        assignments.withdraw(transaction, id, holder);
        held.changed(transaction);
        return new Change.Withdrawn(present.get());
    }

    /// Takes what somebody holds who leaves the workspace in scope.
    public void leave(Transaction transaction, UserId user) {
        if (assignments.withdrawAll(transaction, user)) {
            held.changed(transaction);
        }
    }
}
