package dev.keystead.tenancywall;

import dev.keystead.audit.chain.CheckpointId;
import dev.keystead.client.ClientId;
import dev.keystead.directory.CreateUser;
import dev.keystead.directory.UserId;
import dev.keystead.event.EventId;
import dev.keystead.grant.AccessTokenId;
import dev.keystead.server.GrantSamples;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TrailDesk;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.tenancy.testkit.Party;
import dev.keystead.tenancy.testkit.ResourceKind;
import dev.keystead.webhook.WebhookId;
import dev.keystead.webhook.WebhookRoutes;
import dev.keystead.workspace.WorkspaceId;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/// What applications were given, programs are told and was signed, for the tenancy contract.
final class GivenKinds {
    private GivenKinds() {}

    /// What a party's owner allowed a client, which is how it is named.
    static ResourceKind consents(TestServer server) {
        return new ResourceKind(
                party -> {
                    ClientId client = application(server, party);
                    GrantSamples.consent(server, workspace(party), new UserId(id(party, Axis.USER)), client);
                    return client.text();
                },
                () -> ClientId.make().text());
    }

    static ResourceKind webhooks(TestServer server) {
        return new ResourceKind(
                party -> client(server, party)
                        .post("/v1/webhooks", Samples.body(WebhookRoutes.CreateWebhook.class, server))
                        .json()
                        .path("webhook")
                        .path("id")
                        .asString(),
                () -> WebhookId.make().text());
    }

    /// An event of a party. That it was never sent to the webhook at hand makes no difference to whoever asks.
    static ResourceKind deliveries(TestServer server) {
        return new ResourceKind(
                party -> {
                    var user = Samples.body(CreateUser.class, server);
                    client(server, party).post("/v1/users", user);
                    return client(server, party)
                            .get("/v1/events?limit=1")
                            .json()
                            .path("items")
                            .path(0)
                            .path("id")
                            .asString();
                },
                () -> new EventId(UuidV7.next()).text());
    }

    static ResourceKind accessTokens(TestServer server) {
        return new ResourceKind(
                party -> GrantSamples.accessToken(server, workspace(party), application(server, party))
                        .text(),
                () -> AccessTokenId.make().text());
    }

    /// What was signed about a party's audit trail. The party has an entry by the time anybody asks.
    static ResourceKind checkpoints(TestServer server, Function<Party, String> newest) {
        return new ResourceKind(
                party -> {
                    application(server, party);
                    new TrailDesk(server).seal();
                    new TrailDesk(server).sign();
                    return newest.apply(party);
                },
                () -> new CheckpointId(UuidV7.next()).text());
    }

    private static ClientId application(TestServer server, Party party) {
        return GrantSamples.client(server, client(server, party));
    }

    private static Client client(TestServer server, Party party) {
        return server.as(party.credential().substring("Bearer ".length()));
    }

    private static WorkspaceId workspace(Party party) {
        return new WorkspaceId(id(party, Axis.TENANT));
    }

    private static UUID id(Party party, Axis axis) {
        return Optional.ofNullable(party.ids().get(axis)).orElseThrow();
    }
}
