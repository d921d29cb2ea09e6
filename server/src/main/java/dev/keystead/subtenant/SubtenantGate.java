package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Refusal;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;

/// Who may change a subtenant: whoever may change all of them by their place in the workspace, and whoever holds the
/// role for it in this one. That the credential carries the right was seen at the entrance.
final class SubtenantGate {
    private static final AccessScope WRITE = AccessScope.of("write:subtenant");
    private static final AccessScope ADMIN = AccessScope.of("admin:subtenant");

    private final RoleBindings bindings;

    SubtenantGate(RoleBindings bindings) {
        this.bindings = bindings;
    }

    /// Goes on when the caller may change the subtenant, and is a refusal otherwise.
    void requireChanger(Transaction transaction, Caller caller, SubtenantId subtenant) {
        require(transaction, caller, subtenant, WRITE);
    }

    /// Goes on when the caller may give and take roles in the subtenant, and is a refusal otherwise.
    void requireGranter(Transaction transaction, Caller caller, SubtenantId subtenant) {
        require(transaction, caller, subtenant, ADMIN);
    }

    private void require(Transaction transaction, Caller caller, SubtenantId subtenant, AccessScope needed) {
        if (caller.allows(needed)) {
            return;
        }
        boolean holdsRole = caller.user().stream()
                .flatMap(user -> bindings.rightsOf(transaction, subtenant, new UserId(user)).stream())
                .anyMatch(right -> right.covers(needed));
        if (!holdsRole) {
            throw Refusal.insufficientRole();
        }
    }
}
