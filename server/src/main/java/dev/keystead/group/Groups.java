package dev.keystead.group;

import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// The rules of groups.
public final class Groups {
    /// How many people a group can have, and in how many groups somebody can be.
    static final int MOST_MEMBERS = 10_000;

    static final int MOST_PLACES = 1_000;

    /// More than anybody is put into at the same moment.
    private static final int PLACES_AT_ONCE = 200;

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private final GroupStore store;
    private final GroupMemberStore places;
    private final Directory directory;
    private final Clock clock;
    private final SharedCache<Known> known;
    private final SharedCache<UUID> namings;

    public Groups(Database database, Directory directory, SharedCaches caches, Clock clock) {
        this.store = new GroupStore(database);
        this.places = new GroupMemberStore(database);
        this.directory = directory;
        this.clock = clock;
        this.known = caches.make(KNOWN_FOR, 100_000);
        this.namings = caches.make(KNOWN_FOR, 100_000);
    }

    /// A group that somebody is in.
    public record Place(GroupId id, String name) {}

    /// The groups of somebody.
    ///
    /// @param naming under which names of the workspace's groups they were read: who is in a group is
    ///     forgotten person by person, what all groups are called at once
    private record Known(UUID naming, List<Place> places) {}

    /// What a group shall be.
    record Wish(String name, Optional<String> description, Optional<String> externalId) {}

    /// What became of the wish to put somebody into a group, or to take them out.
    sealed interface Change {
        record Joined(GroupMember member) implements Change {}

        record Left(GroupMember member) implements Change {}

        /// They were in it already.
        record Unchanged(GroupMember member) implements Change {}

        record NotFound() implements Change {}

        /// It is full, or the person is in too many.
        record Refused(String reason) implements Change {}

        /// The group carries more than the caller may give.
        record NotAllowed() implements Change {}
    }

    /// The groups of a person in a workspace as they were at most a second ago, in the order of their names.
    /// Binds its scope itself; not for use inside a transaction.
    public List<Place> of(UUID tenant, UserId user) {
        Scope scope = Scope.tenant(tenant);
        UUID naming = namings.read(namingKey(scope), UUID::randomUUID);
        String key = key(scope, user);
        Known found = known.read(key, () -> read(scope, naming, user));
        if (!found.naming().equals(naming)) {
            known.forget(key);
            found = known.read(key, () -> read(scope, naming, user));
        }
        return found.places();
    }

    /// The names of these.
    public List<String> namesOf(UUID tenant, UserId user) {
        return of(tenant, user).stream().map(Place::name).toList();
    }

    private Known read(Scope scope, UUID naming, UserId user) {
        return new Known(naming, scope.call(() -> places.places(user)));
    }

    Optional<Group> find(GroupId id) {
        return store.find(id);
    }

    List<Group> list(Optional<UUID> after, int limit) {
        return store.list(after, limit);
    }

    /// The people in a group; nothing when there is no such group.
    Optional<List<GroupMember>> listMembers(GroupId id, Optional<UUID> after, int limit) {
        List<GroupMember> found = places.list(id, after, limit);
        return found.isEmpty() && store.find(id).isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /// The groups of a person; nothing when nobody here is that.
    Optional<List<Group>> listOf(UserId user, Optional<UUID> after, int limit) {
        return places.isThere(user) ? Optional.of(places.listOf(user, after, limit)) : Optional.empty();
    }

    /// The group, to which nobody else gives anything before this transaction ends, and which stays until
    /// then.
    public Optional<Group> findHeld(Transaction transaction, GroupId id) {
        return store.findForUpdate(transaction, id);
    }

    Group create(Transaction transaction, Wish wish) {
        Instant now = clock.instant();
        var group = new Group(GroupId.make(), wish.name(), wish.description(), wish.externalId(), 1, now, now);
        store.insert(transaction, group);
        return group;
    }

    /// Applies a change to what is stored, unless somebody else changed it since the caller read it.
    Outcome<Group> change(Transaction transaction, GroupId id, Optional<Long> ifVersion, UnaryOperator<Group> change) {
        Optional<Group> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Group before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        Group wanted = change.apply(before);
        if (wanted.equals(before)) {
            return new Outcome.Unchanged<>(before);
        }
        namings.changed(transaction, namingKey(transaction.scope()));
        return new Outcome.Changed<>(before, store.update(transaction, wanted, clock.instant()));
    }

    /// Deletes a group that holds no roles; its name is free again.
    Outcome<Group> delete(Transaction transaction, GroupId id, Optional<Long> ifVersion) {
        Optional<Group> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        if (isStale(found.get(), ifVersion)) {
            return new Outcome.Stale<>();
        }
        Carried carried = store.carried(transaction, id);
        if (!carried.isNothing()) {
            return new Outcome.Refused<>("the group holds %d roles, %d of them in subtenants; take these from it first"
                    .formatted(carried.roles() + carried.inSubtenants(), carried.inSubtenants()));
        }
        places.deleteAll(transaction, id);
        store.delete(transaction, id);
        namings.changed(transaction, namingKey(transaction.scope()));
        return new Outcome.Deleted<>(found.get());
    }

    private static boolean isStale(Group group, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != group.version();
    }

    /// Puts somebody into a group: a user of the workspace in scope, or one of its members.
    ///
    /// @param allowed what whoever does it may do themselves
    Change add(Transaction transaction, GroupId id, UserId user, String adder, Predicate<AccessScope> allowed) {
        if (store.findForUpdate(transaction, id).isEmpty()) {
            return new Change.NotFound();
        }
        Optional<UUID> home = home(transaction, user);
        if (home.isEmpty()) {
            return new Change.NotFound();
        }
        if (!store.carried(transaction, id).isWithin(allowed)) {
            return new Change.NotAllowed();
        }
        Optional<GroupMember> present = places.find(transaction, id, user);
        if (present.isPresent()) {
            return new Change.Unchanged(present.get());
        }
        if (places.count(transaction, id) >= MOST_MEMBERS) {
            return new Change.Refused("a group has at most " + MOST_MEMBERS + " people");
        }
        if (placesOf(transaction, user) >= MOST_PLACES) {
            return new Change.Refused("somebody can be in at most " + MOST_PLACES + " groups");
        }
        places.insert(transaction, id, user, home.get(), adder, clock.instant());
        forget(transaction, user);
        return new Change.Joined(places.find(transaction, id, user).orElseThrow());
    }

    /// In how many groups somebody is. Close to the limit whoever else puts them into one waits, so that together they
    /// do not pass it; further away nobody needs to.
    private int placesOf(Transaction transaction, UserId user) {
        int many = places.countPlaces(transaction, user);
        return many < MOST_PLACES - PLACES_AT_ONCE ? many : places.countPlacesHeld(transaction, user);
    }

    /// Has somebody be in the groups that another directory names, and takes them out of those that it named before
    /// and names no more. Groups that carry rights are nobody's by another directory's word.
    ///
    /// Answers what was done.
    ///
    /// @param externalIds what the other directory calls them; those that no group here has do not count
    /// @param adder under which name that directory puts people in
    public List<Followed> follow(Transaction transaction, UserId user, List<String> externalIds, String adder) {
        List<GroupId> named = store.byExternalIds(transaction, externalIds).stream()
                .map(Group::id)
                .toList();
        var done = new ArrayList<Followed>();
        for (GroupId id : named) {
            if (add(transaction, id, user, adder, _ -> false) instanceof Change.Joined(GroupMember member)) {
                done.add(new Followed(id, member, true));
            }
        }
        for (GroupId id : places.placesBy(transaction, user, adder)) {
            if (!named.contains(id)) {
                places.find(transaction, id, user).ifPresent(member -> done.add(new Followed(id, member, false)));
                places.delete(transaction, id, user);
                forget(transaction, user);
            }
        }
        return done;
    }

    /// That somebody came into a group or out of it because another directory says so.
    public record Followed(GroupId group, GroupMember member, boolean joined) {}

    /// Takes everybody out whom another directory has put in, as it is not followed any more.
    public void forgetAdder(Transaction transaction, String adder) {
        places.deleteBy(transaction, adder).stream().distinct().forEach(user -> forget(transaction, user));
    }

    /// The workspace whose user somebody is, if they can be in groups of the one in scope. They neither leave
    /// nor are deleted before this transaction ends.
    private Optional<UUID> home(Transaction transaction, UserId user) {
        return directory
                .findHeld(transaction, user)
                .map(_ -> transaction.scope().require(Axis.TENANT))
                .or(() -> places.homeOfMember(transaction, user));
    }

    /// Takes somebody out of a group.
    ///
    /// @param allowed what whoever does it may do themselves
    Change remove(Transaction transaction, GroupId id, UserId user, Predicate<AccessScope> allowed) {
        if (store.findForUpdate(transaction, id).isEmpty()) {
            return new Change.NotFound();
        }
        Optional<GroupMember> present = places.find(transaction, id, user);
        if (present.isEmpty()) {
            return new Change.NotFound();
        }
        if (!store.carried(transaction, id).isWithin(allowed)) {
            return new Change.NotAllowed();
        }
        places.delete(transaction, id, user);
        forget(transaction, user);
        return new Change.Left(present.get());
    }

    /// Takes somebody who leaves the workspace in scope out of all of its groups.
    public void leave(Transaction transaction, UserId user) {
        places.deletePlaces(transaction, user);
        forget(transaction, user);
    }

    private void forget(Transaction transaction, UserId user) {
        known.changed(transaction, key(transaction.scope(), user));
    }

    private static String key(Scope scope, UserId user) {
        return ScopedKey.cache("group", Axis.TENANT, scope, user.text());
    }

    private static String namingKey(Scope scope) {
        return ScopedKey.cache("group", Axis.TENANT, scope, "naming");
    }
}
