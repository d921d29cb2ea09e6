package dev.keystead.license.assignment;

import dev.keystead.node.Node;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspace;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.util.Optional;
import java.util.UUID;

/// Where a workspace may give licences: on its own nodes, and an organisation's home on the organisation's as well.
public final class Places {
    private final Nodes nodes;
    private final Workspaces workspaces;

    public Places(Nodes nodes, Workspaces workspaces) {
        this.nodes = nodes;
        this.workspaces = workspaces;
    }

    /// What was found under an id.
    sealed interface Found {
        /// A node on which something may be given.
        ///
        /// @param forOrg whether it is the organisation's own
        record Here(Node node, boolean forOrg) implements Found {}

        record Nowhere() implements Found {}

        /// The organisation's own, and the caller may not give there.
        record NotAllowed() implements Found {}
    }

    /// Whether a workspace is its organisation's home.
    boolean isHome(UUID tenant) {
        return workspaces
                .find(new WorkspaceId(tenant))
                .filter(Workspace::isHome)
                .isPresent();
    }

    /// A node on which the workspace in scope may give something, which stays until this transaction ends.
    Found find(Transaction transaction, NodeId id, boolean overOrg) {
        Optional<Node> own = nodes.findHeld(transaction, id);
        if (own.isPresent()) {
            return new Found.Here(own.get(), false);
        }
        Optional<Node> root = workspaces
                .find(transaction, new WorkspaceId(transaction.scope().require(Axis.TENANT)))
                .filter(Workspace::isHome)
                .flatMap(home ->
                        nodes.findRoot(transaction.with(Scope.org(home.org().value())), id));
        if (root.isEmpty()) {
            return new Found.Nowhere();
        }
        return overOrg ? new Found.Here(root.get(), true) : new Found.NotAllowed();
    }
}
