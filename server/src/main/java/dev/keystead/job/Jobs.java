package dev.keystead.job;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.log.Printable;
import dev.keystead.platform.log.Redaction;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the jobs of the installation whose turn it is and that no other node runs.
///
/// The timetable is in the database: of all nodes one gets each turn. A node that dies leaves its run to the
/// others once it has been silent for some heartbeats.
public final class Jobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final Duration LAST_RUN_LIMIT = Duration.ofSeconds(10);
    private static final int HEARTBEATS_MISSED = 4;
    private static final int ERROR_CHARACTERS = 250;

    private final JobStore store;
    private final String node;
    private final Metrics metrics;
    private final Clock clock;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService housekeeper = Executors.newScheduledThreadPool(
            3, Thread.ofPlatform().name("jobs-housekeeper-", 0).factory());
    private final Scheduler scheduler;
    private volatile boolean closed;

    private Jobs(List<Job> timetable, Place place) {
        this.store = new JobStore(place.storage().worker());
        this.node = place.node();
        this.metrics = place.metrics();
        this.clock = place.storage().clock();
        Pace pace = place.pace();
        List<RecurringTask<Void>> tasks =
                timetable.stream().map(job -> task(job, pace)).toList();
        // A thread for each: a job that hangs holds up no other.
        int threads = Math.max(1, tasks.size());
        this.scheduler = place.storage()
                .scheduler()
                .startTasks(tasks)
                .schedulerName(new SchedulerName.Fixed(node))
                .threads(threads)
                .executorService(Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().name("job-", 0).factory()))
                .housekeeperExecutor(housekeeper)
                .pollingInterval(pace.look())
                .heartbeatInterval(pace.heartbeat())
                .missedHeartbeatsLimit(HEARTBEATS_MISSED)
                .serializer(new NoData())
                .failureLogging(LogLevel.OFF, false)
                .shutdownMaxWait(LAST_RUN_LIMIT)
                .build();
    }

    /// Where jobs run.
    ///
    /// @param node what this process is called among the nodes
    public record Place(Storage storage, String node, Metrics metrics, Pace pace) {}

    /// How often a node looks for its turn, and says that it is alive.
    ///
    /// @param spread over how long the first runs of a new installation are spread
    public record Pace(Duration look, Duration heartbeat, Duration spread) {
        /// Soon enough for a person who waits, seldom enough for a database.
        public static final Pace USUAL = new Pace(Duration.ofSeconds(2), Duration.ofSeconds(15), Duration.ofMinutes(1));
    }

    /// Begins to take turns.
    public static Jobs start(List<Job> timetable, Place place) {
        var jobs = new Jobs(timetable, place);
        jobs.scheduler.start();
        long often = place.pace().heartbeat().toMillis();
        var _ = jobs.housekeeper.scheduleWithFixedDelay(
                () -> jobs.pullIn(timetable), often, often, TimeUnit.MILLISECONDS);
        return jobs;
    }

    private RecurringTask<Void> task(Job job, Pace pace) {
        var timetable = new Regularly(job.every(), pace.spread(), () -> closed);
        return Tasks.recurring(job.name(), timetable)
                .onFailure((run, turn) -> {
                    if (run.getCause().filter(NodeStops.class::isInstance).isPresent()) {
                        record(() -> store.giveBack(job.name(), node));
                    } else {
                        turn.reschedule(run, timetable.getNextExecutionTime(run));
                    }
                })
                .execute((_, _) -> take(job));
    }

    /// Tells the scheduler that a turn was not taken: it has neither been done nor failed.
    private static final class NodeStops extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /// Runs a job, unless this node is about to stop. Closing interrupts the run; what is written down about it
    /// afterwards must not be.
    private void take(Job job) {
        running.add(Thread.currentThread());
        try {
            if (closed) {
                throw new NodeStops();
            }
            attempt(job);
        } finally {
            running.remove(Thread.currentThread());
            Thread.interrupted();
        }
    }

    private void attempt(Job job) {
        UUID run = UuidV7.at(clock.instant());
        long began = System.nanoTime();
        record(() -> store.begin(job.name(), run, node, clock.instant()));
        try {
            long rows = job.run().run();
            Thread.interrupted();
            metrics.job(job.name(), "done", Duration.ofNanos(System.nanoTime() - began), rows);
            record(() -> store.done(job.name(), run, rows, clock.instant()));
            if (rows > 0) {
                LOG.atInfo()
                        .addKeyValue("job", job.name())
                        .addKeyValue("rows", rows)
                        .log("job done");
            }
        } catch (Throwable e) {
            // Errors too: a class that cannot be loaded must be seen in the list of jobs.
            Thread.interrupted();
            metrics.job(job.name(), "failed", Duration.ofNanos(System.nanoTime() - began), 0);
            record(() -> store.failed(job.name(), run, sentence(e), clock.instant()));
            LOG.atWarn().addKeyValue("job", job.name()).setCause(e).log("job failed; it runs again later");
            throw new JobFailed(job.name(), e);
        }
    }

    /// A run that cannot be written down has been done all the same.
    private static void record(Runnable note) {
        try {
            note.run();
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("the run of a job could not be written down");
        }
    }

    private static String sentence(Throwable e) {
        String line = e.toString().lines().findFirst().orElse("unknown");
        return Printable.line(Redaction.mask(line), ERROR_CHARACTERS);
    }

    /// A turn can lie further ahead than a job's interval when the database's clock was wrong for a while. The job
    /// must not wait until that day.
    private void pullIn(List<Job> timetable) {
        record(() -> {
            Instant now = clock.instant();
            for (Job job : timetable) {
                Instant furthest = now.plus(job.every().multipliedBy(2));
                if (store.pullIn(job.name(), now.plus(job.every()), furthest)) {
                    LOG.atWarn().addKeyValue("job", job.name()).log("the next run was too far ahead; it is nearer now");
                }
            }
        });
    }

    /// Ends the runs under way at their next batch, and leaves the rest to other nodes.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        scheduler.pause();
        running.forEach(Thread::interrupt);
        scheduler.stop();
    }
}
