package dev.keystead.cascade;

import dev.keystead.cascade.Cascades.Step;
import dev.keystead.job.Job;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/// Does what cascades have to do. A revocation hurries the job, so that it begins within seconds; whatever
/// a node left that died is found by the next one.
public final class CascadeWork {
    /// What the timetable calls the job.
    public static final String JOB = "cascade";

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final Database database;
    private final CascadeJobStore jobs;
    private final Cascades cascades;
    private final Scope scope;

    /// @param tenant whose people have lineage
    CascadeWork(Database database, CascadeJobStore jobs, Cascades cascades, UUID tenant) {
        this.database = database;
        this.jobs = jobs;
        this.cascades = cascades;
        this.scope = Scope.tenant(tenant);
    }

    public Job job() {
        return new Job(JOB, EVERY, this::run);
    }

    /// Does batches of all cascades in turn until nothing is left that no other node works on, and answers
    /// how many.
    private long run() {
        long batches = 0;
        long before = -1;
        while (batches > before) {
            before = batches;
            for (CascadeJobId job : due()) {
                if (Thread.currentThread().isInterrupted()) {
                    return batches;
                }
                batches += restingAfter(job);
            }
        }
        return batches;
    }

    /// After a batch it rests as long as that took: whoever signs in meanwhile finds a processor and a
    /// database that are free half of the time.
    private int restingAfter(CascadeJobId job) {
        long began = System.nanoTime();
        Step step = step(job);
        LockSupport.parkNanos(Math.min(LONGEST_REST.toNanos(), System.nanoTime() - began));
        return step == Step.NOT_MINE ? 0 : 1;
    }

    private List<CascadeJobId> due() {
        return scope.call(jobs::due);
    }

    /// One batch.
    Step step(CascadeJobId job) {
        return scope.call(() -> database.write(transaction -> cascades.step(transaction, job)));
    }
}
