package dev.keystead.node;

import dev.keystead.audit.Outcome;
import dev.keystead.platform.cache.SharedCache;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/// The rules of the tree.
///
/// Whoever changes a workspace's tree holds the lock on the workspace's own node. Two changes that would be
/// harmless alone and a cycle together therefore see each other.
public final class Nodes {
    /// The organisation's node is on level 0, a workspace's on level 1.
    public static final int DEEPEST_LEVEL = 20;

    private static final Duration KNOWN_FOR = Duration.ofSeconds(60);

    private final NodeStore store;
    private final TreeStore tree;
    private final SharedCache<UUID> shapes;
    private final List<BiConsumer<Transaction, NodeId>> removals = new CopyOnWriteArrayList<>();
    private final Clock clock;

    public Nodes(Database database, SharedCaches caches, Clock clock) {
        this.store = new NodeStore(database);
        this.tree = new TreeStore(database);
        this.shapes = caches.make(KNOWN_FOR, 100_000);
        this.clock = clock;
    }

    /// Has somebody told, in the transaction that does it, of every node of a workspace that is removed.
    public void onRemove(BiConsumer<Transaction, NodeId> listener) {
        removals.add(listener);
    }

    private void tellRemoved(Transaction transaction, NodeId id) {
        removals.forEach(listener -> listener.accept(transaction, id));
        changeShape(transaction);
    }

    /// A mark of the shape of a workspace's tree, from memory: whoever keeps something that depends on what stands
    /// under what keeps the mark with it. It changes on every node within a second when nodes are moved or removed.
    public UUID shape(UUID tenant) {
        return shapes.read(shapeKey(Scope.tenant(tenant)), UUID::randomUUID);
    }

    private void changeShape(Transaction transaction) {
        shapes.changed(transaction, shapeKey(transaction.scope()));
    }

    private static String shapeKey(Scope scope) {
        return ScopedKey.cache("node", Axis.TENANT, scope, "shape");
    }

    /// The node of a workspace. Binds its scope itself.
    public Optional<NodeId> topOf(UUID tenant) {
        return Scope.tenant(tenant).call(() -> store.findSubject(tenant));
    }

    /// A node of the workspace in scope, which stays until this transaction ends.
    public Optional<Node> findHeld(Transaction transaction, NodeId id) {
        return store.findForUpdate(transaction, id);
    }

    /// The organisation's own node, if that is its id; the organisation is in scope.
    public Optional<Node> findRoot(Transaction transaction, NodeId id) {
        return store.findRoot(transaction).filter(root -> root.id().equals(id));
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
        tellRemoved(transaction, node.id());
        return true;
    }

    /// Whether the workspace in scope has no other nodes than those it began with, its own and the default
    /// subtenant's; nobody adds one before this transaction ends.
    public boolean isAsItBegan(Transaction transaction) {
        lockTree(transaction);
        return store.sample(transaction).size() <= 2;
    }

    /// Makes the node of a workspace that comes back, unless it kept its own; both it and its organisation
    /// are in scope. Answers the node if it is new.
    public Optional<Node> restoreWorkspace(Transaction transaction, TypedId workspace, String name) {
        boolean kept =
                store.findSubjectForUpdate(transaction, workspace.value()).isPresent();
        if (kept) {
            return Optional.empty();
        }
        // Somebody may have seen meanwhile that it has no node.
        changeShape(transaction);
        return Optional.of(addWorkspace(transaction, workspace, name));
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
        tellRemoved(transaction, id);
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
        changeShape(transaction);
        return new Outcome.Changed<>(node, after);
    }

    public Optional<Node> find(NodeId id) {
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
    public List<Node> withAncestors(NodeId id) {
        return tree.ancestors(id);
    }

    /// The node and what stands under it, breadth first; nothing when there is no such node in the workspace in scope.
    public List<Node> subtree(NodeId id, int most) {
        return tree.subtree(id, DEEPEST_LEVEL, Place.START, most).stream()
                .map(Placed::node)
                .toList();
    }

    /// The node and what stands under it down to a depth, breadth first.
    public List<Placed> subtree(NodeId id, int depth, Place after, int limit) {
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
