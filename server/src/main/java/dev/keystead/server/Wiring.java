package dev.keystead.server;

import dev.keystead.apikey.ApiKeyRoutes;
import dev.keystead.apikey.ApiKeys;
import dev.keystead.apikey.WorkingKeys;
import dev.keystead.audit.AuditLog;
import dev.keystead.connection.Connections;
import dev.keystead.directory.Directory;
import dev.keystead.domain.DomainOwners;
import dev.keystead.event.Outbox;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.gate.Gate;
import dev.keystead.idempotency.KeptAnswers;
import dev.keystead.job.Bell;
import dev.keystead.job.Job;
import dev.keystead.mail.Mails;
import dev.keystead.mail.PostOffice;
import dev.keystead.member.Members;
import dev.keystead.member.OwnersMail;
import dev.keystead.oauth.logout.NoticeRelay;
import dev.keystead.onetime.OneTimeTokens;
import dev.keystead.pat.PersonalTokens;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Role;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.html.Assets;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.CsrfGuard;
import dev.keystead.platform.http.Draining;
import dev.keystead.platform.http.HttpServer;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.RouteTable;
import dev.keystead.platform.http.Router;
import dev.keystead.platform.http.site.AssetRoutes;
import dev.keystead.platform.http.site.ProbeRoutes;
import dev.keystead.platform.http.site.ReferenceRoutes;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.text.Texts;
import dev.keystead.platform.trace.Tracing;
import dev.keystead.policy.Policies;
import dev.keystead.session.Sessions;
import dev.keystead.setup.Setup;
import dev.keystead.setup.SetupPages;
import dev.keystead.setup.SetupRoutes;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Workspaces;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/// Every object of the server and what it is given, from the bottom up.
final class Wiring implements AutoCloseable {
    private final Config config;
    private final Database database;
    private final Directory directory;
    private final Members members;
    private final Sessions sessions;
    private final OneTimeTokens tokens;
    private final ApiKeys keys;
    private final Setup setup;
    private final SharedCaches caches;
    private final LicenseWiring licenses;
    private final Mails mails;
    private final PostOffice postOffice;
    private final PublicAddress address;
    private final DoorWiring door;
    private final DomainWiring domains;
    private final DeviceWiring devices;
    private final OAuthWiring oauth;
    private final JobWiring work;
    private final EventWiring events;
    private final AuditWiring trail;
    private final TrustWiring trust;
    private final Tracing tracing;
    private final Outbound outbound;
    private final Outbound providers;
    private final RouteTable routes;
    private final HttpServer http;

    Wiring(Config config, MasterKey master, Storage storage, Metrics metrics, Clock clock) {
        this.config = config;

        // Rules and their stores.
        var eventBell = new Bell();
        var outbox = new Outbox(eventBell);
        var audit = new AuditLog(storage.app(), master.mac("source-address"), outbox, clock);
        this.database = storage.app();
        this.caches = new SharedCaches(storage.app(), clock);
        var bell = new Bell();
        this.mails = new Mails(master, bell, metrics, clock);
        var places = new PlaceWiring(storage, caches, clock);
        Workspaces workspaces = places.workspaces();
        Policies policies = places.policies();
        var handles = HandleWiring.handles(storage.app(), caches, config.handles(), clock);
        this.directory = new Directory(storage.app(), handles, config.accountDomain(), clock);
        this.keys = new ApiKeys(storage.app(), master, clock);
        this.members = new Members(storage.app(), directory, caches, clock);
        var people = new PeopleWiring(storage.app(), directory, members, caches, clock);
        this.licenses = new LicenseWiring(storage, places, directory, members, caches, audit, clock);
        var working = new WorkingKeys(keys, clock);
        this.address = new PublicAddress(config.http());
        this.devices = new DeviceWiring(new DeviceWiring.Ground(
                storage, caches, master, audit, workspaces, directory, address, config.devices(), clock));
        this.sessions = new Sessions(storage.app(), master, caches, directory, audit, clock);
        devices.devices().onEnd(sessions::endOf);
        var browsers = new BrowserSessions(sessions, workspaces, clock);
        var personalTokens = new PersonalTokens(storage.app(), master, caches, clock);
        this.tokens = new OneTimeTokens(storage.app(), master, clock);

        var workerAudit = new AuditLog(storage.worker(), master.mac("source-address"), outbox, clock);
        this.trail = new AuditWiring(new AuditWiring.Ground(
                config, master, storage, audit, workerAudit, policies, this::hurryExports, clock));
        var archive = new ArchiveWiring(storage, trail.objects(), workerAudit);
        this.trust = new TrustWiring(storage, directory, sessions, audit, clock);

        // Pages and routes.
        var assets = Assets.ofProduct();
        var pages = new Pages(assets, Version.current());
        this.postOffice = new PostOffice(
                config, new PostOffice.Queue(storage.worker(), workerAudit, master, bell), pages, metrics, clock);
        var texts = Texts.load();
        var owners = new DomainOwners(storage.app(), caches, workspaces);
        var addresses = EdgeWiring.addresses(address, owners);
        var ground = new DoorWiring.Ground(
                storage,
                config.password(),
                config.signIn(),
                config.invites(),
                config.clientLimits(),
                master,
                audit,
                workspaces,
                handles,
                owners,
                new Connections(storage.app(), caches, owners, master, clock),
                people.groups(),
                directory,
                members,
                keys,
                personalTokens,
                devices,
                policies,
                sessions,
                browsers,
                tokens,
                mails,
                address,
                pages,
                texts,
                clock);
        this.door = new DoorWiring(ground);
        var registry = new HandleWiring(ground, door);
        this.domains = new DomainWiring(ground, door, config);
        var badges = new BadgeWiring(ground, door, config.badges());
        this.setup = new Setup(
                storage.app(),
                workspaces,
                places.orgs(),
                directory,
                members,
                keys,
                audit,
                tokens,
                door.passwords(),
                door.newPassword(),
                door.resets());
        this.outbound = new Outbound(config.outbound());
        var bots = new BotWiring(ground, caches, config.bots());
        this.oauth = new OAuthWiring(new OAuthWiring.Ground(
                storage.app(),
                storage.worker(),
                workerAudit,
                master,
                caches,
                audit,
                workspaces,
                directory,
                people.groups(),
                licenses.codes(),
                sessions,
                devices,
                browsers,
                policies,
                keys,
                working,
                config.keys(),
                door,
                addresses,
                outbound,
                bots,
                pages,
                texts,
                clock));
        var ownersMail = new OwnersMail(members, directory, workspaces, mails, texts, clock);
        this.providers = FederationWiring.outbound(config.outbound());
        this.events = new EventWiring(new EventWiring.Ground(ground, door, config, workerAudit, eventBell, metrics));
        this.work = new JobWiring(
                new JobWiring.Ground(
                        storage,
                        metrics,
                        audit,
                        workerAudit,
                        directory,
                        members,
                        archive::forget,
                        tenant -> policies.retention(tenant).users(config.userRetention())),
                Stream.of(
                                door.jobs(storage, workerAudit),
                                List.of(events.figures(), events.endings(), domains.job(), badges.job(), devices.job()),
                                licenses.jobs(ownersMail, archive.job()),
                                oauth.jobs(),
                                registry.jobs(),
                                trail.jobs(),
                                trust.jobs())
                        .flatMap(List::stream)
                        .toList());
        var draining = new Draining();
        ProbeRoutes probes = EdgeWiring.probes(config, storage, draining, metrics);
        List<Route> watching = EdgeWiring.watching(config, probes);
        List<Route> serving = Stream.of(
                        watching,
                        new AssetRoutes(assets).routes(),
                        EdgeWiring.landing(pages, setup, probes, postOffice).routes(),
                        postOffice.routes(),
                        new SetupRoutes(setup, audit, new SetupPages(pages, policies)).routes(),
                        places.routes(
                                new PlaceWiring.Ground(storage, members, people.bindings(), keys, ownersMail, audit)),
                        people.routes(sessions, audit),
                        door.routes(),
                        registry.routes(),
                        domains.routes(),
                        badges.routes(),
                        licenses.routes(archive.reader(), devices, oauth.keyRing(), address),
                        devices.routes(),
                        oauth.routes(),
                        door.federation().routes(providers, oauth.keyRing()),
                        bots.routes(oauth.clients(), door),
                        events.routes(),
                        new ApiKeyRoutes(keys, working, audit, clock).routes(),
                        work.routes(),
                        trail.routes(),
                        trust.routes())
                .flatMap(List::stream)
                .toList();
        // A node that only runs jobs is watched like any other, and answers nothing else.
        this.routes = config.roles().contains(Role.WEB)
                ? ReferenceRoutes.complete(serving, pages, Version.current())
                : new RouteTable(watching);

        // The way in.
        var gate = new Gate(
                working,
                personalTokens,
                sessions,
                devices.devices(),
                browsers,
                workspaces,
                directory,
                members,
                people.held(),
                oauth.apiAccess()::judge);
        var parts = new Router.Parts(
                storage.app(),
                gate,
                audit::writeRefusal,
                audit::writeRead,
                new KeptAnswers(master, config.idempotencyRetention(), clock),
                new CsrfGuard(master.mac("csrf").of("key")),
                pages,
                texts,
                addresses);
        this.tracing = EdgeWiring.tracing(config);
        this.http = new HttpServer(
                EdgeWiring.listening(config), new Router(routes, parts), new Observation(metrics, tracing), draining);
    }

    private void hurryExports(Transaction transaction) {
        work.timetable().hurry(transaction, AuditWiring.EXPORTS);
    }

    Database database() {
        return database;
    }

    Directory directory() {
        return directory;
    }

    Mails mails() {
        return mails;
    }

    LicenseWiring licenses() {
        return licenses;
    }

    SharedCaches caches() {
        return caches;
    }

    Members members() {
        return members;
    }

    Sessions sessions() {
        return sessions;
    }

    OneTimeTokens tokens() {
        return tokens;
    }

    DoorWiring door() {
        return door;
    }

    DeviceWiring devices() {
        return devices;
    }

    OAuthWiring oauth() {
        return oauth;
    }

    AuditWiring trail() {
        return trail;
    }

    ApiKeys keys() {
        return keys;
    }

    Setup setup() {
        return setup;
    }

    JobWiring work() {
        return work;
    }

    RouteTable routes() {
        return routes;
    }

    /// What the server does by itself.
    List<Job> timetable() {
        return work.jobs();
    }

    /// Opens the doors, and begins the timetable if this node has that role. Answers the port.
    int start() {
        if (config.roles().contains(Role.WORKER)) {
            work.start();
            trail.start();
            trust.start();
        }
        caches.start();
        int port = http.start();
        address.bound(port);
        postOffice.start(address.get());
        if (config.roles().contains(Role.WORKER)) {
            oauth.notices().start();
            events.start();
        }
        return port;
    }

    /// Drains and stops, in the opposite order.
    @Override
    public void close() {
        NoticeRelay notices = oauth.notices();
        // Each is closed even when the one before it could not be.
        try (tracing;
                outbound;
                providers;
                caches;
                domains;
                door;
                work;
                trail;
                trust;
                notices;
                events;
                postOffice) {
            http.stop();
        }
    }
}
