package dev.keystead.server;

import dev.keystead.account.ConnectedApplications;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.apikey.WorkingKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.client.ClientRoutes;
import dev.keystead.client.Clients;
import dev.keystead.client.ImplicitFlow;
import dev.keystead.client.Sectors;
import dev.keystead.consent.ConsentRoutes;
import dev.keystead.consent.Consents;
import dev.keystead.device.Devices;
import dev.keystead.directory.Directory;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grants;
import dev.keystead.grant.TokenAdministration;
import dev.keystead.group.Groups;
import dev.keystead.invite.ProofRoutes;
import dev.keystead.job.Bell;
import dev.keystead.job.Job;
import dev.keystead.job.Sweep;
import dev.keystead.key.KeyRing;
import dev.keystead.key.KeyRotation;
import dev.keystead.key.SigningKeyRoutes;
import dev.keystead.key.SigningKeys;
import dev.keystead.oauth.authorize.Authorization;
import dev.keystead.oauth.authorize.Codes;
import dev.keystead.oauth.authorize.WaitingRequests;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.ClientAuthenticator;
import dev.keystead.oauth.clientauth.ClientKeys;
import dev.keystead.oauth.clientauth.ClientLimits;
import dev.keystead.oauth.clientauth.Replays;
import dev.keystead.oauth.device.DeviceAnswerRoutes;
import dev.keystead.oauth.device.DeviceCodes;
import dev.keystead.oauth.device.DevicePages;
import dev.keystead.oauth.device.DeviceRoutes;
import dev.keystead.oauth.discovery.KeySetRoutes;
import dev.keystead.oauth.discovery.MetadataRoutes;
import dev.keystead.oauth.inspect.ApiAccess;
import dev.keystead.oauth.inspect.IntrospectionRoutes;
import dev.keystead.oauth.inspect.RevocationRoutes;
import dev.keystead.oauth.inspect.UserinfoRoutes;
import dev.keystead.oauth.logout.LogoutNotices;
import dev.keystead.oauth.logout.LogoutRoutes;
import dev.keystead.oauth.logout.NoticeRelay;
import dev.keystead.oauth.logout.RunOutSessions;
import dev.keystead.oauth.mint.NewGrants;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.proof.Possession;
import dev.keystead.oauth.register.ClientRegistrationRoutes;
import dev.keystead.oauth.register.ClientRegistrations;
import dev.keystead.oauth.register.RegistrationTokenRoutes;
import dev.keystead.oauth.register.RegistrationTokens;
import dev.keystead.oauth.token.GrantTypes;
import dev.keystead.oauth.token.TokenRoutes;
import dev.keystead.oauth.wire.IdTokenHints;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.KeyConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WorkspaceAddresses;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.text.Texts;
import dev.keystead.policy.Policies;
import dev.keystead.policy.RegistrationPolicy;
import dev.keystead.policy.SignUpPolicy;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Everything of OAuth and OpenID Connect, and what it is given, from the bottom up.
final class OAuthWiring {
    private final Clients clients;
    private final KeyRing keyRing;
    private final AccessTokens accessTokens;
    private final KeyRotation rotation;
    private final NoticeRelay notices;
    private final RunOutSessions runOut;
    private final ApiAccess apiAccess;
    private final List<Route> routes;

    /// What stands below.
    ///
    /// @param outbound calls addresses that clients named
    record Ground(
            Database database,
            Database worker,
            AuditLog workerAudit,
            MasterKey master,
            SharedCaches caches,
            AuditLog audit,
            Workspaces workspaces,
            Directory directory,
            Groups groups,
            TokenMint.Entitled entitled,
            Sessions sessions,
            DeviceWiring devices,
            BrowserSessions browsers,
            Policies policies,
            ApiKeys apiKeys,
            WorkingKeys working,
            KeyConfig keys,
            DoorWiring door,
            WorkspaceAddresses addresses,
            Outbound outbound,
            BotWiring bots,
            Pages pages,
            Texts texts,
            Clock clock) {}

    OAuthWiring(Ground ground) {
        Database database = ground.database();
        Clock clock = ground.clock();
        DoorWiring door = ground.door();

        // What tokens are signed with.
        var signingKeys = new SigningKeys(database, ground.caches(), ground.master(), ground.keys(), clock);
        this.keyRing = new KeyRing(signingKeys, database, ground.audit());
        this.rotation = new KeyRotation(signingKeys, database, ground.worker(), ground.audit(), ground.keys(), clock);

        // Who asks, and what they were given.
        this.clients = new Clients(database, ground.master(), ground.caches(), clock);
        var sectors = new Sectors(ground.outbound()::document);
        var registrationTokens = new RegistrationTokens(database, ground.master(), clock);
        var limits = new ClientLimits(door.limits());
        var implicitFlow = new ImplicitFlow(
                workspace -> ground.policies().registration(workspace.value()).allowsImplicitFlow());
        var registrations = new ClientRegistrations(
                database,
                clients,
                sectors,
                implicitFlow,
                registrationTokens,
                ground.policies(),
                limits,
                ground.audit());
        var replays = new Replays(database);
        var clientKeys = new ClientKeys(ground.outbound()::document, clock);
        var authenticator =
                new ClientAuthenticator(database, clients, clientKeys, replays, door.limits(), door.events(), clock);
        var callers = new CallingClients(door.door(), authenticator);
        var possession =
                new Possession(ground.master(), replays, ground.devices().certificates(), clock);
        Devices devices = ground.devices().devices();
        var grants = new Grants(
                database, ground.master(), ground.caches(), ground.sessions(), devices, ground.directory(), clock);
        door.resets().onReset(grants::endOf);
        this.accessTokens = new AccessTokens(
                database, ground.caches(), grants, ground.devices().certificates(), keyRing, clock);
        this.apiAccess = new ApiAccess(
                ground.addresses(),
                ground.workspaces(),
                clients,
                accessTokens,
                possession,
                ground.bots().acting(),
                ground.bots().limits(),
                devices);
        var ownInterface = new OwnInterface(ground.addresses());
        Predicate<WorkspaceId> signUpIsOpen =
                workspace -> ground.policies().signUp(workspace.value()).mode() == SignUpPolicy.Mode.OPEN;
        var consents = new Consents(database, clock);
        var subjects = new Subjects(ground.master());
        var hints = new IdTokenHints(keyRing);
        var codes = new Codes(ground.master(), grants, clock);
        var deviceCodes = new DeviceCodes(database, ground.master(), grants, clock);

        var mint = new TokenMint(
                accessTokens, keyRing, subjects, ground.directory(), ground.groups(), ground.entitled(), clock);
        var newGrants = new NewGrants(grants, accessTokens, mint, devices);

        var grantTypes = new GrantTypes(new GrantTypes.Parts(
                database,
                clients,
                codes,
                deviceCodes,
                grants,
                accessTokens,
                mint,
                newGrants,
                ground.bots().acting(),
                ground.bots().limits(),
                ownInterface,
                door.events(),
                clock));

        // Who leaves, and who is told.
        var bell = new Bell();
        ground.sessions().onEnd(new LogoutNotices(bell, clock)::queue);
        this.notices = new NoticeRelay(new NoticeRelay.Parts(
                ground.worker(),
                ground.workerAudit(),
                bell,
                clients,
                ground.workspaces(),
                door.door(),
                keyRing,
                subjects,
                ground.outbound(),
                clock));
        this.runOut = new RunOutSessions(database, ground.worker(), ground.sessions(), clock);
        var logout = new LogoutRoutes(new LogoutRoutes.Parts(
                database,
                door.door(),
                ground.browsers(),
                ground.sessions(),
                grants,
                clients,
                hints,
                ground.directory(),
                door.events(),
                ground.audit(),
                door.signInPages(),
                ground.pages(),
                ground.texts()));

        this.routes = Stream.of(
                        new SigningKeyRoutes(signingKeys, ground.audit()).routes(),
                        new ClientRoutes(clients, sectors, implicitFlow, ground.audit()).routes(),
                        new RegistrationTokenRoutes(registrationTokens, ground.audit()).routes(),
                        new ClientRegistrationRoutes(door.door(), registrations).routes(),
                        new MetadataRoutes(
                                        door.door(),
                                        ground.workspaces(),
                                        ground.texts(),
                                        workspace -> ground.policies()
                                                        .registration(workspace.value())
                                                        .mode()
                                                != RegistrationPolicy.Mode.CLOSED,
                                        implicitFlow,
                                        signUpIsOpen,
                                        clients::detailsTypes)
                                .routes(),
                        new KeySetRoutes(keyRing, ground.workspaces()).routes(),
                        // Here because it is signed by a key of the same set.
                        new ProofRoutes(door.invites(), ground.directory(), keyRing, clock).routes(),
                        Authorization.routes(
                                new Authorization.Parts(
                                        database,
                                        ground.master(),
                                        door.door(),
                                        ground.browsers(),
                                        clients,
                                        callers,
                                        possession,
                                        clientKeys,
                                        ground.outbound()::document,
                                        codes,
                                        newGrants,
                                        accessTokens,
                                        mint,
                                        implicitFlow,
                                        consents,
                                        subjects,
                                        hints,
                                        ground.directory(),
                                        ownInterface,
                                        limits,
                                        signUpIsOpen,
                                        door.signInPages(),
                                        ground.pages(),
                                        ground.audit(),
                                        clock),
                                door.federation()::expect),
                        new TokenRoutes(callers, possession, grantTypes).routes(),
                        new DeviceRoutes(database, callers, deviceCodes, ownInterface, limits).routes(),
                        new DeviceAnswerRoutes(new DeviceAnswerRoutes.Parts(
                                        database,
                                        door.door(),
                                        ground.browsers(),
                                        clients,
                                        deviceCodes,
                                        door.lockouts(),
                                        ground.policies(),
                                        new DevicePages(
                                                ground.pages(), door.signInPages(), ground.directory(), ownInterface),
                                        ground.audit(),
                                        clock))
                                .routes(),
                        new ConsentRoutes(clients, consents).routes(),
                        new ConnectedApplications(new ConnectedApplications.Parts(
                                        door.door(),
                                        ground.directory(),
                                        ground.policies(),
                                        clients,
                                        consents,
                                        grants,
                                        ground.apiKeys(),
                                        ground.working(),
                                        ground.pages(),
                                        ground.audit()))
                                .routes(),
                        new TokenAdministration(grants, accessTokens, ground.audit()).routes(),
                        new UserinfoRoutes(
                                        door.door(),
                                        clients,
                                        accessTokens,
                                        possession,
                                        ground.directory(),
                                        ground.groups(),
                                        subjects,
                                        keyRing)
                                .routes(),
                        new IntrospectionRoutes(callers, clients, accessTokens, grants, subjects, keyRing, clock)
                                .routes(),
                        new RevocationRoutes(database, callers, accessTokens, grants, ground.audit()).routes(),
                        logout.routes())
                .flatMap(List::stream)
                .toList();
    }

    /// Tells clients of sessions that end; to be started where this node does background work.
    NoticeRelay notices() {
        return notices;
    }

    /// What applications may do at our own interface in people's names.
    ApiAccess apiAccess() {
        return apiAccess;
    }

    List<Route> routes() {
        return routes;
    }

    AccessTokens accessTokens() {
        return accessTokens;
    }

    KeyRing keyRing() {
        return keyRing;
    }

    /// What is to be done again and again.
    List<Job> jobs() {
        return List.of(rotation.job(), runOut.job());
    }

    Clients clients() {
        return clients;
    }

    /// What expires of all this.
    static List<Sweep.Expiring> expiring() {
        return List.of(
                Replays.expiring(),
                RegistrationTokens.expiring(),
                Codes.expiring(),
                DeviceCodes.expiring(),
                WaitingRequests.expiring(),
                Grants.expiring(),
                AccessTokens.expiring(),
                LogoutNotices.expiring());
    }
}
