package dev.keystead.handle;

import dev.keystead.audit.Outcome;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The rules of reserved words: one proposes, another agrees. They hold for whoever wants a handle from then on.
public final class Reservations {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final DictionaryStore store;
    private final Confusables confusables = Confusables.ofProduct();
    private final Clock clock;

    public Reservations(Database database, Clock clock) {
        this.store = new DictionaryStore(database);
        this.clock = clock;
    }

    /// A word to be reserved.
    public record Wish(String handle, Category category, String reason) {}

    /// Proposes a word.
    ///
    /// @param proposer a person's DID
    public Outcome<Reservation> propose(Transaction transaction, Wish wish, String proposer) {
        boolean reserved = store.find(
                        transaction, wish.handle(), confusables.skeleton(wish.handle()), confusables.version())
                .filter(word -> word.handle().equals(wish.handle()))
                .isPresent();
        if (reserved) {
            return new Outcome.Refused<>("the word is reserved already");
        }
        var proposal = new Reservation(
                ReservationId.make(),
                wish.handle(),
                wish.category(),
                wish.reason(),
                Reservation.Status.PROPOSED,
                proposer,
                clock.instant(),
                Optional.empty(),
                Optional.empty());
        store.propose(transaction, proposal);
        return new Outcome.Made<>(proposal);
    }

    /// Agrees to what somebody else proposed.
    ///
    /// @param reviewer a person's DID
    public Outcome<Reservation> approve(Transaction transaction, ReservationId id, String reviewer) {
        Optional<Reservation> before = store.findProposal(transaction, id);
        if (before.filter(proposal -> proposal.proposedBy().equals(reviewer)).isPresent()) {
            return new Outcome.Refused<>("whoever proposed a word cannot approve it; somebody else of the staff must");
        }
        Outcome<Reservation> decided = decide(transaction, before, Reservation.Status.APPROVED, reviewer);
        if (decided instanceof Outcome.Changed<Reservation>(Reservation _, Reservation after)) {
            String skeleton = confusables.skeleton(after.handle());
            store.insert(transaction, after, reviewer, skeleton, confusables.version());
        }
        return decided;
    }

    /// Decides against a proposal; whoever made it may take it back so.
    public Outcome<Reservation> reject(Transaction transaction, ReservationId id, String reviewer) {
        return decide(transaction, store.findProposal(transaction, id), Reservation.Status.REJECTED, reviewer);
    }

    private Outcome<Reservation> decide(
            Transaction transaction, Optional<Reservation> before, Reservation.Status status, String reviewer) {
        if (before.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Instant now = clock.instant();
        return store.decide(transaction, before.get().id(), status, reviewer, now)
                .<Outcome<Reservation>>map(after -> new Outcome.Changed<>(before.get(), after))
                .orElseGet(() -> new Outcome.Refused<>("somebody has decided about this word already"));
    }

    /// Proposals of one status, in the order in which they were made.
    public List<Reservation> list(Reservation.Status status, Optional<UUID> after, int limit) {
        return store.list(status, after.orElse(BEFORE_ALL), limit);
    }
}
