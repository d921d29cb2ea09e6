package dev.keystead.gate;

import dev.keystead.directory.UserId;
import dev.keystead.platform.http.Authenticator;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;
import java.util.Set;

/// What an access token of OAuth lets an application do here in somebody's name, or a machine in its own.
public sealed interface Delegation {
    /// It works.
    ///
    /// @param home the workspace that gave it
    /// @param user in whose name; nobody's when a service identity acts
    /// @param actor the person, by way of the application; or the service identity, by way of its account
    record Working(WorkspaceId home, Optional<UserId> user, String actor, Set<AccessScope> scopes)
            implements Delegation {}

    /// It is none of ours, is not for this interface, or does not work any more.
    record NotWorking() implements Delegation {}

    /// It works for the holder of a key alone, who did not show that they are.
    record Unproven(Reply reply) implements Delegation {}

    /// Judges what may be such a token. What can do so stands above this package.
    @FunctionalInterface
    interface Judge {
        Delegation judge(Call call, Authenticator.Presented presented);
    }
}
