package dev.keystead.node;

import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.util.List;

/// The statements that walk the tree, each in one round trip.
///
/// The rules keep the tree shallow; the bound on steps only makes sure that a walk ends, whatever is stored.
final class TreeStore {
    /// From a node to its organisation's node. The walk begins in the workspace in scope and leaves it at the top only,
    /// so it meets no node of another workspace.
    static final Query<Node> ANCESTORS = Query.org("node.tree.ancestors", """
            with recursive up as (
                select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at, 0 as step
                from identity.nodes
                where id = ?
                  and tenant_id = ?
                  and org_id = ?
                union all
                select n.id, n.org_id, n.kind, n.parent_id, n.subject_id, n.name, n.version, n.created_at,
                    n.updated_at, up.step + 1
                from up
                join identity.nodes n on n.id = up.parent_id
                where n.org_id = ?
                  and up.step < 40
            )
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at
            from up
            order by step""", NodeStore::node);

    /// The node and what it stands under, up to the workspace's node.
    static final Query<NodeId> PATH = Query.tenant("node.tree.path", """
            with recursive up as (
                select id, parent_id, 0 as step
                from identity.nodes
                where id = ?
                  and tenant_id = ?
                union all
                select n.id, n.parent_id, up.step + 1
                from up
                join identity.nodes n on n.id = up.parent_id
                where n.tenant_id = ?
                  and up.step < 40
            )
            select id
            from up
            order by step""", row -> new NodeId(row.uuid("id")));

    /// How many levels the node and what stands under it have.
    static final Query<Integer> HEIGHT = Query.tenant("node.tree.height", """
            with recursive down as (
                select id, 1 as level
                from identity.nodes
                where id = ?
                  and tenant_id = ?
                union all
                select n.id, down.level + 1
                from down
                join identity.nodes n on n.parent_id = down.id
                where n.tenant_id = ?
                  and down.level < 40
            )
            select coalesce(max(level), 0) as height
            from down""", row -> row.integer("height"));

    /// The node and what stands under it, breadth first.
    static final Query<Placed> SUBTREE =
            Query.tenant("node.tree.subtree", """
            with recursive down as (
                select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at, 0 as level
                from identity.nodes
                where id = ?
                  and tenant_id = ?
                union all
                select n.id, n.org_id, n.kind, n.parent_id, n.subject_id, n.name, n.version, n.created_at,
                    n.updated_at, down.level + 1
                from down
                join identity.nodes n on n.parent_id = down.id
                where n.tenant_id = ?
                  and down.level < ?
            )
            select id, org_id, kind, parent_id, subject_id, name, version, created_at, updated_at, level
            from down
            where (level, id) > (?, ?)
            order by level, id
            limit ?""", row -> new Placed(row.integer("level"), NodeStore.node(row)));

    private final Database database;

    TreeStore(Database database) {
        this.database = database;
    }

    List<Node> ancestors(NodeId id) {
        return database.list(ANCESTORS, p -> p.id(id).scope(Axis.TENANT).scope().scope());
    }

    List<NodeId> path(Transaction transaction, NodeId id) {
        return transaction.list(PATH, p -> p.id(id).scope().scope());
    }

    int height(Transaction transaction, NodeId id) {
        return transaction.find(HEIGHT, p -> p.id(id).scope().scope()).orElseThrow();
    }

    List<Placed> subtree(NodeId id, int depth, Place after, int limit) {
        return database.list(
                SUBTREE,
                p -> p.id(id)
                        .scope()
                        .scope()
                        .integer(depth)
                        .integer(after.level())
                        .uuid(after.id())
                        .integer(limit));
    }
}
