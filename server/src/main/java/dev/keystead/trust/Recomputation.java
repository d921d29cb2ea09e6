package dev.keystead.trust;

import dev.keystead.job.Bell;
import dev.keystead.job.Job;
import dev.keystead.job.Lookout;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.trust.ShardStore.Shard;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/// Computes the scores of everybody once a day, in 256 parts.
///
/// The job opens a round; every node that has the worker's role sees it and takes part until no part is
/// left. A part belongs to whoever has locked its row for one batch, so that nothing is left over when a
/// node dies: the lock goes with its connection.
public final class Recomputation implements AutoCloseable {
    static final int BATCH = 500;

    private static final Duration EVERY = Duration.ofDays(1);

    private final Database worker;
    private final Trust trust;
    private final UUID tenant;
    private final Clock clock;
    private final Bell bell = new Bell();
    private final Lookout lookout = new Lookout("trust", bell, stopping -> {
        var _ = work(stopping);
    });

    /// @param tenant whose people have scores
    public Recomputation(Database worker, Trust trust, UUID tenant, Clock clock) {
        this.worker = worker;
        this.trust = trust;
        this.tenant = tenant;
        this.clock = clock;
    }

    public Job job() {
        return new Job("trust", EVERY, this::run);
    }

    /// Takes part in rounds that any node opens.
    public void start() {
        lookout.start();
    }

    /// Opens a round and works on it until nothing is left that no other node works on. Answers how many
    /// people were done here.
    public long run() {
        open();
        bell.ring();
        return work(() -> Thread.currentThread().isInterrupted());
    }

    void open() {
        Instant now = clock.instant();
        worker.write(transaction -> ShardStore.open(transaction, tenant, now));
    }

    private long work(BooleanSupplier stopping) {
        long people = 0;
        while (!stopping.getAsBoolean()) {
            OptionalInt done = step();
            if (done.isEmpty()) {
                return people;
            }
            people += done.getAsInt();
        }
        return people;
    }

    /// Does one batch of a part that nobody works on, and answers how many people it had; nothing when
    /// there is none.
    OptionalInt step() {
        return Scope.tenant(tenant)
                .call(() -> worker.write(transaction -> ShardStore.claim(transaction, tenant)
                        .map(shard -> OptionalInt.of(step(transaction, shard)))
                        .orElseGet(OptionalInt::empty)));
    }

    private int step(Transaction transaction, Shard shard) {
        Trust.Batch batch = trust.recompute(transaction, shard.number(), shard.place(), BATCH);
        Optional<Instant> doneAt = batch.last().isEmpty() ? Optional.of(clock.instant()) : Optional.empty();
        ShardStore.advance(transaction, tenant, shard, batch.last().orElse(shard.place()), batch.people(), doneAt);
        return batch.people();
    }

    @Override
    public void close() {
        lookout.close();
    }
}
