package dev.keystead.cascade;

import dev.keystead.cascade.CascadeJob.Status;
import dev.keystead.cascade.CascadeJob.Trouble;
import dev.keystead.directory.UserId;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import dev.keystead.tenancy.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The statements on cascades.
final class CascadeJobStore {
    private static final UUID AFTER_ALL = new UUID(-1, -1);

    static final Command JOB_INSERT = Command.tenant("cascade.job.insert", """
            insert into identity.cascade_jobs
                (id, root_invitee_id, root_path, initiated_by, initiated_at, status, generation, place, affected_count,
                 suspended_count, flagged_count, restored_count, restored_to, irreversible_at, tenant_id)
            values (?, ?, decode(?, 'hex'), ?, ?, ?, ?, decode(?, 'hex'), ?, ?, ?, 0, -1, ?, ?)""");

    static final Query<CascadeJob> JOB_FIND = Query.tenant("cascade.job.find", """
            select id, root_invitee_id, encode(root_path, 'hex') as root_path, initiated_by, initiated_at, status,
                generation, encode(place, 'hex') as place, affected_count, suspended_count, flagged_count,
                restored_count, restored_to, irreversible_at, completed_at, reversed_at, failures, notes,
                failed_while
            from identity.cascade_jobs
            where id = ?
              and tenant_id = ?""", CascadeJobStore::job);

    static final Query<CascadeJob> JOB_LOCK = Query.tenant("cascade.job.lock", """
            select id, root_invitee_id, encode(root_path, 'hex') as root_path, initiated_by, initiated_at, status,
                generation, encode(place, 'hex') as place, affected_count, suspended_count, flagged_count,
                restored_count, restored_to, irreversible_at, completed_at, reversed_at, failures, notes,
                failed_while
            from identity.cascade_jobs
            where id = ?
              and tenant_id = ?
            for update""", CascadeJobStore::job);

    /// Nothing when there is nothing to do, or another node does it at this moment.
    static final Query<CascadeJob> JOB_CLAIM = Query.tenant("cascade.job.claim", """
            select id, root_invitee_id, encode(root_path, 'hex') as root_path, initiated_by, initiated_at, status,
                generation, encode(place, 'hex') as place, affected_count, suspended_count, flagged_count,
                restored_count, restored_to, irreversible_at, completed_at, reversed_at, failures, notes,
                failed_while
            from identity.cascade_jobs
            where id = ?
              and status in ('pending', 'running', 'reversing')
              and tenant_id = ?
            for update skip locked""", CascadeJobStore::job);

    static final Query<CascadeJobId> JOBS_DUE =
            Query.tenant("cascade.job.due", """
            select id
            from identity.cascade_jobs
            where status in ('pending', 'running', 'reversing')
              and tenant_id = ?
            order by id
            limit 100""", row -> new CascadeJobId(row.uuid("id")));

    static final Query<CascadeJob> JOB_LIST = Query.tenant("cascade.job.list", """
            select id, root_invitee_id, encode(root_path, 'hex') as root_path, initiated_by, initiated_at, status,
                generation, encode(place, 'hex') as place, affected_count, suspended_count, flagged_count,
                restored_count, restored_to, irreversible_at, completed_at, reversed_at, failures, notes,
                failed_while
            from identity.cascade_jobs
            where id < ?
              and tenant_id = ?
            order by id desc
            limit ?""", CascadeJobStore::job);

    static final Command JOB_ADVANCE = Command.tenant("cascade.job.advance", """
            update identity.cascade_jobs
            set status = ?, generation = ?, place = decode(?, 'hex'), affected_count = affected_count + ?,
                suspended_count = suspended_count + ?, flagged_count = flagged_count + ?, completed_at = ?,
                failures = 0, notes = null
            where id = ?
              and tenant_id = ?""");

    static final Command JOB_CONFIRMED = Command.tenant("cascade.job.confirmed", """
            update identity.cascade_jobs
            set suspended_count = suspended_count + 1
            where id = ?
              and tenant_id = ?""");

    static final Command JOB_REVERSE = Command.tenant("cascade.job.reverse", """
            update identity.cascade_jobs
            set status = 'reversing', failures = 0, notes = null, failed_while = null
            where id = ?
              and tenant_id = ?""");

    static final Command JOB_RESTORED = Command.tenant("cascade.job.restored", """
            update identity.cascade_jobs
            set status = ?, restored_to = ?, restored_count = restored_count + ?, reversed_at = ?,
                failures = 0, notes = null
            where id = ?
              and tenant_id = ?""");

    /// A job that failed as often as it may is given up; one that another node has brought further since is not.
    static final Query<CascadeJob> JOB_FAILED = Query.tenant("cascade.job.failed", """
            update identity.cascade_jobs
            set failures = failures + 1, notes = ?,
                failed_while = case when failures + 1 >= ? then status end,
                status = case when failures + 1 >= ? then 'failed' else status end
            where id = ?
              and status in ('pending', 'running', 'reversing')
              and tenant_id = ?
            returning id, root_invitee_id, encode(root_path, 'hex') as root_path, initiated_by, initiated_at, status,
                generation, encode(place, 'hex') as place, affected_count, suspended_count, flagged_count,
                restored_count, restored_to, irreversible_at, completed_at, reversed_at, failures, notes,
                failed_while""", CascadeJobStore::job);

    static final Command JOB_RETRY = Command.tenant("cascade.job.retry", """
            update identity.cascade_jobs
            set status = failed_while, failed_while = null, failures = 0
            where id = ?
              and status = 'failed'
              and tenant_id = ?""");

    static final Command JOB_SWEEP =
            Command.crossTenant("cascade.job.purge", "old cascades of all workspaces are removed together", """
            delete from identity.cascade_jobs
            where (tenant_id, id) in (
                select j.tenant_id, j.id
                from identity.cascade_jobs j
                where j.irreversible_at < cast(? as timestamptz) - interval '90 days'
                  and (
                    select true
                    from identity.cascade_accounts a
                    where a.tenant_id = j.tenant_id
                      and a.job_id = j.id
                    limit 1) is null
                limit ?)""");

    private final Database database;

    CascadeJobStore(Database database) {
        this.database = database;
    }

    void insert(Transaction transaction, CascadeJob job) {
        transaction.update(
                JOB_INSERT,
                p -> p.id(job.id())
                        .id(job.root())
                        .text(job.rootPath())
                        .text(job.initiatedBy())
                        .instant(job.initiatedAt())
                        .text(Words.of(job.status()))
                        .integer(job.generation())
                        .text(job.place())
                        .integer(job.found())
                        .integer(job.suspended())
                        .integer(job.flagged())
                        .instant(job.reversibleUntil()));
    }

    Optional<CascadeJob> find(CascadeJobId id) {
        return database.find(JOB_FIND, p -> p.id(id));
    }

    /// As it is until the transaction ends.
    Optional<CascadeJob> findHeld(Transaction transaction, CascadeJobId id) {
        return transaction.find(JOB_LOCK, p -> p.id(id));
    }

    Optional<CascadeJob> claim(Transaction transaction, CascadeJobId id) {
        return transaction.find(JOB_CLAIM, p -> p.id(id));
    }

    List<CascadeJobId> due() {
        return database.list(JOBS_DUE, p -> {});
    }

    List<CascadeJob> list(Optional<UUID> before, int limit) {
        return database.list(
                JOB_LIST, p -> p.uuid(before.orElse(AFTER_ALL)).scope().integer(limit));
    }

    /// How far a walk has come.
    ///
    /// @param completedAt nothing as long as there may be more below
    record Progress(
            int generation, String place, int found, int suspended, int flagged, Optional<Instant> completedAt) {}

    void advance(Transaction transaction, CascadeJobId id, Progress progress) {
        transaction.update(
                JOB_ADVANCE,
                p -> p.text(Words.of(progress.completedAt().isPresent() ? Status.COMPLETED : Status.RUNNING))
                        .integer(progress.generation())
                        .text(progress.place())
                        .integer(progress.found())
                        .integer(progress.suspended())
                        .integer(progress.flagged())
                        .instant(progress.completedAt().orElse(null))
                        .id(id));
    }

    void confirmed(Transaction transaction, CascadeJobId id) {
        transaction.update(JOB_CONFIRMED, p -> p.id(id));
    }

    void reverse(Transaction transaction, CascadeJobId id) {
        transaction.update(JOB_REVERSE, p -> p.id(id));
    }

    /// Notes that a batch failed, and gives the job up when too many did.
    Optional<CascadeJob> failed(Transaction transaction, CascadeJobId id, String why, int most) {
        return transaction.find(
                JOB_FAILED, p -> p.text(why).integer(most).integer(most).id(id));
    }

    void retry(Transaction transaction, CascadeJobId id) {
        transaction.update(JOB_RETRY, p -> p.id(id));
    }

    /// @param reversedAt nothing as long as there may be more
    void restored(Transaction transaction, CascadeJobId id, int to, int count, Optional<Instant> reversedAt) {
        transaction.update(
                JOB_RESTORED,
                p -> p.text(Words.of(reversedAt.isPresent() ? Status.REVERSED : Status.REVERSING))
                        .integer(to)
                        .integer(count)
                        .instant(reversedAt.orElse(null))
                        .id(id));
    }

    private static CascadeJob job(Row row) {
        return new CascadeJob(
                new CascadeJobId(row.uuid("id")),
                new UserId(row.uuid("root_invitee_id")),
                row.text("root_path"),
                row.text("initiated_by"),
                row.instant("initiated_at"),
                Words.parse(Status.class, row.text("status")),
                row.integer("generation"),
                row.text("place"),
                row.integer("affected_count"),
                row.integer("suspended_count"),
                row.integer("flagged_count"),
                row.integer("restored_count"),
                row.integer("restored_to"),
                row.instant("irreversible_at"),
                row.findInstant("completed_at"),
                row.findInstant("reversed_at"),
                new Trouble(
                        row.integer("failures"),
                        row.findText("notes"),
                        row.findText("failed_while").map(word -> Words.parse(Status.class, word))));
    }
}
