package dev.keystead.job;

import dev.keystead.job.JobStore.Planned;
import dev.keystead.job.JobStore.Run;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The jobs of the installation as its operators see them: when they ran and will run, and what became of it.
public final class Timetable {
    private final JobStore store;
    private final List<Job> jobs;
    private final Clock clock;

    /// @param jobs those that this release knows
    /// @param clock the database's, by which turns are told
    public Timetable(Database database, List<Job> jobs, Clock clock) {
        this.store = new JobStore(database);
        this.jobs = jobs;
        this.clock = clock;
    }

    /// Every job of this release.
    public List<JobView> list() {
        return list(jobs);
    }

    Optional<JobView> find(String name) {
        return list(jobs.stream().filter(job -> job.name().equals(name)).toList()).stream()
                .findFirst();
    }

    private List<JobView> list(List<Job> wanted) {
        List<String> names = wanted.stream().map(Job::name).toList();
        Map<String, Planned> planned =
                store.list(names).stream().collect(Collectors.toMap(Planned::name, Function.identity()));
        Map<String, Run> last = store.runs(names).stream()
                .filter(run -> run.endedAt().isPresent())
                .collect(Collectors.toMap(Run::job, Function.identity(), (newest, _) -> newest));
        return wanted.stream()
                .map(job -> JobView.of(
                        job, Optional.ofNullable(planned.get(job.name())), Optional.ofNullable(last.get(job.name()))))
                .toList();
    }

    /// Lets a job come next; the first node that looks runs it.
    ///
    /// @return false when it runs at this moment or is due already
    public boolean hurry(Transaction transaction, String name) {
        return store.hurry(transaction, name, clock.instant());
    }

    /// Whether this release knows the job.
    public boolean knows(String name) {
        return jobs.stream().anyMatch(job -> job.name().equals(name));
    }
}
