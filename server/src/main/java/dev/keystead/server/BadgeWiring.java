package dev.keystead.server;

import dev.keystead.badge.BadgeKeyRotation;
import dev.keystead.badge.BadgeKeyRoutes;
import dev.keystead.badge.BadgeKeys;
import dev.keystead.badge.BadgeRoutes;
import dev.keystead.badge.VerificationRoutes;
import dev.keystead.job.Job;
import dev.keystead.platform.config.BadgeConfig;
import dev.keystead.platform.http.Route;
import dev.keystead.profile.OwnProfileRoutes;
import dev.keystead.profile.ProfilePageRoutes;
import dev.keystead.tenancy.Database;
import java.util.List;
import java.util.stream.Stream;

/// Badges: who issues and checks them, which keys sign them, and the pages that show them.
final class BadgeWiring {
    private final BadgeKeyRotation rotation;
    private final List<Route> routes;

    BadgeWiring(DoorWiring.Ground ground, DoorWiring door, BadgeConfig config) {
        Database database = ground.storage().app();
        var keys = new BadgeKeys(database, ground.master(), ground.audit(), config, ground.clock());
        // What is removed is told by the database's time: a node with a wrong clock removes nothing early.
        var timed = new BadgeKeys(
                database,
                ground.master(),
                ground.audit(),
                config,
                ground.storage().clock());
        this.rotation = new BadgeKeyRotation(
                timed,
                database,
                ground.storage().worker(),
                ground.audit(),
                config,
                ground.storage().clock());
        ground.members().onEnd(door.badges()::leave);
        ground.members().onLeavingStaff(door.badges()::leaveStaff);
        this.routes = Stream.of(
                        new BadgeRoutes(new BadgeRoutes.Parts(
                                        database,
                                        door.badges(),
                                        keys,
                                        ground.directory(),
                                        ground.members(),
                                        ground.workspaces(),
                                        door.door()::addressOf,
                                        config,
                                        ground.audit()))
                                .routes(),
                        new BadgeKeyRoutes(keys, ground.audit()).routes(),
                        new VerificationRoutes(
                                        keys,
                                        door.badges(),
                                        ground.directory(),
                                        ground.workspaces(),
                                        door.door()::addressOf,
                                        ground.clock())
                                .routes(),
                        new OwnProfileRoutes(
                                        door.profiles(),
                                        door.badges(),
                                        ground.directory(),
                                        ground.address(),
                                        ground.audit())
                                .routes(),
                        new ProfilePageRoutes(
                                        door.profiles(), door.badges(), door.door(), door.signInPages(), ground.pages())
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    List<Route> routes() {
        return routes;
    }

    Job job() {
        return rotation.job();
    }
}
