package dev.keystead.directory;

import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Suspends many users for one cause, and lets exactly those in again whom that cause keeps out.
///
/// A suspension belongs to its cause until an administrator lets the person in: a later suspension by hand
/// is the administrator's own.
public final class Suspensions {
    private final Directory directory;
    private final Clock clock;

    public Suspensions(Directory directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /// Somebody whom a cause suspended.
    ///
    /// @param statusBefore what they were
    /// @param causeBefore the cause that had suspended them already, and from which this one took over
    public record Suspended(UserId user, User.Status statusBefore, Optional<UUID> causeBefore) {}

    /// Why somebody must not be suspended, if they must not. Nobody else changes them before the transaction ends.
    public Optional<String> holdUnlessKept(Transaction transaction, UserId user) {
        return directory.keepers().holdUnlessKept(transaction, user);
    }

    /// Suspends those who are not, and takes over those whom another cause has suspended. Answers them all;
    /// whoever is missing in the answer was suspended by hand, or is gone.
    public List<Suspended> suspend(Transaction transaction, List<UserId> users, UUID cause) {
        if (users.isEmpty()) {
            return List.of();
        }
        List<Suspended> suspended = SuspensionStore.suspend(transaction, users, cause, clock.instant());
        suspended.forEach(one -> directory.forget(transaction, one.user()));
        return suspended;
    }

    /// Gives back what they had to those whom the cause still keeps out, and answers who they are.
    public List<UserId> reinstate(Transaction transaction, UUID cause, List<Suspended> before) {
        if (before.isEmpty()) {
            return List.of();
        }
        List<UserId> reinstated = SuspensionStore.reinstate(transaction, cause, before, clock.instant());
        reinstated.forEach(user -> directory.forget(transaction, user));
        return reinstated;
    }
}
