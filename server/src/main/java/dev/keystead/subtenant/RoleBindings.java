package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
import dev.keystead.job.Sweep;
import dev.keystead.subtenant.RoleBindingStore.Place;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/// The rules of roles in subtenants.
public final class RoleBindings {
    private final RoleBindingStore store;
    private final SubtenantStore subtenants;
    private final Clock clock;

    public RoleBindings(Database database, Clock clock) {
        this.store = new RoleBindingStore(database);
        this.subtenants = new SubtenantStore(database);
        this.clock = clock;
    }

    /// What the job `retention` removes: roles that were taken away, or whose subtenant was deleted.
    public static List<Sweep.Expiring> ended() {
        return List.of(
                new Sweep.Expiring("identity.subtenant_role_bindings", RoleBindingStore.BINDING_PURGE),
                new Sweep.Expiring("identity.subtenant_role_bindings", RoleBindingStore.BINDING_PURGE_ORPHANS));
    }

    /// What became of a change to a binding.
    public sealed interface Outcome {
        record Granted(RoleBinding binding) implements Outcome {}

        /// The member had the role already.
        record Unchanged(RoleBinding binding) implements Outcome {}

        record Revoked(RoleBinding binding) implements Outcome {}

        record NotFound() implements Outcome {}

        /// There is no such role.
        record UnknownRole(String role) implements Outcome {}

        /// The subtenant is suspended: nothing changes in it.
        record Suspended() implements Outcome {}
    }

    /// What a member may do in a subtenant by the roles that they hold there, for themselves or by their groups;
    /// nothing while it is suspended.
    List<AccessScope> rightsOf(Transaction transaction, SubtenantId subtenant, UserId user) {
        return store.listHeld(transaction, subtenant, user).stream()
                .flatMap(held -> SubtenantRole.rights(held).stream())
                .toList();
    }

    /// The roles in a subtenant; nothing when there is no such subtenant. One that is deleted keeps its roles, in case
    /// it comes back, and nobody sees them.
    Optional<List<RoleBinding>> list(SubtenantId subtenant, Place after, int limit) {
        return subtenants.find(subtenant).map(_ -> store.list(subtenant, after, limit));
    }

    /// Gives a member a role. Somebody who is no member is told like a subtenant that does not exist.
    Outcome grant(Transaction transaction, SubtenantId subtenant, UserId user, String role, String granter) {
        Optional<Subtenant> found = subtenants.findForUpdate(transaction, subtenant);
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        if (found.get().isSuspended()) {
            return new Outcome.Suspended();
        }
        Optional<RoleBinding> held = store.listOfMember(transaction, subtenant, user).stream()
                .filter(binding -> binding.role().equals(role))
                .findFirst();
        if (held.isPresent()) {
            return new Outcome.Unchanged(held.get());
        }
        if (!SubtenantRole.isBuiltIn(role) && !store.holdRole(transaction, role)) {
            return new Outcome.UnknownRole(role);
        }
        var wanted = new RoleBinding(user, role, granter, clock.instant());
        return store.grant(transaction, subtenant, wanted)
                .<Outcome>map(Outcome.Granted::new)
                .orElseGet(Outcome.NotFound::new);
    }

    Outcome revoke(Transaction transaction, SubtenantId subtenant, UserId user, String role) {
        Optional<Subtenant> found = subtenants.findForUpdate(transaction, subtenant);
        if (found.isEmpty()) {
            return new Outcome.NotFound();
        }
        if (found.get().isSuspended()) {
            return new Outcome.Suspended();
        }
        return store.revoke(transaction, subtenant, user, role, clock.instant())
                .<Outcome>map(Outcome.Revoked::new)
                .orElseGet(Outcome.NotFound::new);
    }
}
