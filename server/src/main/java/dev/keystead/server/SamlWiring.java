package dev.keystead.server;

import dev.keystead.connection.Connection;
import dev.keystead.connection.Probe;
import dev.keystead.federation.ArrivalReplies;
import dev.keystead.federation.Arrivals;
import dev.keystead.federation.Once;
import dev.keystead.federation.Upstreams;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.federation.saml.AskRoutes;
import dev.keystead.federation.saml.ConsumerRoutes;
import dev.keystead.federation.saml.MetadataImportRoutes;
import dev.keystead.federation.saml.SamlKeyRoutes;
import dev.keystead.federation.saml.SamlKeys;
import dev.keystead.federation.saml.SamlPages;
import dev.keystead.federation.saml.SamlProbe;
import dev.keystead.federation.saml.SamlUpstream;
import dev.keystead.federation.saml.ServiceMetadataRoutes;
import dev.keystead.federation.saml.SingleLogoutRoutes;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.outbound.Outbound;
import java.util.List;
import java.util.stream.Stream;

/// Providers that speak SAML, and what it takes to speak it with them.
final class SamlWiring {
    private final Probe probe;
    private final List<Route> routes;

    /// What people come by, whatever is spoken.
    record Ways(
            Upstreams upstreams,
            Journeys journeys,
            Arrivals arrivals,
            ArrivalReplies replies,
            UpstreamSessions sessions,
            Once once,
            Outbound outbound) {}

    SamlWiring(DoorWiring.Ground ground, FederationWiring.Entry entry, Ways ways) {
        var database = ground.storage().app();
        var keys = new SamlKeys(database, ground.master(), ground.audit(), ground.clock());
        var pages = new SamlPages(ground.pages(), entry.pages());
        ways.upstreams().speak(Connection.Kind.SAML, new SamlUpstream(keys, ways.journeys(), ground.clock()));
        this.probe = new SamlProbe(keys, ways.outbound(), ground.clock());
        this.routes = Stream.of(
                        new ServiceMetadataRoutes(entry.door(), ground.connections(), keys, ground.clock()).routes(),
                        new AskRoutes(entry.door(), ground.connections(), keys, pages).routes(),
                        new ConsumerRoutes(new ConsumerRoutes.Parts(
                                        entry.door(),
                                        ground.browsers(),
                                        ground.connections(),
                                        ways.journeys(),
                                        entry.flows(),
                                        ways.arrivals(),
                                        ways.replies(),
                                        keys,
                                        ways.once(),
                                        pages,
                                        ground.clock()))
                                .routes(),
                        new SingleLogoutRoutes(new SingleLogoutRoutes.Parts(
                                        database,
                                        entry.door(),
                                        ground.connections(),
                                        ways.sessions(),
                                        entry.events(),
                                        keys,
                                        ways.once(),
                                        pages,
                                        ground.clock()))
                                .routes(),
                        new SamlKeyRoutes(keys, ground.audit()).routes(),
                        new MetadataImportRoutes(ways.outbound(), ground.clock()).routes())
                .flatMap(List::stream)
                .toList();
    }

    Probe probe() {
        return probe;
    }

    List<Route> routes() {
        return routes;
    }
}
