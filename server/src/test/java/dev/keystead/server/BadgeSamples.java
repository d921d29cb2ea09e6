package dev.keystead.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.badge.BadgeRoutes;
import dev.keystead.directory.UserId;
import dev.keystead.profile.OwnProfileRoutes;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// Sound requests about badges.
public final class BadgeSamples {
    static final Map<Class<?>, Function<TestServer, String>> BODIES = Map.ofEntries(
            entry(BadgeRoutes.IssueBadge.class, _ -> wish(UserId.make().text())),
            entry(BadgeRoutes.RevokeBadge.class, _ -> "{\"reason\":\"a sample\"}"),
            entry(OwnProfileRoutes.ShowProfile.class, _ -> "{\"shown\":true}"));

    private BadgeSamples() {}

    static String wish(String user) {
        return "{\"user_id\":\"%s\",\"kind\":\"verified\"}".formatted(user);
    }

    /// A badge that can be issued. The first of its kind has the key made, which leaves an entry of its own.
    static String wish(Targets.Caller caller) {
        String user = caller.makeUser().resource();
        JsonNode _ = issue(caller.client(), user);
        return wish(user);
    }

    /// A verified badge of somebody, as the answer shows it.
    public static JsonNode issue(Client client, String user) {
        Answer made = client.post("/v1/badges", wish(user));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json();
    }

    static Targets.Target badge(Targets.Caller caller) {
        JsonNode made = issue(caller.client(), caller.makeUser().resource());
        return caller.target(made.path("id").asString());
    }

    /// The key that signs now.
    static Targets.Target key(Targets.Caller caller) {
        JsonNode made = issue(caller.client(), caller.makeUser().resource());
        return caller.target(made.path("document").path("kid").asString());
    }
}
