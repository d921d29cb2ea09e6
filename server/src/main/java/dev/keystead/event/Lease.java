package dev.keystead.event;

import dev.keystead.tenancy.Database;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The right of one worker to hand on the events of a workspace, for a while.
final class Lease implements AutoCloseable {
    /// A worker that dies leaves its workspaces to the others after that.
    static final Duration LENGTH = Duration.ofSeconds(30);

    /// How much must be left for another round to begin, which is longer than a round lasts.
    private static final Duration LEAST = Duration.ofSeconds(15);

    private final Database worker;
    private final UUID tenant;
    private final UUID holder;
    private final Clock clock;
    private long endsAt;

    private Lease(Database worker, UUID tenant, UUID holder, Clock clock, long endsAt) {
        this.worker = worker;
        this.tenant = tenant;
        this.holder = holder;
        this.clock = clock;
        this.endsAt = endsAt;
    }

    /// Takes the lease; nothing when another worker has it.
    ///
    /// @param clock the database's
    static Optional<Lease> take(Database worker, UUID tenant, Clock clock) {
        UUID holder = UUID.randomUUID();
        // Counted from before the question, so that it ends here no later than in the database.
        long endsAt = System.nanoTime() + LENGTH.toNanos();
        Instant now = clock.instant();
        return worker.<Optional<UUID>>write(transaction -> transaction.find(
                        LeaseStore.LEASE_TAKE,
                        p -> p.uuid(tenant)
                                .uuid(holder)
                                .instant(now.plus(LENGTH))
                                .instant(now)))
                .map(_ -> new Lease(worker, tenant, holder, clock, endsAt));
    }

    /// Whether enough of it is left, or could be had again, for another round.
    boolean lasts() {
        if (endsAt - System.nanoTime() > LEAST.toNanos()) {
            return true;
        }
        long renewedEnd = System.nanoTime() + LENGTH.toNanos();
        boolean renewed = worker.write(transaction -> transaction.update(
                        LeaseStore.LEASE_RENEW,
                        p -> p.instant(clock.instant().plus(LENGTH))
                                .uuid(holder)
                                .uuid(tenant))
                == 1);
        endsAt = renewed ? renewedEnd : endsAt;
        return renewed;
    }

    @Override
    public void close() {
        worker.write(transaction ->
                transaction.update(LeaseStore.LEASE_RELEASE, p -> p.uuid(holder).uuid(tenant)));
    }
}
