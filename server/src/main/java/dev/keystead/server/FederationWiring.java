package dev.keystead.server;

import dev.keystead.account.Accounts;
import dev.keystead.authevent.AuthEvents;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionRoutes;
import dev.keystead.connection.Connections;
import dev.keystead.credential.Credentials;
import dev.keystead.federation.ArrivalReplies;
import dev.keystead.federation.Arrivals;
import dev.keystead.federation.Identities;
import dev.keystead.federation.JourneyRoutes;
import dev.keystead.federation.LinkedPeople;
import dev.keystead.federation.Newcomers;
import dev.keystead.federation.Once;
import dev.keystead.federation.Upstreams;
import dev.keystead.federation.UserIdentityRoutes;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.federation.oidc.OidcProbe;
import dev.keystead.federation.oidc.OidcRoutes;
import dev.keystead.federation.oidc.OidcUpstream;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.job.Sweep;
import dev.keystead.key.KeyRing;
import dev.keystead.login.Door;
import dev.keystead.login.Exits;
import dev.keystead.login.Flows;
import dev.keystead.login.Letters;
import dev.keystead.login.Passage;
import dev.keystead.login.SignInPages;
import dev.keystead.login.StepReplies;
import dev.keystead.login.Steps;
import dev.keystead.oauth.clientauth.Replays;
import dev.keystead.platform.config.OutboundConfig;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.outbound.Outbound;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Other identity providers that people come from, and what it is given, from the bottom up.
final class FederationWiring {
    /// A person waits at the other end, and key sets with certificates are long. A workspace whose provider hangs keeps
    /// an eighth of the places.
    private static final Outbound.Limits LIMITS =
            new Outbound.Limits(Duration.ofSeconds(3), Duration.ofSeconds(6), 256 * 1024, 32, 4);

    private final DoorWiring.Ground ground;
    private final Entry entry;
    private final Door door;
    private final Connections connections;
    private final Identities identities;
    private final UpstreamSessions sessions;
    private final Upstreams upstreams;
    private final Journeys journeys;
    private final Arrivals arrivals;
    private final ArrivalReplies replies;
    private final List<Route> journeyRoutes;

    /// What stands at the door already.
    record Entry(
            Door door,
            Flows flows,
            Passage passage,
            Steps steps,
            StepReplies replies,
            SignInPages pages,
            Credentials credentials,
            Letters letters,
            AuthEvents events) {}

    FederationWiring(DoorWiring.Ground ground, Entry entry) {
        var database = ground.storage().app();
        this.ground = ground;
        this.entry = entry;
        this.door = entry.door();
        this.connections = ground.connections();
        this.identities = new Identities(database, connections, entry.credentials(), ground.groups(), ground.clock());
        this.sessions =
                new UpstreamSessions(database, ground.sessions(), entry.events(), ground.master(), ground.clock());
        this.upstreams = new Upstreams(connections, sessions);
        this.journeys = new Journeys(database, ground.master(), ground.clock());
        entry.passage().onFederatedEntry(sessions);
        this.arrivals = new Arrivals(
                new Arrivals.Parts(
                        database,
                        connections,
                        identities,
                        sessions,
                        ground.directory(),
                        ground.members(),
                        entry.steps().federated(),
                        entry.events(),
                        entry.letters(),
                        ground.mails(),
                        ground.audit()),
                new Newcomers(ground.directory(), ground.groups(), ground.audit(), ground.clock()));
        this.replies = new ArrivalReplies(entry.replies(), entry.pages(), ground.pages());
        this.journeyRoutes = new JourneyRoutes(
                        entry.door(),
                        entry.flows(),
                        entry.steps().federated(),
                        connections,
                        upstreams,
                        arrivals,
                        entry.replies(),
                        replies)
                .routes();
    }

    /// Has journeys ask for proofs that are recent enough for what waits behind them.
    void expect(Upstreams.Waiting waiting) {
        upstreams.expect(waiting);
    }

    /// Where sessions came from that began elsewhere.
    Exits exits() {
        return upstreams::exit;
    }

    /// What account pages link by.
    Accounts.Federation forAccounts() {
        return new Accounts.Federation(identities, connections, upstreams, arrivals, replies);
    }

    /// The providers' own protocols, which need the keys of workspaces.
    static Outbound outbound(OutboundConfig config) {
        return new Outbound(config, LIMITS);
    }

    List<Route> routes(Outbound outbound, KeyRing keys) {
        var oidc = new OidcUpstream(outbound, connections, journeys, keys, ground.clock());
        upstreams.speak(Connection.Kind.OIDC, oidc);
        var probe = new OidcProbe(
                oidc,
                outbound,
                workspace -> ground.workspaces()
                        .standing(workspace)
                        .map(door::addressOf)
                        .orElse(""),
                ground.clock());
        Once once = new Replays(ground.storage().app())::isFirst;
        var saml = new SamlWiring(
                ground, entry, new SamlWiring.Ways(upstreams, journeys, arrivals, replies, sessions, once, outbound));
        return Stream.of(
                        journeyRoutes,
                        saml.routes(),
                        new ConnectionRoutes(
                                        connections,
                                        outbound,
                                        Map.of(Connection.Kind.OIDC, probe, Connection.Kind.SAML, saml.probe()),
                                        new LinkedPeople(ground.workspaces()),
                                        ground.audit())
                                .routes(),
                        new UserIdentityRoutes(identities, ground.directory(), ground.audit()).routes(),
                        new OidcRoutes(new OidcRoutes.Parts(
                                        oidc,
                                        connections,
                                        journeys,
                                        arrivals,
                                        sessions,
                                        once,
                                        door,
                                        ground.browsers(),
                                        replies,
                                        ground.clock()))
                                .routes())
                .flatMap(List::stream)
                .toList();
    }

    /// What expires of all this.
    static List<Sweep.Expiring> expiring() {
        return List.of(Journeys.expiring(), UpstreamSessions.expiring());
    }
}
