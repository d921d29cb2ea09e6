package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.badge.Badges;
import dev.keystead.bot.ServiceIdentities;
import dev.keystead.cascade.Revocations;
import dev.keystead.client.Clients;
import dev.keystead.consent.Consents;
import dev.keystead.credential.Credentials;
import dev.keystead.device.authority.Certificates;
import dev.keystead.directory.Directory;
import dev.keystead.directory.Erasure;
import dev.keystead.directory.ErasureRoutes;
import dev.keystead.directory.PersonalData;
import dev.keystead.handle.Handles;
import dev.keystead.idempotency.KeptAnswers;
import dev.keystead.invite.Invites;
import dev.keystead.job.Job;
import dev.keystead.job.JobRoutes;
import dev.keystead.job.Jobs;
import dev.keystead.job.Sweep;
import dev.keystead.job.Timetable;
import dev.keystead.mail.Mails;
import dev.keystead.member.GuestExpiry;
import dev.keystead.member.Members;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.project.Projects;
import dev.keystead.subtenant.RoleBindings;
import dev.keystead.subtenant.Subtenants;
import dev.keystead.tenancy.Scope;
import dev.keystead.trust.Trust;
import dev.keystead.workspace.OrgErasure;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceErasure;
import dev.keystead.workspace.WorkspaceId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The installation's own work: what is on the timetable, who sees it, and this node's part in it.
///
/// What is removed is told by the database's time: a node with a wrong clock removes nothing early.
final class JobWiring implements AutoCloseable {
    private static final int HOST_CHARACTERS = 40;

    private final Ground ground;
    private final Job expiry;
    private final Erasure erasure;
    private final List<Job> jobs;
    private final Timetable timetable;
    private final List<Route> routes;
    private @Nullable Jobs running;

    /// What the work stands on.
    ///
    /// @param files removes what a workspace has outside the database
    /// @param retention how long a workspace lets its deleted users come back
    record Ground(
            Storage storage,
            Metrics metrics,
            AuditLog audit,
            AuditLog workerAudit,
            Directory directory,
            Members members,
            Consumer<WorkspaceId> files,
            Function<UUID, Duration> retention) {}

    /// @param others jobs of features, beside those that remove what is over
    JobWiring(Ground ground, List<Job> others) {
        this.ground = ground;
        Storage storage = ground.storage();
        Clock clock = storage.clock();
        var sweep = new Sweep(storage.worker(), ground.workerAudit(), Reserved.SYSTEM_WORKSPACE, clock);
        this.expiry = sweep.expiry(expiring());
        this.erasure = new Erasure(storage.worker(), ground.workerAudit(), ground.retention(), clock);
        var guests = new GuestExpiry(ground.members(), storage.app(), storage.worker(), ground.audit(), clock);
        this.jobs = Stream.concat(
                        Stream.of(
                                expiry,
                                sweep.retention(ended()),
                                erasure.job(),
                                new WorkspaceErasure(storage.worker(), ground.workerAudit(), ground.files(), clock)
                                        .job(),
                                new OrgErasure(storage.worker(), ground.workerAudit(), clock).job(),
                                guests.job()),
                        others.stream())
                .toList();
        this.timetable = new Timetable(storage.app(), jobs, clock);
        var people = new ErasureRoutes(
                storage.app(),
                ground.directory(),
                new PersonalData(storage.worker(), clock),
                ground.audit(),
                ground.retention(),
                transaction -> timetable.hurry(transaction, "erasure"),
                clock);
        this.routes = Stream.concat(
                        new JobRoutes(timetable, ground.audit(), Reserved.SYSTEM_WORKSPACE).routes().stream(),
                        people.routes().stream())
                .toList();
    }

    private static List<Sweep.Expiring> expiring() {
        return Stream.of(
                        List.of(
                                KeptAnswers.expiring(),
                                Mails.expiring(),
                                new Sweep.Expiring("events.cache_changes", SharedCaches.sweep())),
                        DoorWiring.expiring(),
                        OAuthWiring.expiring(),
                        EventWiring.expiring(),
                        LicenseWiring.expiring())
                .flatMap(List::stream)
                .toList();
    }

    /// What refers to others comes before these.
    private static List<Sweep.Expiring> ended() {
        return Stream.of(
                        RoleBindings.ended(),
                        ServiceIdentities.ended(),
                        List.of(Subtenants.ended(), Projects.ended(), Credentials.ended(), Trust.ended()),
                        Revocations.ended(),
                        PersonalTokens.ended(),
                        Consents.ended(),
                        List.of(
                                Clients.ended(),
                                Handles.ended(),
                                Invites.ended(),
                                Badges.ended(),
                                Certificates.ended()))
                .flatMap(List::stream)
                .toList();
    }

    List<Job> jobs() {
        return jobs;
    }

    Job expiry() {
        return expiry;
    }

    Erasure erasure() {
        return erasure;
    }

    Timetable timetable() {
        return timetable;
    }

    /// Lets a job come next because somebody at the machine wants it.
    Administration.JobStart startByHand(String name) {
        if (!timetable.knows(name)) {
            return Administration.JobStart.UNKNOWN;
        }
        boolean started = Scope.tenant(Reserved.SYSTEM_WORKSPACE.value())
                .call(() -> ground.storage().app().write(transaction -> {
                    boolean comes = timetable.hurry(transaction, name);
                    if (comes) {
                        ground.audit()
                                .writeInternal(
                                        transaction,
                                        "operator",
                                        "job.run",
                                        Reserved.SYSTEM_WORKSPACE,
                                        Map.of("after", Map.of("name", name)));
                    }
                    return comes;
                }));
        return started ? Administration.JobStart.STARTED : Administration.JobStart.RUNNING_ALREADY;
    }

    List<Route> routes() {
        return routes;
    }

    /// Takes part in the work from now on.
    void start() {
        running = Jobs.start(jobs, place(node(), Jobs.Pace.USUAL));
    }

    /// Where jobs of this process run.
    Jobs.Place place(String node, Jobs.Pace pace) {
        return new Jobs.Place(ground.storage(), node, ground.metrics(), pace);
    }

    /// The host and the process: two nodes of one machine are two.
    private static String node() {
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "unnamed";
        }
        return host.substring(0, Math.min(HOST_CHARACTERS, host.length())) + "-"
                + ProcessHandle.current().pid();
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
