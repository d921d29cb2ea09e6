package dev.keystead.trust;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The statements on how far the parts of a recomputation are. All are the worker's, which names the
/// workspace it works for.
final class ShardStore {
    static final int SHARDS = 256;

    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String WHY = "scores are recomputed by background work";

    /// A round that is not finished goes on; a new one begins when nothing is left to do.
    static final Command ROUND_OPEN = Command.crossTenant("trust.shard.open", WHY, """
            insert into identity.trust_shards (shard, begun_at, place, people, tenant_id)
            select n, ?, cast(? as uuid), 0, cast(? as uuid)
            from generate_series(0, ? - 1) n
            where not exists (
                select from identity.trust_shards t
                where t.done_at is null
                  and t.tenant_id = ?)
            on conflict (tenant_id, shard) do update
            set begun_at = excluded.begun_at, place = excluded.place, people = 0, done_at = null""");

    /// Nobody else works on it until this transaction ends; what others work on is passed over.
    static final Query<Shard> SHARD_CLAIM =
            Query.crossTenant("trust.shard.claim", WHY, """
            select shard, place
            from identity.trust_shards
            where done_at is null
              and tenant_id = ?
            order by shard
            limit 1
            for update skip locked""", row -> new Shard(row.integer("shard"), row.uuid("place")));

    static final Command SHARD_ADVANCE = Command.crossTenant("trust.shard.advance", WHY, """
            update identity.trust_shards
            set place = ?, people = people + ?, done_at = ?
            where shard = ?
              and tenant_id = ?""");

    private ShardStore() {}

    /// A part that is not done.
    ///
    /// @param place the last person who was done
    record Shard(int number, UUID place) {}

    static int open(Transaction transaction, UUID tenant, Instant now) {
        return transaction.update(
                ROUND_OPEN,
                p -> p.instant(now)
                        .uuid(BEFORE_ALL)
                        .uuid(tenant)
                        .integer(SHARDS)
                        .uuid(tenant));
    }

    static Optional<Shard> claim(Transaction transaction, UUID tenant) {
        return transaction.find(SHARD_CLAIM, p -> p.uuid(tenant));
    }

    /// @param doneAt nothing as long as there may be more
    static void advance(
            Transaction transaction, UUID tenant, Shard shard, UUID place, int people, Optional<Instant> doneAt) {
        transaction.atCommit(
                SHARD_ADVANCE,
                p -> p.uuid(place)
                        .integer(people)
                        .instant(doneAt.orElse(null))
                        .integer(shard.number())
                        .uuid(tenant));
    }
}
