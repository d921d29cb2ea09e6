package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Caller;
import dev.keystead.platform.http.Refusal;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Transaction;
import java.util.Collections;
import java.util.Set;

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
        require(transaction, caller, subtenant, WRITE, Set.of(RoleBinding.OWNER, RoleBinding.ADMIN));
    }

    /// Goes on when the caller may give and take roles in the subtenant, and is a refusal otherwise.
    void requireGranter(Transaction transaction, Caller caller, SubtenantId subtenant) {
        require(transaction, caller, subtenant, ADMIN, Set.of(RoleBinding.OWNER));
    }

    private void require(
            Transaction transaction, Caller caller, SubtenantId subtenant, AccessScope right, Set<String> roles) {
        if (caller.allows(right)) {
            return;
        }
        boolean holdsRole = caller.user()
                .map(user -> bindings.rolesOf(transaction, subtenant, new UserId(user)))
                .filter(held -> !Collections.disjoint(held, roles))
                .isPresent();
        if (!holdsRole) {
            throw Refusal.insufficientRole();
        }
    }
}
