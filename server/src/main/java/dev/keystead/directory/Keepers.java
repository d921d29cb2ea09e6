package dev.keystead.directory;

import dev.keystead.audit.Outcome;
import dev.keystead.tenancy.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Who is asked before anybody is shut out of the workspace in scope, by whichever way.
public final class Keepers {
    private final UserStore store;
    private final List<BiFunction<Transaction, UserId, Optional<String>>> keepers = new CopyOnWriteArrayList<>();

    Keepers(UserStore store) {
        this.store = store;
    }

    /// Has one more asked.
    ///
    /// @param keeper answers why a user must stay, in a sentence for whoever wants them out; what it goes by does
    ///     not change before the transaction ends
    public void add(BiFunction<Transaction, UserId, Optional<String>> keeper) {
        keepers.add(keeper);
    }

    /// Why somebody must not be shut out, if they must not. Nobody else changes them before the transaction ends.
    Optional<String> holdUnlessKept(Transaction transaction, UserId id) {
        // Asked before the user is held, so that what keeps them is locked in the order in which others do who change
        // that; and again, as it may have come to them in the moment between.
        whyKept(transaction, id);
        return store.findForUpdate(transaction, id).flatMap(_ -> whyKept(transaction, id));
    }

    /// Does what shuts somebody out, unless they are kept.
    Outcome<User> unlessKept(Transaction transaction, UserId id, Supplier<Outcome<User>> deed) {
        return holdUnlessKept(transaction, id)
                .<Outcome<User>>map(Outcome.Kept::new)
                .orElseGet(deed);
    }

    private Optional<String> whyKept(Transaction transaction, UserId id) {
        return keepers.stream()
                .flatMap(keeper -> keeper.apply(transaction, id).stream())
                .findFirst();
    }
}
