package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.federation.saml.MetadataImportRoutes;
import dev.keystead.federation.saml.SamlKeyRoutes;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.util.Map;
import java.util.function.Function;

/// Sound requests about SAML.
public final class SamlSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            // Whatever waits or has retired, one more can be made.
            entry(SamlKeyRoutes.CreateSamlKey.class, server -> {
                server.execute("delete from admin.saml_keys where status <> 'active'");
                return "{}";
            }),
            entry(MetadataImportRoutes.ReadMetadata.class, _ -> "{\"url\":\"https://localhost:9/metadata\"}"));

    static final Map<String, Function<Targets.Caller, Targets.Target>> TARGETS = Map.ofEntries(
            entry("saml_key.activate", caller -> caller.target(next(caller.server(), caller.client()))),
            entry("saml_key.delete", caller -> caller.target(next(caller.server(), caller.client()))));

    private SamlSamples() {}

    /// A key that waits for its turn.
    public static String next(TestServer server, Client client) {
        Answer first = make(server, client);
        return first.json().path("status").asString().equals("next")
                ? first.id()
                : make(server, client).id();
    }

    private static Answer make(TestServer server, Client client) {
        Answer made = client.post("/v1/saml-keys", Samples.body(SamlKeyRoutes.CreateSamlKey.class, server));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }
}
