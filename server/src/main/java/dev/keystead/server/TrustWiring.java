package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.cascade.CascadeRoutes;
import dev.keystead.cascade.CascadeWork;
import dev.keystead.cascade.RevocationRoutes;
import dev.keystead.cascade.Revocations;
import dev.keystead.directory.Directory;
import dev.keystead.job.Job;
import dev.keystead.job.Timetable;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.session.Sessions;
import dev.keystead.trust.Recomputation;
import dev.keystead.trust.Trust;
import dev.keystead.trust.TrustRoutes;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Trust in people, revoking them, and what follows for those whom they brought. All of it is about the
/// system workspace, where people have lineage.
final class TrustWiring implements AutoCloseable {
    private static final UUID TENANT = Reserved.SYSTEM_WORKSPACE.value();

    private final Recomputation recomputation;
    private final List<Job> jobs;
    private final List<Route> routes;

    /// @param clock for what requests do; work on everybody goes by the database's
    TrustWiring(Storage storage, Directory directory, Sessions sessions, AuditLog audit, Clock clock) {
        var trust = new Trust(storage.app(), sessions, clock);
        // Only what hurries a job is needed of the timetable here; operators see the whole one.
        var timetable = new Timetable(storage.app(), List.of(), storage.clock());
        var revocations = new Revocations(
                storage.app(),
                directory,
                sessions,
                trust,
                audit,
                transaction -> timetable.hurry(transaction, CascadeWork.JOB),
                clock);
        this.recomputation = new Recomputation(
                storage.worker(), new Trust(storage.worker(), sessions, storage.clock()), TENANT, storage.clock());
        this.jobs = List.of(recomputation.job(), revocations.work(TENANT).job());
        this.routes = Stream.of(
                        new TrustRoutes(trust, audit).routes(),
                        new RevocationRoutes(revocations, audit).routes(),
                        new CascadeRoutes(revocations, audit).routes())
                .flatMap(List::stream)
                .toList();
    }

    List<Route> routes() {
        return routes;
    }

    List<Job> jobs() {
        return jobs;
    }

    /// Takes part in rounds of recomputation from now on, whichever node opens them.
    void start() {
        recomputation.start();
    }

    @Override
    public void close() {
        recomputation.close();
    }
}
