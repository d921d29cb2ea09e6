package dev.keystead.directory;

import dev.keystead.handle.Availability;
import dev.keystead.handle.Handle;
import dev.keystead.handle.Handles;
import dev.keystead.handle.Holding;
import dev.keystead.handle.Owner;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.Optional;

/// Keeps the registry of handles in step with users, in the transactions that change them. Users whom a workspace
/// manages itself are not in it: their handles are unique in their workspace alone.
final class RegisteredHandles {
    private final Handles handles;

    RegisteredHandles(Handles handles) {
        this.handles = handles;
    }

    Duration changeInterval() {
        return handles.config().changeInterval();
    }

    /// Takes the handle of a new user.
    ///
    /// @param mayBeReserved whether it may be a reserved word
    /// @throws Refusal when it is not to be had
    void enter(Transaction transaction, User user, boolean mayBeReserved) {
        if (user.handle().isEmpty()) {
            return;
        }
        String handle = user.handle().get();
        Availability found = kind(user)
                .map(kind -> mayBeReserved
                        ? handles.takeWord(transaction, handle, owner(transaction, user), kind)
                        : handles.take(transaction, handle, owner(transaction, user), kind))
                .orElseGet(() -> managed(handle));
        if (!found.isFree()) {
            throw new Refusal(Reply.conflict(found.sentence()));
        }
    }

    /// Takes another handle for a user, and gives up the old one.
    Availability move(Transaction transaction, User before, Optional<String> wanted) {
        Optional<Holding.Kind> kind = kind(before);
        if (kind.isEmpty()) {
            return wanted.map(RegisteredHandles::managed).orElseGet(Availability.Free::new);
        }
        Owner owner = owner(transaction, before);
        // Only a user whom a workspace manages itself can be without one.
        String handle = wanted.orElseThrow();
        return before.handle()
                .map(old -> handles.change(transaction, old, handle, owner, kind.get()))
                .orElseGet(() -> handles.take(transaction, handle, owner, kind.get()));
    }

    private static Availability managed(String handle) {
        return Handle.isBot(handle) ? new Availability.WrongKind() : new Availability.Free();
    }

    /// Lets nobody have the handle of a user who is deleted.
    void freeze(Transaction transaction, User user) {
        registered(user).ifPresent(handle -> handles.freeze(transaction, handle, owner(transaction, user)));
    }

    /// Lets anybody have it.
    void release(Transaction transaction, User user) {
        registered(user).ifPresent(handle -> handles.release(transaction, handle, owner(transaction, user)));
    }

    /// Gives somebody who was deleted their handle back.
    Availability giveBack(Transaction transaction, User user) {
        return kind(user)
                .flatMap(kind -> user.handle()
                        .map(handle -> handles.giveBack(transaction, handle, owner(transaction, user), kind)))
                .orElseGet(Availability.Free::new);
    }

    /// Notes that a user is back whose account slept.
    void wake(Transaction transaction, User user) {
        registered(user).ifPresent(handle -> handles.wake(transaction, handle, owner(transaction, user)));
    }

    private static Optional<String> registered(User user) {
        return kind(user).flatMap(_ -> user.handle());
    }

    static Optional<Holding.Kind> kind(User user) {
        return switch (user.kind()) {
            case INDIVIDUAL -> Optional.of(Holding.Kind.INDIVIDUAL);
            case MANAGED -> Optional.empty();
        };
    }

    private static Owner owner(Transaction transaction, User user) {
        return new Owner(transaction.scope().require(Axis.TENANT), user.id().value());
    }
}
