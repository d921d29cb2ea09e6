package dev.keystead.federation;

import dev.keystead.connection.Reach;
import dev.keystead.gate.Rank;
import dev.keystead.member.Role;
import dev.keystead.platform.http.Caller;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;

/// Who comes by which provider, and what they may do in the workspace. An identity is known by its issuer, whichever
/// connection speaks for that: a new connection to an old issuer touches the same people.
public final class LinkedPeople implements Reach {
    private final LinkedPeopleStore store = new LinkedPeopleStore();
    private final Workspaces workspaces;

    public LinkedPeople(Workspaces workspaces) {
        this.workspaces = workspaces;
    }

    @Override
    public boolean isAbove(Transaction transaction, Caller caller, Touched touched) {
        Workspace workspace =
                workspaces.find(transaction, new WorkspaceId(caller.tenant())).orElseThrow();
        // Nobody may do more than an owner: for whoever may do as much, nobody is looked up.
        return Rank.isAbove(caller, workspace, Role.OWNER)
                && (store.roles(transaction, touched).stream().anyMatch(role -> Rank.isAbove(caller, workspace, role))
                        || store.rights(transaction, touched).stream()
                                .anyMatch(rights -> Rank.isAbove(caller, rights)));
    }
}
