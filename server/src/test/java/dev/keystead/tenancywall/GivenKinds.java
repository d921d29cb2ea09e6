package dev.keystead.tenancywall;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.grant.AccessTokenId;
import dev.keystead.server.GrantSamples;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;
import java.util.UUID;

/// What applications were given, for the tenancy contract.
final class GivenKinds {
    private GivenKinds() {}

    /// What a party's owner allowed a client, which is how it is named.
    static ResourceKind consents(TestServer server) {
        return new ResourceKind(
                party -> {
                    ClientId client = client(server, party);
                    GrantSamples.consent(server, workspace(party), new UserId(id(party, Axis.USER)), client);
                    return client.text();
                },
                () -> ClientId.make().text());
    }

    static ResourceKind accessTokens(TestServer server) {
        return new ResourceKind(
                party -> GrantSamples.accessToken(server, workspace(party), client(server, party))
                        .text(),
                () -> AccessTokenId.make().text());
    }

    private static ClientId client(TestServer server, Party party) {
        return GrantSamples.client(server, server.as(party.credential().substring("Bearer ".length())));
    }

    private static WorkspaceId workspace(Party party) {
        return new WorkspaceId(id(party, Axis.TENANT));
    }

    private static UUID id(Party party, Axis axis) {
        return Optional.ofNullable(party.ids().get(axis)).orElseThrow();
    }
}
