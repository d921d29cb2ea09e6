package dev.keystead.invite;

import dev.keystead.directory.UserId;
import dev.keystead.invite.Lineage.Arrival;
import dev.keystead.invite.Lineage.Edge;
import dev.keystead.invite.Lineage.Kin;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on lineage. None of them changes or removes an edge.
final class LineageStore {
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    static final Command EDGE_INSERT = Command.tenant("invite.edge.insert", """
            insert into identity.invite_chain_edges
                (invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?)""");

    static final Query<Place> EDGE_PLACE =
            Query.tenant("invite.edge.place", """
            select depth, path
            from identity.invite_chain_edges
            where invitee_id = ?
              and tenant_id = ?""", row -> new Place(row.integer("depth"), Ids.of(row.bytes("path"))));

    static final Query<Edge> EDGES_FIND = Query.tenant("invite.edge.find-all", """
            select invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at
            from identity.invite_chain_edges
            where invitee_id = any(?)
              and tenant_id = ?""", LineageStore::edge);

    /// People of a line. Staff are those who run the installation (000). Of somebody who is deleted, or erased,
    /// only that they were revoked is left: going away must not open a branch again.
    static final Query<Somebody> SOMEBODIES_FIND = Query.tenant("invite.edge.somebodies", """
            select line.id, u.handle,
                case
                    when u.id is not null then u.status = 'suspended'
                    else exists (
                        select
                        from identity.invite_revocations r
                        where r.invitee_id = line.id
                          and r.reversed_at is null
                          and r.tenant_id = ?)
                end as suspended,
                u.id is not null and exists (
                    select
                    from identity.workspace_members m
                    where m.user_id = u.id
                      and m.affiliation = 'staff'
                      and m.role in ('owner', 'admin')
                      and m.left_at is null
                      and m.tenant_id = ?) as staff
            from unnest(cast(? as uuid[])) as line (id)
            left join identity.users u
                on u.id = line.id and u.status <> 'deactivated' and u.tenant_id = ?""", LineageStore::somebody);

    /// Nobody of a line is suspended before the transaction ends: whoever wants to waits, and then sees who came by
    /// it meanwhile. In the order in which those who suspend lock them.
    static final Query<UserId> LINE_HOLD =
            Query.tenant("invite.edge.hold-line", """
            select id
            from identity.users
            where id = any(?)
              and tenant_id = ?
            order by id
            for share""", row -> new UserId(row.uuid("id")));

    /// One generation of what lies below somebody: a walk along the index from one path to another.
    static final Query<Kin> EDGES_BELOW =
            Query.tenant("invite.edge.below", """
            select e.invitee_id, e.inviter_id, e.invite_id, e.depth, e.issued_at, e.redeemed_at,
                e.generation - ? as distance, u.handle
            from identity.invite_chain_edges e
            left join identity.users u on u.id = e.invitee_id and u.status <> 'deactivated' and u.tenant_id = ?
            where e.generation = ?
              and e.path > ?
              and e.path < ?
              and e.tenant_id = ?
            order by e.path
            limit ?""", row -> kin(row, row.integer("distance")));

    static final Query<Kin> EDGES_OF = Query.tenant("invite.edge.list-of", """
            select e.invitee_id, e.inviter_id, e.invite_id, e.depth, e.issued_at, e.redeemed_at, u.handle
            from identity.invite_chain_edges e
            left join identity.users u on u.id = e.invitee_id and u.status <> 'deactivated' and u.tenant_id = ?
            where e.inviter_id = ?
              and e.invitee_id > ?
              and e.tenant_id = ?
            order by e.invitee_id
            limit ?""", row -> kin(row, 1));

    /// The same of some people at once.
    static final Query<Kin> EDGES_OF_SOME = Query.tenant("invite.edge.list-of-some", """
            select child.invitee_id, child.inviter_id, child.invite_id, child.depth, child.issued_at, child.redeemed_at,
                u.handle
            from unnest(cast(? as uuid[])) as parent (id)
            cross join lateral (
                select e.invitee_id, e.inviter_id, e.invite_id, e.depth, e.issued_at, e.redeemed_at
                from identity.invite_chain_edges e
                where e.inviter_id = parent.id
                  and e.tenant_id = ?
                order by e.invitee_id
                limit ?) child
            left join identity.users u on u.id = child.invitee_id and u.status <> 'deactivated' and u.tenant_id = ?
            order by child.inviter_id, child.invitee_id""", row -> kin(row, 1));

    private final Database database;

    LineageStore(Database database) {
        this.database = database;
    }

    /// Where somebody who was invited stands.
    ///
    /// @param depth how far from the nearest of the staff
    record Place(int depth, Ids path) {}

    /// Somebody's ancestors from the top and they themselves, as the database keeps them: 16 bytes each.
    record Ids(List<UUID> all) {
        private static final int BYTES = 16;

        /// Of somebody whom nobody invited.
        static Ids of(UserId alone) {
            return new Ids(List.of(alone.value()));
        }

        static Ids of(byte[] path) {
            var all = new ArrayList<UUID>();
            ByteBuffer rest = ByteBuffer.wrap(path);
            while (rest.hasRemaining()) {
                all.add(new UUID(rest.getLong(), rest.getLong()));
            }
            return new Ids(List.copyOf(all));
        }

        int generation() {
            return all.size() - 1;
        }

        byte[] bytes() {
            ByteBuffer path = ByteBuffer.allocate(BYTES * all.size());
            all.forEach(id -> path.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
            return path.array();
        }

        /// The first of all paths that come after this one and do not begin like it.
        byte[] end() {
            byte[] end = bytes();
            int at = end.length - 1;
            while (at >= 0 && ++end[at] == 0) {
                at--;
            }
            return end;
        }
    }

    /// Somebody in a line.
    ///
    /// @param suspended or revoked, of somebody who is gone
    record Somebody(UUID id, Optional<String> handle, boolean suspended, boolean staff) {}

    void insert(Transaction transaction, Edge edge) {
        transaction.update(
                EDGE_INSERT,
                p -> p.id(edge.invitee())
                        .id(edge.inviter())
                        .id(edge.invite())
                        .integer(edge.depth())
                        .instant(edge.arrival().issuedAt())
                        .instant(edge.arrival().redeemedAt()));
    }

    /// Nothing for somebody whom nobody invited.
    Optional<Place> place(UserId user) {
        return database.find(EDGE_PLACE, p -> p.id(user));
    }

    Optional<Place> place(Transaction transaction, UserId user) {
        return transaction.find(EDGE_PLACE, p -> p.id(user));
    }

    List<Somebody> somebodies(List<UUID> people) {
        return database.list(
                SOMEBODIES_FIND, p -> p.scope().scope().uuids(people, id -> id).scope());
    }

    List<Somebody> somebodies(Transaction transaction, List<UUID> people) {
        return transaction.list(
                SOMEBODIES_FIND, p -> p.scope().scope().uuids(people, id -> id).scope());
    }

    void hold(Transaction transaction, List<UUID> people) {
        transaction.list(LINE_HOLD, p -> p.uuids(people, id -> id));
    }

    List<Edge> edges(List<UUID> people) {
        return database.list(EDGES_FIND, p -> p.uuids(people, id -> id));
    }

    /// One generation below somebody.
    ///
    /// @param after the path of the last one seen, or that of the somebody
    List<Kin> below(Ids somebody, int generation, Ids after, int limit) {
        return database.list(
                EDGES_BELOW,
                p -> p.integer(somebody.generation())
                        .scope()
                        .integer(generation)
                        .bytes(after.bytes())
                        .bytes(somebody.end())
                        .scope()
                        .integer(limit));
    }

    List<Kin> children(UserId user, Optional<UserId> after, int limit) {
        return database.list(
                EDGES_OF,
                p -> p.scope()
                        .id(user)
                        .uuid(after.map(UserId::value).orElse(BEFORE_ALL))
                        .scope()
                        .integer(limit));
    }

    List<Kin> children(List<UserId> users, int limit) {
        return database.list(
                EDGES_OF_SOME,
                p -> p.uuids(users, UserId::value).scope().integer(limit).scope());
    }

    private static Kin kin(Row row, int distance) {
        return new Kin(new UserId(row.uuid("invitee_id")), distance, row.findText("handle"), Optional.of(edge(row)));
    }

    private static Edge edge(Row row) {
        return new Edge(
                new UserId(row.uuid("invitee_id")),
                new UserId(row.uuid("inviter_id")),
                new InviteId(row.uuid("invite_id")),
                row.integer("depth"),
                new Arrival(row.instant("issued_at"), row.instant("redeemed_at")));
    }

    private static Somebody somebody(Row row) {
        return new Somebody(row.uuid("id"), row.findText("handle"), row.flag("suspended"), row.flag("staff"));
    }
}
