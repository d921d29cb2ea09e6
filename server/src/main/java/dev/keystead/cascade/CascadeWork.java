package dev.keystead.cascade;

import dev.keystead.cascade.Cascades.Step;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.platform.log.Printable;
import dev.keystead.platform.log.Redaction;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/// Does what cascades have to do. A revocation hurries the job, so that it begins within seconds; whatever
/// a node left that died is found by the next one.
public final class CascadeWork {
    /// What the timetable calls the job.
    public static final String JOB = "cascade";

    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final int NOTE_CHARACTERS = 500;
    private static final int RESTS = 2;
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
    /// how many. A cascade whose batch fails waits for the next run, and keeps no other from going on.
    private long run() {
        var parts = new Parts();
        var stuck = new HashSet<CascadeJobId>();
        long batches = 0;
        long before = -1;
        while (batches > before) {
            before = batches;
            for (CascadeJobId job : due()) {
                if (Thread.currentThread().isInterrupted()) {
                    return batches;
                }
                if (!stuck.contains(job)) {
                    batches += parts.attempt(() -> restingAfter(job, stuck));
                }
            }
        }
        parts.throwIfAnyFailed();
        return batches;
    }

    /// After a batch, which is short, it rests twice as long as that took: whoever signs in meanwhile finds a
    /// processor and a database that are free two thirds of the time.
    private int restingAfter(CascadeJobId job, Set<CascadeJobId> stuck) {
        long began = System.nanoTime();
        Step step;
        try {
            step = step(job);
        } catch (RuntimeException e) {
            stuck.add(job);
            noteFailure(job, e);
            throw e;
        }
        LockSupport.parkNanos(Math.min(LONGEST_REST.toNanos(), RESTS * (System.nanoTime() - began)));
        return step == Step.NOT_MINE ? 0 : 1;
    }

    /// A node that is being stopped in the middle of a batch says nothing about the cascade.
    private void noteFailure(CascadeJobId job, RuntimeException failure) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        String line = failure.toString().lines().findFirst().orElse("unknown");
        String why = Printable.line(Redaction.mask(line), NOTE_CHARACTERS);
        try {
            scope.call(() -> database.write(transaction -> cascades.failed(transaction, job, why)));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private List<CascadeJobId> due() {
        return scope.call(jobs::due);
    }

    /// One batch.
    Step step(CascadeJobId job) {
        return scope.call(() -> database.write(transaction -> cascades.step(transaction, job)));
    }
}
