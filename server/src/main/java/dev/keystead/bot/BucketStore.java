package dev.keystead.bot;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import java.time.Instant;

/// The statements on what machines may still ask for.
final class BucketStore {
    /// Fills the bucket by the time that passed, and takes what was wished out of it, or what there is. A row that
    /// is new was full. What is inserted says by `remaining` and `taken` together how much fits.
    static final Query<Share> BUCKET_TAKE = Query.tenant("bot.bucket.take", """
            insert into identity.bot_buckets as b (service_identity_id, remaining, taken, filled_at, tenant_id)
            values (?, ?, ?, ?, ?)
            on conflict (tenant_id, service_identity_id) do update
            set taken = least(excluded.taken, floor(least(excluded.remaining + excluded.taken,
                    b.remaining + greatest(0, extract(epoch from excluded.filled_at - b.filled_at)) * ?))),
                remaining = least(excluded.remaining + excluded.taken,
                    b.remaining + greatest(0, extract(epoch from excluded.filled_at - b.filled_at)) * ?)
                    - least(excluded.taken, floor(least(excluded.remaining + excluded.taken,
                        b.remaining + greatest(0, extract(epoch from excluded.filled_at - b.filled_at)) * ?))),
                filled_at = greatest(b.filled_at, excluded.filled_at)
            returning taken, floor(remaining * 1000000)::bigint as millionths""", BucketStore::share);

    /// Before the machines themselves, 30 days after their deletion.
    static final Command BUCKET_PURGE = Command.crossTenant(
            "bot.bucket.forget", "what deleted machines of all workspaces had left is removed together", """
            delete from identity.bot_buckets
            where (tenant_id, service_identity_id) in (
                select b.tenant_id, b.service_identity_id
                from (
                    select tenant_id, id
                    from identity.service_identities
                    where deleted_at < cast(? as timestamptz) - interval '30 days'
                    order by tenant_id, deleted_at
                    limit 1000) i
                cross join lateral (
                    select found.tenant_id, found.service_identity_id
                    from identity.bot_buckets found
                    where found.tenant_id = i.tenant_id
                      and found.service_identity_id = i.id
                    limit 1) b
                limit ?)""");

    private final Database database;

    BucketStore(Database database) {
        this.database = database;
    }

    /// What a node got.
    ///
    /// @param taken requests that it may let pass
    /// @param remaining what nobody has taken
    record Share(int taken, double remaining) {}

    /// Takes a share out of the bucket of a machine of the workspace in scope.
    ///
    /// @param burst how many fit into it
    Share take(ServiceIdentityId bot, int wanted, int perSecond, int burst, Instant now) {
        return database.write(transaction -> transaction
                .find(
                        BUCKET_TAKE,
                        p -> p.id(bot)
                                .integer(burst - wanted)
                                .integer(wanted)
                                .instant(now)
                                .scope()
                                .integer(perSecond)
                                .integer(perSecond)
                                .integer(perSecond))
                .orElseThrow());
    }

    private static Share share(Row row) {
        return new Share(row.integer("taken"), row.number("millionths") / 1e6);
    }
}
