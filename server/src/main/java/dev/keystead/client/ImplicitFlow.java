package dev.keystead.client;

import dev.keystead.platform.json.BadInput;
import dev.keystead.workspace.WorkspaceId;
import java.util.function.Predicate;

/// Whether a workspace lets applications have tokens sent by way of browsers (OpenID Connect Core section
/// 3.2). None does unless it decided so.
public final class ImplicitFlow {
    private final Predicate<WorkspaceId> decided;

    /// @param decided whether a workspace decided so; must not need a transaction
    public ImplicitFlow(Predicate<WorkspaceId> decided) {
        this.decided = decided;
    }

    /// Not for use inside a transaction.
    public boolean isAllowedIn(WorkspaceId workspace) {
        return decided.test(workspace);
    }

    /// Refuses settings with the flow where the workspace does not let applications have it.
    ///
    /// @throws BadInput about `grant_types`
    public void check(WorkspaceId workspace, ClientSettings settings) {
        if (settings.grants().types().contains(GrantType.IMPLICIT) && !isAllowedIn(workspace)) {
            throw BadInput.member(
                    "grant_types",
                    "must not have implicit: the workspace's policies/registration does not allow it"
                            + " (RFC 9700 section 2.1.2)");
        }
    }
}
