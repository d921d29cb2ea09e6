package dev.keystead.job;

import dev.keystead.job.JobStore.Planned;
import dev.keystead.job.JobStore.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A job as operators see it.
///
/// @param runningOn the node that runs it now
/// @param lastRunAt when its last run that ended began
/// @param rows how many rows that run touched
/// @param error why that run failed
/// @param nextRunAt unknown as long as no node with the worker's role has been started
public record JobView(
        String name,
        long everySeconds,
        @Nullable String runningOn,
        @Nullable Instant lastRunAt,
        @Nullable Long tookMilliseconds,
        @Nullable Long rows,
        @Nullable String error,
        @Nullable String node,
        @Nullable Instant nextRunAt) {
    static JobView of(Job job, Optional<Planned> planned, Optional<Run> last) {
        return new JobView(
                job.name(),
                job.every().toSeconds(),
                planned.filter(Planned::picked).flatMap(Planned::pickedBy).orElse(null),
                last.map(Run::startedAt).orElse(null),
                last.map(JobView::took).orElse(null),
                last.filter(run -> run.error().isEmpty()).map(Run::rows).orElse(null),
                last.flatMap(Run::error).orElse(null),
                last.map(Run::node).orElse(null),
                planned.map(Planned::dueAt).orElse(null));
    }

    private static long took(Run run) {
        return Duration.between(run.startedAt(), run.endedAt().orElse(run.startedAt()))
                .toMillis();
    }
}
