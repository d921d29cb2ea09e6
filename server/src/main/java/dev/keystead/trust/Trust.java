package dev.keystead.trust;

import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.TrustStore.Computed;
import dev.keystead.trust.TrustStore.Past;
import dev.keystead.trust.TrustStore.Person;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The scores of people: computing them, keeping them, and supposing what they would be.
public final class Trust {
    private static final Duration ACTIVE_WINDOW = Duration.ofDays(Score.ACTIVE_WINDOW_DAYS);

    private final Database database;
    private final TrustStore store;
    private final Sessions sessions;
    private final Clock clock;

    public Trust(Database database, Sessions sessions, Clock clock) {
        this.database = database;
        this.store = new TrustStore(database);
        this.sessions = sessions;
        this.clock = clock;
    }

    /// What is old enough to go.
    public static Sweep.Expiring ended() {
        return new Sweep.Expiring("identity.trust_history", TrustStore.HISTORY_SWEEP);
    }

    /// A person's score and what it allows.
    ///
    /// @param computedAt nothing as long as it was not kept: this is what it is now
    /// @param decidedByHand whether an operator decided what is allowed, whatever the score
    public record Standing(Score score, Optional<Instant> computedAt, Allowance allowance, boolean decidedByHand) {}

    /// The score that stands, or what it is now of somebody whose first night is still to come; nothing for
    /// whoever is no person of the workspace in scope.
    public Optional<Standing> find(UserId user) {
        return database.write(transaction -> known(transaction, user).map(this::standing));
    }

    /// The score that stands; nothing as long as no night has computed it.
    public Optional<Integer> score(Transaction transaction, UserId user) {
        return store.score(transaction, user);
    }

    private Standing standing(Person person) {
        Score score = person.stored()
                .map(TrustStore.Stored::score)
                .orElseGet(() -> Score.of(person.facts(), clock.instant()));
        return new Standing(
                score,
                person.stored().map(TrustStore.Stored::computedAt),
                person.allowance().orElseGet(score::allowance),
                person.decidedByHand());
    }

    /// What the score would be, and what it is.
    public record Supposed(Score before, Score after) {}

    /// What would become of somebody's score if something else were the case. Keeps nothing.
    public Optional<Supposed> suppose(Transaction transaction, UserId user, Supposition supposition) {
        Instant now = clock.instant();
        return known(transaction, user)
                .map(person -> new Supposed(
                        Score.of(person.facts(), now), Score.of(person.facts().supposing(supposition, now), now)));
    }

    private Optional<Person> known(Transaction transaction, UserId user) {
        Instant now = clock.instant();
        return known(transaction, List.of(user), now).stream().findFirst();
    }

    /// Some people with everything that is known of them now, one after the other: for a handful.
    private List<Person> known(Transaction transaction, List<UserId> users, Instant now) {
        List<Person> people = store.list(transaction, users, now).stream()
                .map(person -> person.withFacts(
                        person.facts().inVerifiedWorkspace(store.isInVerifiedWorkspace(transaction, person.id()))))
                .toList();
        return active(transaction, people, now);
    }

    List<Past> history(UserId user, LocalDate before, int limit) {
        return store.history(user, before, limit);
    }

    /// A score that stood from a day on.
    public record Earlier(LocalDate on, int score) {}

    /// The newest entries of a person's history.
    public List<Earlier> recently(UserId user, int limit) {
        LocalDate tomorrow =
                LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).plusDays(1);
        return store.history(user, tomorrow, limit).stream()
                .map(past -> new Earlier(past.on(), past.score().value()))
                .toList();
    }

    /// Computes the scores of some people at once, for reasons that cannot wait for the night, and keeps
    /// them with the transaction. Whoever has no score is passed over.
    public void recompute(Transaction transaction, List<UserId> users) {
        Instant now = clock.instant();
        keep(transaction, known(transaction, users, now), now);
    }

    /// The same for one person, with the score before and what it is from the commit on.
    public Optional<Recomputed> recompute(Transaction transaction, UserId user) {
        Instant now = clock.instant();
        return known(transaction, user).map(person -> {
            keep(transaction, List.of(person), now);
            Score score = Score.of(person.facts(), now);
            Allowance allowance =
                    person.decidedByHand() ? person.allowance().orElseGet(score::allowance) : score.allowance();
            return new Recomputed(
                    standing(person), new Standing(score, Optional.of(now), allowance, person.decidedByHand()));
        });
    }

    /// A score that was computed anew.
    public record Recomputed(Standing before, Standing after) {
        /// Whether the score that stands is what was computed.
        boolean isTheSame() {
            return before.computedAt().isPresent() && before.score().equals(after.score());
        }
    }

    /// What a batch of a part came to.
    ///
    /// @param last where the next one begins; nothing when this was the last
    record Batch(int people, Optional<UUID> last) {}

    /// Computes the next people of a part, in a transaction of the worker's.
    Batch recompute(Transaction transaction, int shard, UUID after, int limit) {
        Instant now = clock.instant();
        List<Person> people = store.list(transaction, shard, after, now, limit);
        Set<UserId> verified = store.inVerifiedWorkspaces(
                transaction, people.stream().map(Person::id).toList());
        List<Person> known = people.stream()
                .map(person -> person.withFacts(person.facts().inVerifiedWorkspace(verified.contains(person.id()))))
                .toList();
        keep(transaction, active(transaction, known, now), now);
        return new Batch(
                people.size(),
                people.size() < limit
                        ? Optional.empty()
                        : Optional.of(people.getLast().id().value()));
    }

    private List<Person> active(Transaction transaction, List<Person> people, Instant now) {
        if (people.isEmpty()) {
            return people;
        }
        List<UserId> ids = people.stream().map(Person::id).toList();
        Map<UserId, List<LocalDate>> days = sessions.activeDays(transaction, ids, now.minus(ACTIVE_WINDOW));
        return people.stream()
                .map(person ->
                        person.withFacts(person.facts().activeAlso(days.getOrDefault(person.id(), List.of()), now)))
                .toList();
    }

    /// Writes what is new: scores, then what follows from them.
    private void keep(Transaction transaction, List<Person> people, Instant now) {
        List<Computed> computed = people.stream()
                .map(person -> new Computed(person, Score.of(person.facts(), now)))
                .toList();
        List<Computed> changed = computed.stream().filter(Trust::isNew).toList();
        if (!changed.isEmpty()) {
            store.writeScores(transaction, changed, now);
        }
        List<Computed> moved = computed.stream().filter(Trust::isMoved).toList();
        if (!moved.isEmpty()) {
            store.writeHistory(transaction, moved, now);
        }
        List<Computed> allowed =
                computed.stream().filter(Trust::isAllowedOtherwise).toList();
        if (!allowed.isEmpty()) {
            store.writeQuotas(transaction, allowed, now);
        }
    }

    private static boolean isNew(Computed one) {
        return !one.person().stored().map(TrustStore.Stored::score).equals(Optional.of(one.score()))
                || !one.person().daysBefore().equals(one.person().facts().activeOn());
    }

    private static boolean isMoved(Computed one) {
        return one.person()
                .stored()
                .filter(stored -> stored.score().value() == one.score().value())
                .isEmpty();
    }

    private static boolean isAllowedOtherwise(Computed one) {
        return !one.person().decidedByHand()
                && !one.person().allowance().equals(Optional.of(one.score().allowance()));
    }
}
