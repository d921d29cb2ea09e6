package dev.keystead.tenancywall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.license.assignment.LicenseId;
import dev.keystead.server.LicenseSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import java.util.Optional;

/// Licences that a party gave, for the tenancy contract.
final class LicenseKinds {
    private LicenseKinds() {}

    /// A licence on the party's own node, of which its owner has a seat.
    static ResourceKind licenses(TestServer server) {
        return new ResourceKind(
                party -> {
                    Client client = server.as(party.credential().substring("Bearer ".length()));
                    String license = firstOrNew(server, client);
                    Answer seat = client.send("PUT", "/v1/licenses/" + license + "/seats/" + owner(party), null);
                    assertThat(seat.status()).as(seat.text()).isEqualTo(200);
                    return license;
                },
                () -> LicenseId.make().text());
    }

    private static String firstOrNew(TestServer server, Client client) {
        String found = client.get("/v1/licenses?status=active")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
        if (!found.isEmpty()) {
            return found;
        }
        Answer made = LicenseSamples.assign(
                client,
                LicenseSamples.module(server),
                LicenseSamples.workspaceNode(client),
                ",\"constraints\":{\"seats\":3}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private static String owner(Party party) {
        return new UserId(Optional.ofNullable(party.ids().get(Axis.USER)).orElseThrow()).text();
    }
}
