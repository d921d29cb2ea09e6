package dev.keystead.server;

import static java.util.Map.entry;

import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.ConnectionRoutes;
import dev.keystead.directory.UserId;
import dev.keystead.federation.ExternalIdentityId;
import dev.keystead.federation.JourneyRoutes;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.Targets.Caller;
import dev.keystead.server.Targets.Target;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Connections to other identity providers and links to them, for tests that walk the route table.
public final class FederationSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.of(
            ConnectionRoutes.CreateConnection.class,
            _ -> """
                    {"kind":"oidc","name":"Sample","issuer":"https://idp-%s.invalid","client_secret":"hidden",
                     "oidc":{"preset":"none","client_id":"c","auth_method":"client_secret_basic",
                             "scopes":["openid"],"userinfo":false}}""".formatted(UuidV7.next()),
            ConnectionRoutes.ChangeConnection.class,
            _ -> "{\"name\":\"Changed %s\"}".formatted(UuidV7.next()),
            JourneyRoutes.Federated.class,
            _ -> "{\"connection_id\":\"%s\"}".formatted(ConnectionId.make().text()));

    static final Map<String, Function<Caller, Target>> TARGETS = Map.ofEntries(
            entry("connection.update", FederationSamples::connection),
            entry("connection.delete", FederationSamples::connection),
            entry("connection.test", FederationSamples::connection),
            entry("identity.unlink", FederationSamples::link));

    private FederationSamples() {}

    private static Target connection(Caller caller) {
        return caller.target(connection(caller.server(), caller.client()));
    }

    /// A connection of whoever asks.
    public static String connection(TestServer server, Client client) {
        return client.post("/v1/connections", Samples.body(ConnectionRoutes.CreateConnection.class, server))
                .id();
    }

    private static Target link(Caller caller) {
        String user = caller.makeUser().resource();
        String link = link(caller.server(), caller.client(), user);
        return new Target(List.of(user, link), link, caller.client());
    }

    /// A link of a user to a connection of whoever asks.
    public static String link(TestServer server, Client client, String user) {
        String connection = connection(server, client);
        var id = ExternalIdentityId.make();
        server.execute("""
                insert into identity.external_identities
                    (tenant_id, id, user_id, connection_id, issuer, subject, linked_at)
                select u.tenant_id, '%s', u.id, c.id, c.issuer, 'somebody', now()
                from identity.users u join admin.connections c on c.tenant_id = u.tenant_id
                where u.id = '%s' and c.id = '%s'""".formatted(
                        id.value(),
                        Prefix.USER.parse(user, UserId::new).orElseThrow().value(),
                        Prefix.CONNECTION
                                .parse(connection, ConnectionId::new)
                                .orElseThrow()
                                .value()));
        return id.text();
    }
}
