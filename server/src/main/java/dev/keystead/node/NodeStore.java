package dev.keystead.node;

import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The statements on single nodes and on lists of them; [TreeStore] has those that walk.
final class NodeStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    /// The organisation's own node. It is in no workspace: the organisation's id stands where theirs would.
    static final Command ROOT_INSERT = Command.org("node.root.insert", """
            insert into identity.nodes (id, tenant_id, kind, subject_id, name, version, created_at, updated_at, org_id)
            values (?, ?, 'org', ?, ?, 1, ?, ?, ?)""");

    static final Query<Node> ROOT_FIND = Query.org("node.root.find", """
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from identity.nodes
            where kind = 'org'
              and org_id = ?""", NodeStore::node);

    static final Command ROOT_RENAME = Command.org("node.root.rename", """
            update identity.nodes
            set name = ?, version = version + 1, updated_at = ?
            where kind = 'org'
              and org_id = ?""");

    static final Command NODE_INSERT = Command.tenant("node.node.insert", """
            insert into identity.nodes
                (id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)""");

    static final Query<Node> NODE_FIND = Query.tenant("node.node.find", """
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from identity.nodes
            where id = ?
              and tenant_id = ?""", NodeStore::node);

    static final Query<Node> NODE_LOCK = Query.tenant("node.node.lock", """
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from identity.nodes
            where id = ?
              and tenant_id = ?
            for no key update""", NodeStore::node);

    static final Query<NodeId> SUBJECT_FIND = Query.tenant("node.subject.find", """
            select id
            from identity.nodes
            where subject_id = ?
              and tenant_id = ?""", row -> new NodeId(row.uuid("id")));

    static final Query<Node> SUBJECT_LOCK = Query.tenant("node.subject.lock", """
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from identity.nodes
            where subject_id = ?
              and tenant_id = ?
            for no key update""", NodeStore::node);

    static final Query<Node> NODE_LIST = Query.tenant("node.node.list", """
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from identity.nodes
            where id > ?
              and kind = any (?)
              and tenant_id = ?
            order by id
            limit ?""", NodeStore::node);

    static final Query<Node> NODE_LIST_BY_PARENT = Query.tenant("node.node.list-by-parent", """
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from identity.nodes
            where parent_id = ?
              and id > ?
              and kind = any (?)
              and tenant_id = ?
            order by id
            limit ?""", NodeStore::node);

    static final Query<Node> NODE_RENAME = Query.tenant("node.node.rename", """
            update identity.nodes
            set name = ?, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, org_id, kind, parent_id, subject_id, name, version, created_at,
                updated_at""", NodeStore::node);

    static final Command SUBJECT_RENAME = Command.tenant("node.subject.rename", """
            update identity.nodes
            set name = ?, version = version + 1, updated_at = ?
            where subject_id = ?
              and tenant_id = ?""");

    static final Query<Node> NODE_MOVE = Query.tenant("node.node.move", """
            update identity.nodes
            set parent_id = ?, version = version + 1, updated_at = ?
            where id = ?
              and tenant_id = ?
            returning id, org_id, kind, parent_id, subject_id, name, version, created_at,
                updated_at""", NodeStore::node);

    static final Command NODE_DELETE = Command.tenant("node.node.delete", """
            delete from identity.nodes
            where id = ?
              and tenant_id = ?""");

    /// A few of a workspace's nodes, to see whether there are more than it began with.
    static final Query<NodeId> TREE_SAMPLE = Query.tenant("node.tree.sample", """
            select id
            from identity.nodes
            where tenant_id = ?
            limit 3""", row -> new NodeId(row.uuid("id")));

    private final Database database;

    NodeStore(Database database) {
        this.database = database;
    }

    void insertRoot(Transaction transaction, Node root) {
        transaction.update(
                ROOT_INSERT,
                p -> p.id(root.id())
                        .scope(Axis.ORG)
                        .uuid(root.subject().orElseThrow())
                        .text(root.name())
                        .instant(root.createdAt())
                        .instant(root.updatedAt()));
    }

    Optional<Node> findRoot(Transaction transaction) {
        return transaction.find(ROOT_FIND, p -> {});
    }

    void renameRoot(Transaction transaction, String name, Instant at) {
        transaction.atCommit(ROOT_RENAME, p -> p.text(name).instant(at));
    }

    /// Left for the commit: a node that is made with its subject costs no round trip of its own.
    void insertAtCommit(Transaction transaction, Node node) {
        transaction.atCommit(
                NODE_INSERT,
                p -> p.id(node.id())
                        .uuid(node.org())
                        .text(Words.of(node.kind()))
                        .uuid(node.parent().map(NodeId::value).orElse(null))
                        .uuid(node.subject().orElse(null))
                        .text(node.name())
                        .instant(node.createdAt())
                        .instant(node.updatedAt()));
    }

    Optional<Node> find(NodeId id) {
        return database.find(NODE_FIND, p -> p.id(id));
    }

    Optional<Node> findForUpdate(Transaction transaction, NodeId id) {
        return transaction.find(NODE_LOCK, p -> p.id(id));
    }

    Optional<NodeId> findSubject(UUID subject) {
        return database.find(SUBJECT_FIND, p -> p.uuid(subject));
    }

    Optional<Node> findSubjectForUpdate(Transaction transaction, UUID subject) {
        return transaction.find(SUBJECT_LOCK, p -> p.uuid(subject));
    }

    List<Node> list(Set<Node.Kind> kinds, Optional<UUID> after, int limit) {
        return database.list(
                NODE_LIST,
                p -> p.uuid(after.orElse(BEFORE_ALL))
                        .texts(words(kinds))
                        .scope()
                        .integer(limit));
    }

    List<Node> listByParent(NodeId parent, Set<Node.Kind> kinds, Optional<UUID> after, int limit) {
        return database.list(
                NODE_LIST_BY_PARENT,
                p -> p.id(parent)
                        .uuid(after.orElse(BEFORE_ALL))
                        .texts(words(kinds))
                        .scope()
                        .integer(limit));
    }

    Optional<Node> rename(Transaction transaction, NodeId id, String name, Instant at) {
        return transaction.find(NODE_RENAME, p -> p.text(name).instant(at).id(id));
    }

    void renameSubjectAtCommit(Transaction transaction, TypedId subject, String name, Instant at) {
        transaction.atCommit(SUBJECT_RENAME, p -> p.text(name).instant(at).id(subject));
    }

    Optional<Node> move(Transaction transaction, NodeId id, NodeId parent, Instant at) {
        return transaction.find(NODE_MOVE, p -> p.id(parent).instant(at).id(id));
    }

    void delete(Transaction transaction, NodeId id) {
        transaction.update(NODE_DELETE, p -> p.id(id));
    }

    List<NodeId> sample(Transaction transaction) {
        return transaction.list(TREE_SAMPLE, p -> {});
    }

    private static List<String> words(Set<Node.Kind> kinds) {
        return kinds.stream().map(Words::of).toList();
    }

    static Node node(Row row) {
        return new Node(
                new NodeId(row.uuid("id")),
                row.uuid("org_id"),
                Words.parse(Node.Kind.class, row.text("kind")),
                row.findUuid("parent_id").map(NodeId::new),
                row.findUuid("subject_id"),
                row.text("name"),
                row.integer("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
