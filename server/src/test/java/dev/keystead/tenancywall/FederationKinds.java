package dev.keystead.tenancywall;

import dev.keystead.connection.ConnectionId;
import dev.keystead.directory.UserId;
import dev.keystead.federation.ExternalIdentityId;
import dev.keystead.server.FederationSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import java.util.Optional;

/// Other identity providers and links to them, for the tenancy contract.
final class FederationKinds {
    private FederationKinds() {}

    static ResourceKind connections(TestServer server) {
        return new ResourceKind(
                party -> FederationSamples.connection(server, client(server, party)),
                () -> ConnectionId.make().text());
    }

    /// A link of a party's owner.
    static ResourceKind identities(TestServer server) {
        return new ResourceKind(
                party -> FederationSamples.link(
                        server,
                        client(server, party),
                        new UserId(Optional.ofNullable(party.ids().get(Axis.USER))
                                        .orElseThrow())
                                .text()),
                () -> ExternalIdentityId.make().text());
    }

    private static Client client(TestServer server, Party party) {
        return server.as(party.credential().substring("Bearer ".length()));
    }
}
