package dev.keystead.server;

import dev.keystead.bot.ActingBots;
import dev.keystead.bot.BotLimits;
import dev.keystead.bot.ServiceAccountRoutes;
import dev.keystead.bot.ServiceAccounts;
import dev.keystead.bot.ServiceIdentities;
import dev.keystead.bot.ServiceIdentityRoutes;
import dev.keystead.client.Clients;
import dev.keystead.client.ServiceClients;
import dev.keystead.domain.ProvenDomains;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.BotConfig;
import dev.keystead.platform.http.Route;
import dev.keystead.tenancy.Database;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// Machines of workspaces: who acts by which credential, and how they are administered.
final class BotWiring {
    private final DoorWiring.Ground ground;
    private final ProvenDomains domains;
    private final ActingBots acting;
    private final BotLimits limits;

    BotWiring(DoorWiring.Ground ground, SharedCaches caches, BotConfig config) {
        Database database = ground.storage().app();
        this.ground = ground;
        this.domains = new ProvenDomains(database);
        this.acting = new ActingBots(database, domains, caches);
        this.limits =
                new BotLimits(database, ground.audit(), config, ground.storage().clock());
    }

    ActingBots acting() {
        return acting;
    }

    BotLimits limits() {
        return limits;
    }

    List<Route> routes(Clients clients, DoorWiring door) {
        Database database = ground.storage().app();
        var credentials = new ServiceClients(clients);
        var identities = new ServiceIdentities(
                database, credentials, ground.handles(), domains, acting, ground.master(), ground.clock());
        var accounts = new ServiceAccounts(database, credentials, ground.clock());
        return Stream.of(
                        new ServiceIdentityRoutes(identities, tenant -> issuer(door, tenant), ground.audit()).routes(),
                        new ServiceAccountRoutes(accounts, ground.audit()).routes())
                .flatMap(List::stream)
                .toList();
    }

    /// The address of a workspace in which somebody acts just now.
    private String issuer(DoorWiring door, UUID tenant) {
        return ground.workspaces()
                .standing(new WorkspaceId(tenant))
                .map(door.door()::addressOf)
                .orElseThrow();
    }
}
