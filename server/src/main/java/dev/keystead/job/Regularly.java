package dev.keystead.job;

import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/// Some time after the end of the run before. First runs are spread, so that not everything begins at once.
///
/// @param stopping whether this node stops: what it gave up is due at once, for another node or for the next start
record Regularly(Duration every, Duration spread, BooleanSupplier stopping) implements Schedule {
    @Override
    public Instant getNextExecutionTime(ExecutionComplete run) {
        return stopping.getAsBoolean() ? run.getTimeDone() : run.getTimeDone().plus(every);
    }

    @Override
    public Instant getInitialExecutionTime(Instant now) {
        long longest = Math.max(1, Math.min(every.toMillis(), spread.toMillis()));
        return now.plusMillis(ThreadLocalRandom.current().nextLong(longest));
    }

    @Override
    public boolean isDeterministic() {
        return false;
    }
}
