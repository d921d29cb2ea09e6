package dev.keystead.job;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.tenancy.Transaction;
import dev.keystead.tenancy.TypedId;
import java.util.List;

/// The jobs of the installation over HTTP, for its operators.
public final class JobRoutes {
    private final Timetable timetable;
    private final AuditLog audit;
    private final TypedId systemWorkspace;

    /// @param systemWorkspace where operators' deeds are kept
    public JobRoutes(Timetable timetable, AuditLog audit, TypedId systemWorkspace) {
        this.timetable = timetable;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/system/jobs", "List the jobs of the installation: last run, next run, what became of it")
                        .tenant("read:system")
                        .answers(Shape.of(JobList.class), this::list),
                Route.post("/v1/system/jobs/{name}:run", "Let a job run now, on the first node that is free")
                        .tenant("admin:system")
                        .audits("job.run")
                        .takesNothing()
                        .answers(202, Shape.of(StartedJob.class), this::run));
    }

    /// All jobs; there are few.
    public record JobList(List<JobView> items) {}

    /// A job that comes next.
    public record StartedJob(String name) {}

    private Reply list(Call call) {
        return Reply.ok(new JobList(timetable.list()));
    }

    private Reply run(Call call, Transaction transaction) {
        String name = call.variable("name");
        if (!timetable.knows(name)) {
            return Reply.notFound();
        }
        if (!timetable.hurry(transaction, name)) {
            return Reply.conflict("the job runs at this moment, or is about to");
        }
        var started = new StartedJob(name);
        audit.write(transaction, call, systemWorkspace, AuditLog.Change.made(started));
        return Reply.json(202, started);
    }
}
