package dev.keystead.audit.chain;

import dev.keystead.audit.Trail;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on checkpoints: those of the worker, which signs for all workspaces, and those of the tenant
/// in scope.
final class CheckpointStore {
    private static final String WHY = "one worker signs checkpoints for all workspaces";
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    static final Query<ChainHead> HEADS_MOVED = Query.crossTenant("audit.head.moved", WHY, """
            select tenant_id, trail, size, hash, sealed_at, checkpoint_size
            from audit.chain_heads
            where size > checkpoint_size
              and (tenant_id, trail) > (?, ?)
            order by tenant_id, trail
            limit ?""", SealStore::head);

    /// A chain whose head is gone is known by what was signed about it.
    static final Query<UUID> TENANTS_LIST = Query.crossTenant(
            "audit.head.tenants",
            "an operator verifies the chains of all workspaces",
            """
            select tenant_id
            from (
                (select distinct tenant_id
                 from audit.chain_heads
                 where tenant_id > ?
                 order by tenant_id
                 limit ?)
                union
                (select distinct tenant_id
                 from audit.checkpoints
                 where tenant_id > ?
                 order by tenant_id
                 limit ?)) as known
            order by tenant_id
            limit ?""",
            row -> row.uuid("tenant_id"));

    static final Command CHECKPOINT_INSERT = Command.crossTenant("audit.checkpoint.insert", WHY, """
            insert into audit.checkpoints (id, trail, size, hash, kind, note, created_at, tenant_id)
            values (?, ?, ?, ?, ?, ?, ?, ?)""");

    static final Command HEAD_COVER = Command.crossTenant("audit.head.cover", WHY, """
            update audit.chain_heads
            set checkpoint_size = ?
            where tenant_id = ?
              and trail = ?
              and checkpoint_size < ?""");

    static final Query<Kept> CHECKPOINTS_LIST = Query.tenant("audit.checkpoint.list", """
            select id, trail, size, hash, kind, note, created_at
            from audit.checkpoints
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", CheckpointStore::kept);

    static final Query<Kept> CHECKPOINTS_OF_CHAIN =
            Query.tenant("audit.checkpoint.list-of-chain", """
            select id, trail, size, hash, kind, note, created_at
            from audit.checkpoints
            where trail = ?
              and size >= ?
              and tenant_id = ?
            order by size, id""", CheckpointStore::kept);

    private final Database database;

    CheckpointStore(Database database) {
        this.database = database;
    }

    /// A checkpoint as it is kept.
    record Kept(CheckpointId id, Trail trail, long size, String hash, String kind, String note, Instant createdAt) {}

    /// Chains that moved since their last checkpoint, after one of them.
    List<ChainHead> moved(UUID tenant, String trail, int most) {
        return database.list(HEADS_MOVED, p -> p.uuid(tenant).text(trail).integer(most));
    }

    List<UUID> tenants(UUID after, int most) {
        return database.list(
                TENANTS_LIST,
                p -> p.uuid(after).integer(most).uuid(after).integer(most).integer(most));
    }

    void insert(Transaction transaction, ChainId chain, CheckpointId id, Checkpoint.Signed signed) {
        Checkpoint said = signed.checkpoint();
        transaction.update(
                CHECKPOINT_INSERT,
                p -> p.id(id)
                        .text(chain.trail().word())
                        .number(said.size())
                        .text(said.hash())
                        .text(Words.of(said.kind()))
                        .text(signed.note())
                        .instant(said.at())
                        .uuid(chain.tenant()));
        transaction.atCommit(
                HEAD_COVER,
                p -> p.number(said.size())
                        .uuid(chain.tenant())
                        .text(chain.trail().word())
                        .number(said.size()));
    }

    /// The checkpoints of the tenant in scope, newest first.
    List<Kept> list(Optional<UUID> before, int most) {
        return database.list(
                CHECKPOINTS_LIST, p -> p.uuid(before.orElse(AFTER_ALL)).scope().integer(most));
    }

    /// The checkpoints of a chain that cover at least so many rows, the smallest first.
    List<Kept> listOfChain(Trail trail, long atLeast) {
        return database.list(CHECKPOINTS_OF_CHAIN, p -> p.text(trail.word()).number(atLeast));
    }

    private static Kept kept(Row row) {
        return new Kept(
                new CheckpointId(row.uuid("id")),
                Trail.ofWord(row.text("trail")),
                row.number("size"),
                row.text("hash"),
                row.text("kind"),
                row.text("note"),
                row.instant("created_at"));
    }
}
