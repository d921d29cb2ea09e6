package dev.keystead.server;

import dev.keystead.directory.HandleUpkeep;
import dev.keystead.directory.UserId;
import dev.keystead.dormancy.Dormancy;
import dev.keystead.dormancy.DormancyMail;
import dev.keystead.dormancy.Unproven;
import dev.keystead.handle.HandleRoutes;
import dev.keystead.handle.Handles;
import dev.keystead.handle.ReservationRoutes;
import dev.keystead.handle.Reservations;
import dev.keystead.handle.Sleepers;
import dev.keystead.job.Job;
import dev.keystead.lockout.SourceLimits;
import dev.keystead.member.Affiliation;
import dev.keystead.member.Members;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.HandleConfig;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The registry of handles: who asks it, and what keeps it whole.
final class HandleWiring {
    private final List<Route> routes;
    private final List<Job> jobs;

    HandleWiring(DoorWiring.Ground ground, DoorWiring door) {
        Database database = ground.storage().app();
        // What is locked or released is told by the database's time: a node with a wrong clock does nothing early.
        Clock time = ground.storage().clock();
        Members members = ground.members();
        var sleepers = new Sleepers(database, ground.handles());
        var mail = new DormancyMail(ground.mails(), ground.texts(), ground.address(), ground.clock());
        var parties = new Dormancy.Parties(
                sleepers, ground.sessions(), ground.personalTokens(), ground.directory(), members, mail);
        this.jobs = List.of(
                new HandleUpkeep(database, ground.handles(), ground.audit(), Reserved.SYSTEM_WORKSPACE, time).job(),
                new Dormancy(database, parties, ground.audit(), Reserved.SYSTEM_WORKSPACE, time).job(),
                new Unproven(
                                database,
                                ground.directory(),
                                ground.audit(),
                                Reserved.SYSTEM_WORKSPACE,
                                ground.handles().config().proveWithin(),
                                time)
                        .job());
        this.routes = Stream.of(
                        new HandleRoutes(
                                        ground.handles(),
                                        brake(ground, door.limits()),
                                        ground.audit(),
                                        Reserved.SYSTEM_WORKSPACE)
                                .routes(),
                        new ReservationRoutes(
                                        new Reservations(database, ground.clock()),
                                        ground.audit(),
                                        user -> isStaff(members, user))
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    /// The rules of handles, for whoever stands above them.
    static Handles handles(Database database, SharedCaches caches, HandleConfig config, Clock clock) {
        config.fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        return new Handles(database, caches, config, Reserved.SYSTEM_WORKSPACE, clock);
    }

    /// Refuses whoever asks too often from an address whether handles are free.
    static Consumer<String> brake(DoorWiring.Ground ground, SourceLimits limits) {
        Database database = ground.storage().app();
        int most = ground.handles().config().checksPerSource();
        return address -> Scope.tenant(Reserved.SYSTEM_WORKSPACE.value())
                .call(() -> database.write(transaction -> {
                    limits.takeHandleCheck(transaction, address, most);
                    return true;
                }));
    }

    private static boolean isStaff(Members members, UUID user) {
        return members.find(new UserId(user))
                .filter(member -> member.affiliation() == Affiliation.STAFF)
                .isPresent();
    }

    List<Route> routes() {
        return routes;
    }

    List<Job> jobs() {
        return jobs;
    }
}
