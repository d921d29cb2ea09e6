package dev.keystead.invite;

import dev.keystead.directory.UserId;
import dev.keystead.invite.LineageStore.Ids;
import dev.keystead.invite.LineageStore.Place;
import dev.keystead.invite.LineageStore.Somebody;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Who came by whose invitation, in the workspace in scope.
public final class Lineage {
    /// How many generations there may be below somebody whom nobody invited.
    public static final int MOST_GENERATIONS = 100;

    private final LineageStore store;

    public Lineage(Database database) {
        this.store = new LineageStore(database);
    }

    /// Somebody's ancestor, or descendant.
    ///
    /// @param distance how many generations away
    /// @param handle nothing for somebody who was deleted
    /// @param edge how they came; nothing for somebody whom nobody invited
    public record Kin(UserId id, int distance, Optional<String> handle, Optional<Edge> edge) {}

    /// How somebody came.
    ///
    /// @param depth how far from the nearest of the staff
    public record Edge(UserId invitee, UserId inviter, InviteId invite, int depth, Arrival arrival) {}

    /// When somebody was invited and came.
    public record Arrival(Instant issuedAt, Instant redeemedAt) {}

    /// Where somebody stands, as far as it decides about invitations.
    ///
    /// @param depth how far from the nearest of the staff
    /// @param braked whether nobody may come by them now: they or somebody between them and the staff are
    ///     suspended, or were revoked before they went, or there are as many generations as there may be
    /// @param branch who stands at the top of their branch, directly below the staff or below somebody whom
    ///     nobody invited; nothing for these
    public record Standing(int depth, boolean staff, boolean braked, Optional<UserId> branch) {}

    /// Not for use inside a transaction.
    public Standing standing(UserId user) {
        Optional<Place> place = store.place(user);
        List<UUID> line = line(user, place);
        return standing(place, line, store.somebodies(line));
    }

    /// The same inside a transaction.
    public Standing standing(Transaction transaction, UserId user) {
        Optional<Place> place = store.place(transaction, user);
        List<UUID> line = line(user, place);
        return standing(place, line, store.somebodies(transaction, line));
    }

    /// The same, and it stays so until the transaction ends.
    Standing standingHeld(Transaction transaction, UserId user) {
        Optional<Place> place = store.place(transaction, user);
        List<UUID> line = line(user, place);
        store.hold(transaction, line);
        return standing(place, line, store.somebodies(transaction, line));
    }

    private static Standing standing(Optional<Place> place, List<UUID> line, List<Somebody> found) {
        Map<UUID, Somebody> people = byId(found);
        boolean braked = line.size() > MOST_GENERATIONS;
        Optional<UserId> branch = Optional.empty();
        for (UUID id : line) {
            Optional<Somebody> somebody = Optional.ofNullable(people.get(id));
            braked |= somebody.filter(Somebody::suspended).isPresent();
            if (somebody.filter(Somebody::staff).isPresent() || id.equals(line.getLast())) {
                break;
            }
            branch = Optional.of(new UserId(id));
        }
        boolean staff = Optional.ofNullable(people.get(line.getFirst()))
                .filter(Somebody::staff)
                .isPresent();
        return new Standing(staff ? 0 : place.map(Place::depth).orElse(0), staff, braked, branch);
    }

    private static Ids path(UserId user, Optional<Place> place) {
        return place.map(Place::path).orElseGet(() -> Ids.of(user));
    }

    /// Somebody and their ancestors, the nearest first.
    private static List<UUID> line(UserId user, Optional<Place> place) {
        return path(user, place).all().reversed();
    }

    private static Map<UUID, Somebody> byId(List<Somebody> found) {
        return found.stream().collect(Collectors.toMap(Somebody::id, Function.identity()));
    }

    /// Whether somebody came by an invitation, also if they are gone.
    public boolean knows(UserId user) {
        return store.place(user).isPresent();
    }

    /// Makes somebody who came by an invitation its inviter's descendant, for ever.
    void connect(Transaction transaction, Edge edge) {
        store.insert(transaction, edge);
    }

    /// Ancestors, the nearest first.
    ///
    /// @param after how far away the last one seen is
    public List<Kin> ancestors(UserId user, int after, int limit) {
        List<UUID> line = line(user, store.place(user));
        List<UUID> page = line.stream().skip(1L + after).limit(limit).toList();
        if (page.isEmpty()) {
            return List.of();
        }
        Map<UUID, Somebody> people = byId(store.somebodies(page));
        Map<UUID, Edge> edges = store.edges(page).stream()
                .collect(Collectors.toMap(edge -> edge.invitee().value(), Function.identity()));
        var kin = new ArrayList<Kin>();
        for (UUID id : page) {
            kin.add(new Kin(
                    new UserId(id),
                    after + kin.size() + 1,
                    Optional.ofNullable(people.get(id)).flatMap(Somebody::handle),
                    Optional.ofNullable(edges.get(id))));
        }
        return kin;
    }

    /// Descendants: one generation after the other, and in each the branches side by side. A page reads as
    /// many rows as it has, and looks into one generation more.
    ///
    /// @param after the last one seen
    public List<Kin> descendants(UserId user, Optional<UserId> after, int limit) {
        Ids own = path(user, store.place(user));
        Optional<Ids> seen = after.flatMap(store::place).map(Place::path);
        int generation = seen.map(Ids::generation).orElse(own.generation() + 1);
        // The last generation that was seen may be at its end; any other without a row is beyond the last.
        int seenGeneration = seen.map(Ids::generation).orElse(own.generation());
        Ids from = seen.orElse(own);
        var found = new ArrayList<Kin>();
        while (found.size() < limit) {
            List<Kin> some = store.below(own, generation, from, limit - found.size());
            if (some.isEmpty() && generation > seenGeneration) {
                break;
            }
            found.addAll(some);
            generation++;
            from = own;
        }
        return found;
    }

    /// The direct descendants of somebody, in the order in which their accounts were made.
    public List<Kin> children(UserId user, Optional<UserId> after, int limit) {
        return store.children(user, after, limit);
    }

    /// The first direct descendants of each of some people, by whose they are; nothing for those without any.
    public Map<UserId, List<Kin>> children(List<UserId> users, int limit) {
        return store.children(users, limit).stream()
                .collect(Collectors.groupingBy(kin -> kin.edge().orElseThrow().inviter()));
    }

    /// How many generations somebody is below the other; nothing where they are not.
    public OptionalInt distance(UserId user, UserId other) {
        int at = line(user, store.place(user)).indexOf(other.value());
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(at);
    }

    /// The handle of somebody who is not deleted.
    public Optional<String> handle(UserId user) {
        return store.somebodies(List.of(user.value())).stream().findFirst().flatMap(Somebody::handle);
    }
}
