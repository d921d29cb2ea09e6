package dev.keystead.subtenant;

import dev.keystead.group.GroupId;
import dev.keystead.group.Groups;
import dev.keystead.subtenant.RoleBindingStore.Place;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// The rules of roles that groups hold in subtenants.
public final class GroupBindings {
    private final GroupBindingStore store;
    private final RoleBindingStore roles;
    private final SubtenantStore subtenants;
    private final Groups groups;
    private final Clock clock;

    public GroupBindings(Database database, Groups groups, Clock clock) {
        this.store = new GroupBindingStore(database);
        this.roles = new RoleBindingStore(database);
        this.subtenants = new SubtenantStore(database);
        this.groups = groups;
        this.clock = clock;
    }

    /// What became of a change to a binding.
    sealed interface Outcome {
        record Granted(GroupBinding binding) implements Outcome {}

        /// The group had the role already.
        record Unchanged(GroupBinding binding) implements Outcome {}

        record Revoked(GroupBinding binding) implements Outcome {}

        record NotFound() implements Outcome {}

        /// There is no such role.
        record UnknownRole(String role) implements Outcome {}

        /// The subtenant is suspended: nothing changes in it.
        record Suspended() implements Outcome {}
    }

    /// The roles of groups in a subtenant; nothing when there is no such subtenant.
    Optional<List<GroupBinding>> list(SubtenantId subtenant, Place after, int limit) {
        List<GroupBinding> found = store.list(subtenant, after, limit);
        return found.isEmpty() && subtenants.find(subtenant).isEmpty() ? Optional.empty() : Optional.of(found);
    }

    Outcome grant(Transaction transaction, SubtenantId subtenant, GroupId group, String role, String granter) {
        Optional<Subtenant> found = subtenants.findForUpdate(transaction, subtenant);
        if (found.isEmpty() || groups.findHeld(transaction, group).isEmpty()) {
            return new Outcome.NotFound();
        }
        if (found.get().isSuspended()) {
            return new Outcome.Suspended();
        }
        Optional<GroupBinding> held = store.find(transaction, subtenant, group, role);
        if (held.isPresent()) {
            return new Outcome.Unchanged(held.get());
        }
        if (!SubtenantRole.isBuiltIn(role) && !roles.holdRole(transaction, role)) {
            return new Outcome.UnknownRole(role);
        }
        var binding = new GroupBinding(group, role, granter, clock.instant());
        store.insert(transaction, subtenant, binding);
        return new Outcome.Granted(binding);
    }

    Outcome revoke(Transaction transaction, SubtenantId subtenant, GroupId group, String role) {
        Optional<Subtenant> found = subtenants.findForUpdate(transaction, subtenant);
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        if (found.get().isSuspended()) {
            return new Outcome.Suspended();
        }
        return store.delete(transaction, subtenant, group, role)
                .<Outcome>map(Outcome.Revoked::new)
                .orElseGet(Outcome.NotFound::new);
    }
}
