package dev.keystead.node;

import dev.keystead.audit.Outcome;
import dev.keystead.node.TreeStore.Place;
import dev.keystead.node.TreeStore.Placed;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The rules of the tree.
///
/// Whoever changes a workspace's tree holds the lock on the workspace's own node. Two changes that would be
/// harmless alone and a cycle together therefore see each other.
public final class Nodes {
    /// The organisation's node is on level 0, a workspace's on level 1.
    public static final int DEEPEST_LEVEL = 20;

    private final NodeStore store;
    private final TreeStore tree;
    private final Clock clock;

    public Nodes(Database database, Clock clock) {
        this.store = new NodeStore(database);
        this.tree = new TreeStore(database);
        this.clock = clock;
    }

    /// Makes the node of a new organisation: the root of its tree.
    public void addOrg(Transaction transaction, TypedId org, String name) {
        store.insertRoot(transaction, fresh(org.value(), Node.Kind.ORG, Optional.empty(), Optional.of(org), name));
    }

    /// Renames the root of the tree of the organisation in scope.
    public void renameOrg(Transaction transaction, String name) {
        store.renameRoot(transaction, name, clock.instant());
    }

    /// Makes the node of a new workspace below its organisation's; both are in scope.
    public Node addWorkspace(Transaction transaction, TypedId workspace, String name) {
        Node root = store.findRoot(transaction)
                .orElseThrow(() -> new IllegalStateException("the organisation has no node"));
        return addUnder(transaction, root, Node.Kind.WORKSPACE, workspace, name);
    }

    /// Makes the node of a new part of the workspace in scope, directly below the workspace's.
    public void add(Transaction transaction, Node.Kind kind, TypedId subject, String name) {
        addUnder(transaction, lockTree(transaction), kind, subject, name);
    }

    /// Makes a node below one that the same transaction has made.
    public Node addUnder(Transaction transaction, Node parent, Node.Kind kind, TypedId subject, String name) {
        Node node = fresh(parent.org(), kind, Optional.of(parent.id()), Optional.of(subject), name);
        store.insertAtCommit(transaction, node);
        return node;
    }

    /// Renames the node of something that was renamed.
    public void rename(Transaction transaction, TypedId subject, String name) {
        store.renameSubjectAtCommit(transaction, subject, name, clock.instant());
    }

    /// Removes the node of something that is deleted; answers false, and does nothing, when others stand
    /// under it.
    public boolean remove(Transaction transaction, TypedId subject) {
        lockTree(transaction);
        Node node = store.findSubjectForUpdate(transaction, subject.value())
                .orElseThrow(() -> new IllegalStateException(subject + " has no node"));
        if (tree.height(transaction, node.id()) > 1) {
            return false;
        }
        store.delete(transaction, node.id());
        return true;
    }

    /// Removes the nodes of the workspace in scope; answers false, and does nothing, when there are others
    /// than those it began with, its own and the default subtenant's.
    public boolean removeWorkspace(Transaction transaction) {
        lockTree(transaction);
        if (store.sample(transaction) > 2) {
            return false;
        }
        store.deleteTree(transaction);
        return true;
    }

    /// Makes the node of a workspace that comes back, unless it kept its own; both it and its organisation
    /// are in scope. Answers the node if it is new.
    public Optional<Node> restoreWorkspace(Transaction transaction, TypedId workspace, String name) {
        boolean kept =
                store.findSubjectForUpdate(transaction, workspace.value()).isPresent();
        return kept ? Optional.empty() : Optional.of(addWorkspace(transaction, workspace, name));
    }

    /// Makes a unit, which stands for nothing but gives others a place.
    Outcome<Node> addUnit(Transaction transaction, NodeId parent, String name) {
        Node workspace = lockTree(transaction);
        Optional<Node> above = store.findForUpdate(transaction, parent);
        if (above.isEmpty()) {
            return new Outcome.Wrong<>("parent_id", "must be the id of a node of this workspace");
        }
        if (!Node.Kind.UNIT.mayStandUnder(above.get().kind())) {
            return misplaced(Node.Kind.UNIT);
        }
        if (tree.path(transaction, parent).size() + 1 > DEEPEST_LEVEL) {
            return tooDeep();
        }
        Node unit = fresh(workspace.org(), Node.Kind.UNIT, Optional.of(parent), Optional.empty(), name);
        store.insertAtCommit(transaction, unit);
        return new Outcome.Made<>(unit);
    }

    Outcome<Node> renameUnit(Transaction transaction, NodeId id, String name, Optional<Long> ifVersion) {
        Optional<Node> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Node before = found.get();
        if (isStale(before, ifVersion)) {
            return new Outcome.Stale<>();
        }
        if (before.kind() != Node.Kind.UNIT) {
            return new Outcome.Refused<>("only a unit is renamed here; rename what this node stands for instead");
        }
        if (before.name().equals(name)) {
            return new Outcome.Unchanged<>(before);
        }
        Node after = store.rename(transaction, id, name, clock.instant()).orElseThrow();
        return new Outcome.Changed<>(before, after);
    }

    Outcome<Node> deleteUnit(Transaction transaction, NodeId id, Optional<Long> ifVersion) {
        lockTree(transaction);
        Optional<Node> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Node node = found.get();
        if (isStale(node, ifVersion)) {
            return new Outcome.Stale<>();
        }
        if (node.kind() != Node.Kind.UNIT) {
            return new Outcome.Refused<>("only a unit is deleted here; delete what this node stands for instead");
        }
        if (tree.height(transaction, id) > 1) {
            return new Outcome.Refused<>("other nodes stand under this one; move or delete them first");
        }
        store.delete(transaction, id);
        return new Outcome.Deleted<>(node);
    }

    /// Puts a node, with all that stands under it, under another one of the same workspace.
    Outcome<Node> move(Transaction transaction, NodeId id, NodeId parent) {
        lockTree(transaction);
        Optional<Node> found = store.findForUpdate(transaction, id);
        if (found.isEmpty()) {
            return new Outcome.NotFound<>();
        }
        Node node = found.get();
        if (node.kind() == Node.Kind.WORKSPACE) {
            return new Outcome.Refused<>("a workspace stands directly under its organisation and cannot be moved");
        }
        Optional<Node> above = store.findForUpdate(transaction, parent);
        if (above.isEmpty()) {
            return new Outcome.Wrong<>("parent_id", "must be the id of a node of this workspace");
        }
        if (!node.kind().mayStandUnder(above.get().kind())) {
            return misplaced(node.kind());
        }
        if (node.parent().equals(Optional.of(parent))) {
            return new Outcome.Unchanged<>(node);
        }
        List<NodeId> path = tree.path(transaction, parent);
        if (path.contains(id)) {
            return new Outcome.Refused<>("a node cannot stand under itself or under a node below it");
        }
        if (path.size() + tree.height(transaction, id) > DEEPEST_LEVEL) {
            return tooDeep();
        }
        Node after = store.move(transaction, id, parent, clock.instant()).orElseThrow();
        return new Outcome.Changed<>(node, after);
    }

    Optional<Node> find(NodeId id) {
        return store.find(id);
    }

    /// The nodes of the workspace in scope, or those directly under one of them.
    List<Node> list(Optional<NodeId> parent, Optional<Node.Kind> kind, Optional<UUID> after, int limit) {
        Set<Node.Kind> kinds = kind.<Set<Node.Kind>>map(EnumSet::of).orElse(EnumSet.allOf(Node.Kind.class));
        return parent.map(above -> store.listByParent(above, kinds, after, limit))
                .orElseGet(() -> store.list(kinds, after, limit));
    }

    /// The node and what it stands under, up to its organisation's node; nothing when there is no such node
    /// in the workspace in scope. The organisation must be in scope as well.
    List<Node> withAncestors(NodeId id) {
        return tree.ancestors(id);
    }

    /// The node and what stands under it down to a depth, breadth first.
    List<Placed> subtree(NodeId id, int depth, Place after, int limit) {
        return tree.subtree(id, depth, after, limit);
    }

    private Node lockTree(Transaction transaction) {
        UUID workspace = transaction.scope().require(Axis.TENANT);
        return store.findSubjectForUpdate(transaction, workspace)
                .orElseThrow(() -> new IllegalStateException("the workspace " + workspace + " has no node"));
    }

    private Node fresh(UUID org, Node.Kind kind, Optional<NodeId> parent, Optional<TypedId> subject, String name) {
        Instant now = clock.instant();
        return new Node(NodeId.make(), org, kind, parent, subject.map(TypedId::value), name, 1, now, now);
    }

    private static boolean isStale(Node node, Optional<Long> ifVersion) {
        return ifVersion.isPresent() && ifVersion.get() != node.version();
    }

    private static Outcome<Node> misplaced(Node.Kind kind) {
        return new Outcome.Refused<>(
                switch (kind) {
                    case UNIT -> "a unit stands under the workspace or under another unit";
                    case SUBTENANT -> "a subtenant stands under the workspace or under a unit";
                    case PROJECT -> "a project stands under the workspace or under a unit";
                    case WORKSPACE -> "a workspace stands directly under its organisation";
                    case ORG -> "an organisation stands under nothing";
                });
    }

    private static Outcome<Node> tooDeep() {
        return new Outcome.Refused<>("the tree would be deeper than " + DEEPEST_LEVEL + " levels");
    }
}
