package dev.keystead.domain;

import dev.keystead.policy.Policies;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.Workspaces;
import java.util.Optional;

/// Where people belong, by the domain of their address. Nothing here looks at accounts. Not for use inside a
/// transaction.
public final class DomainRouting {
    private final DomainOwners owners;
    private final Policies policies;
    private final Workspaces workspaces;

    public DomainRouting(DomainOwners owners, Policies policies, Workspaces workspaces) {
        this.owners = owners;
        this.policies = policies;
        this.workspaces = workspaces;
    }

    /// The other workspace at whose door somebody with this name signs in; nothing when they stay.
    ///
    /// @param here the workspace at whose door they are
    /// @param typed what they typed to say who they are
    public Optional<Workspace> signInElsewhere(Workspace here, String typed) {
        return elsewhere(here, typed)
                .filter(owner -> policies.domain(owner.id().value()).route());
    }

    /// The other workspace that alone lets people with this address sign up; nothing when anybody may.
    public Optional<Workspace> signUpElsewhere(Workspace here, String email) {
        return elsewhere(here, email)
                .filter(owner -> policies.domain(owner.id().value()).capture());
    }

    private Optional<Workspace> elsewhere(Workspace here, String typed) {
        return DomainName.ofAddress(typed)
                .filter(_ -> sendsAway(here))
                .flatMap(owners::find)
                .map(DomainOwners.Owner::workspace)
                .filter(owner -> !owner.equals(here.id()))
                .flatMap(workspaces::standing)
                .filter(Workspace::isActive);
    }

    /// The door of the system workspace is everybody's. At its own door a workspace decides: nobody else's proof
    /// keeps its people out.
    private boolean sendsAway(Workspace here) {
        return here.kind() == Workspace.Kind.SYSTEM
                || policies.domain(here.id().value()).sendAway();
    }
}
