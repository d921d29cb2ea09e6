package dev.keystead.license.usage;

import dev.keystead.directory.Directory;
import dev.keystead.directory.UserId;
import dev.keystead.license.assignment.License;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.assignment.Licenses;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.member.Members;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of seats. The workspace and its organisation are in scope.
public final class Seats {
    private final SeatStore store;
    private final Licenses licenses;
    private final Directory directory;
    private final Members members;
    private final Clock clock;

    public Seats(Database database, Licenses licenses, Directory directory, Members members, Clock clock) {
        this.store = new SeatStore(database);
        this.licenses = licenses;
        this.directory = directory;
        this.members = members;
        this.clock = clock;
    }

    /// What became of the wish for a seat, or for its release.
    sealed interface Change {
        record Taken(Seat seat) implements Change {}

        /// They had it already.
        record Unchanged(Seat seat) implements Change {}

        record Released(Seat seat) implements Change {}

        record NotFound() implements Change {}

        record Refused(LicenseRefusal code, String reason) implements Change {}
    }

    /// Gives a user or a member of the workspace in scope a seat. Whoever takes one holds the licence meanwhile, so
    /// that the last seat is taken once.
    Change take(Transaction transaction, License usable, UserId user, String giver) {
        Optional<UUID> home = home(transaction, user);
        Optional<License> held = licenses.hold(transaction, usable);
        if (home.isEmpty() || held.isEmpty()) {
            return new Change.NotFound();
        }
        License license = held.get();
        Optional<Seat> present = store.find(transaction, license.id(), user);
        if (present.isPresent()) {
            return new Change.Unchanged(present.get());
        }
        if (license.isOver(When.now(clock))) {
            return new Change.Refused(
                    LicenseRefusal.NOT_IN_FORCE,
                    license.status() == License.Status.TERMINATED
                            ? "a terminated licence has no seats"
                            : "the licence has ended; renew it first");
        }
        Optional<Integer> seats = license.terms().limits().seats();
        if (seats.isEmpty()) {
            return new Change.Refused(LicenseRefusal.NO_SEATS, "this licence is for everybody and has no seats");
        }
        if (store.count(transaction, license.id()) >= seats.get()) {
            return new Change.Refused(LicenseRefusal.SEATS, "all " + seats.get() + " seats are taken");
        }
        var seat = new Seat(user, giver, clock.instant());
        store.insert(transaction, license.id(), seat, home.get());
        return new Change.Taken(seat);
    }

    Change release(Transaction transaction, LicenseId license, UserId user) {
        return store.delete(transaction, license, user)
                .<Change>map(Change.Released::new)
                .orElseGet(Change.NotFound::new);
    }

    /// The seats of a licence that people have through the workspace in scope.
    List<Seat> list(LicenseId license, Optional<UUID> after, int limit) {
        return store.list(license, after, limit);
    }

    /// How many seats of a licence are taken, through whichever workspace.
    int count(LicenseId license) {
        return store.count(license);
    }

    /// Takes all seats from somebody who leaves the workspace in scope.
    public void leave(Transaction transaction, UserId user) {
        store.leave(transaction, user);
    }

    private Optional<UUID> home(Transaction transaction, UserId user) {
        return directory
                .findHeld(transaction, user)
                .map(_ -> transaction.scope().require(Axis.TENANT))
                .or(() -> members.findHeld(transaction, user)
                        .map(member -> member.home().value()));
    }
}
