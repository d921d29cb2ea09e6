package dev.keystead.job;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the jobs of this node, one after the other.
public final class Jobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final Duration LAST_RUN_LIMIT = Duration.ofSeconds(10);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("jobs").factory());

    private Jobs() {}

    /// Starts the timetable. First runs are spread over a job's interval, so that nodes do not all work at once.
    public static Jobs start(List<Job> timetable) {
        var jobs = new Jobs();
        for (Job job : timetable) {
            long every = job.every().toMillis();
            long first = ThreadLocalRandom.current().nextLong(Math.min(every, 60_000)) + 1_000;
            var _ = jobs.timer.scheduleWithFixedDelay(() -> attempt(job), first, every, TimeUnit.MILLISECONDS);
        }
        return jobs;
    }

    /// A failed run must not end the timetable: the next one tries again.
    private static void attempt(Job job) {
        try {
            long rows = job.run().run();
            if (rows > 0) {
                LOG.atInfo()
                        .addKeyValue("job", job.name())
                        .addKeyValue("rows", rows)
                        .log("job done");
            }
        } catch (Throwable e) {
            // Errors too: the timer would drop a job that throws one, without a word.
            LOG.atWarn().addKeyValue("job", job.name()).setCause(e).log("job failed; it runs again later");
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(LAST_RUN_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("a job did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
