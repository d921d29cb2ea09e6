package dev.keystead.job;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on the timetable and on the runs of jobs. The scheduling library has its own on the timetable.
final class JobStore {
    private static final String WHY = "jobs are the installation's own and belong to no workspace";

    /// How many runs of a job are kept.
    static final int RUNS_KEPT = 50;

    static final Query<Planned> JOB_LIST = Query.systemWide(
            "job.job.list",
            """
            select name, due_at, picked, picked_by
            from admin.jobs
            where name = any(?)""",
            row -> new Planned(row.text("name"), row.instant("due_at"), row.flag("picked"), row.findText("picked_by")));

    /// A job that no node has taken up yet is put on the timetable; one that runs or is due is left alone.
    static final Command JOB_HURRY = Command.systemWide("job.job.hurry", """
            insert into admin.jobs (name, instance, due_at, picked, version)
            values (?, 'recurring', ?, false, 1)
            on conflict (name, instance) do update
            set due_at = excluded.due_at
            where not jobs.picked
              and jobs.due_at > excluded.due_at""");

    static final Command JOB_PULL_IN = Command.crossTenant("job.job.pull-in", WHY, """
            update admin.jobs
            set due_at = ?
            where name = ?
              and not picked
              and due_at > ?""");

    static final Command JOB_GIVE_BACK = Command.crossTenant("job.job.give-back", WHY, """
            update admin.jobs
            set picked = false, picked_by = null, heartbeat_at = null, version = version + 1
            where name = ?
              and picked_by = ?""");

    static final Query<Run> RUN_LIST = Query.systemWide("job.run.list", """
            select job, id, node, started_at, ended_at, rows, error
            from admin.job_runs
            where job = any(?)
            order by job, id desc""", JobStore::run);

    static final Command RUN_INSERT = Command.crossTenant("job.run.insert", WHY, """
            insert into admin.job_runs (job, id, node, started_at)
            values (?, ?, ?, ?)""");

    static final Command RUN_DONE = Command.crossTenant("job.run.done", WHY, """
            update admin.job_runs
            set ended_at = greatest(started_at, cast(? as timestamptz)), rows = ?
            where id = ?
              and job = ?""");

    static final Command RUN_FAIL = Command.crossTenant("job.run.fail", WHY, """
            update admin.job_runs
            set ended_at = greatest(started_at, cast(? as timestamptz)), error = ?
            where id = ?
              and job = ?""");

    static final Command RUN_TRIM = Command.crossTenant("job.run.trim", WHY, """
            delete from admin.job_runs
            where job = ?
              and id < (
                select id
                from admin.job_runs
                where job = ?
                order by id desc
                offset ?
                limit 1)""");

    private final Database database;

    JobStore(Database database) {
        this.database = database;
    }

    /// When a job runs next.
    record Planned(String name, Instant dueAt, boolean picked, Optional<String> pickedBy) {}

    /// A run; without an end while it runs, and for ever if its node died.
    record Run(
            String job,
            UUID id,
            String node,
            Instant startedAt,
            Optional<Instant> endedAt,
            long rows,
            Optional<String> error) {}

    List<Planned> list(List<String> names) {
        return database.list(JOB_LIST, p -> p.texts(names));
    }

    /// The runs of each job that are kept, newest first.
    List<Run> runs(List<String> names) {
        return database.list(RUN_LIST, p -> p.texts(names));
    }

    /// Whether the job comes next because of this; not when it runs or is due already.
    boolean hurry(Transaction transaction, String name, Instant now) {
        return transaction.update(JOB_HURRY, p -> p.text(name).instant(now)) == 1;
    }

    /// Brings a turn nearer that lies further ahead than it may.
    boolean pullIn(String name, Instant to, Instant furthest) {
        return database.write(transaction ->
                transaction.update(JOB_PULL_IN, p -> p.instant(to).text(name).instant(furthest)) == 1);
    }

    /// Leaves a turn to others as it was, with what is known of the runs before.
    void giveBack(String name, String node) {
        database.write(transaction ->
                transaction.update(JOB_GIVE_BACK, p -> p.text(name).text(node)));
    }

    void begin(String job, UUID run, String node, Instant at) {
        database.write(transaction -> transaction.update(
                RUN_INSERT, p -> p.text(job).uuid(run).text(node).instant(at)));
    }

    void done(String job, UUID run, long rows, Instant at) {
        database.write(transaction -> {
            transaction.update(
                    RUN_DONE, p -> p.instant(at).number(rows).uuid(run).text(job));
            return trim(transaction, job);
        });
    }

    void failed(String job, UUID run, String error, Instant at) {
        database.write(transaction -> {
            transaction.update(
                    RUN_FAIL, p -> p.instant(at).text(error).uuid(run).text(job));
            return trim(transaction, job);
        });
    }

    private static int trim(Transaction transaction, String job) {
        return transaction.update(RUN_TRIM, p -> p.text(job).text(job).integer(RUNS_KEPT - 1));
    }

    private static Run run(Row row) {
        Optional<String> error = row.findText("error");
        Optional<Instant> ended = row.findInstant("ended_at");
        return new Run(
                row.text("job"),
                row.uuid("id"),
                row.text("node"),
                row.instant("started_at"),
                ended,
                ended.isPresent() && error.isEmpty() ? row.number("rows") : 0,
                error);
    }
}
