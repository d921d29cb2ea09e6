package dev.keystead.member;

import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import java.util.List;
import java.util.Optional;

/// Whom a workspace cannot be without: its last owner who gets in, as nobody else could make another one.
final class LastOwners {
    /// For whoever wants them out.
    static final String REASON =
            "a workspace keeps at least one owner who gets in; make somebody else an owner first, or"
                    + " give it to them by :transfer";

    private final MemberStore store;
    private final Directory directory;

    LastOwners(MemberStore store, Directory directory) {
        this.store = store;
        this.directory = directory;
    }

    /// Why a user must not be shut out of the workspace in scope, if they must not. The owners stay as they are until
    /// the transaction ends.
    Optional<String> whyKept(Transaction transaction, UserId user) {
        return store.find(transaction, user)
                .filter(member -> member.role() == Role.OWNER && member.leftAt().isEmpty())
                .filter(_ -> isNeeded(transaction, store.lockOwners(transaction), user))
                .map(_ -> REASON);
    }

    /// Whether no other of the owners gets in.
    ///
    /// @param owners all of them, locked
    boolean isNeeded(Transaction transaction, List<UserId> owners, UserId user) {
        return owners.contains(user)
                && owners.stream().noneMatch(other -> !other.equals(user) && getsIn(transaction, other));
    }

    private boolean getsIn(Transaction transaction, UserId user) {
        Transaction atSystem = transaction.with(Scope.tenant(Reserved.SYSTEM_WORKSPACE.value()));
        return directory
                .find(transaction, user)
                .or(() -> directory.find(atSystem, user))
                .filter(User::isActive)
                .isPresent();
    }
}
