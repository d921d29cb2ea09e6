package dev.keystead.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/// A workspace whose administrator makes webhooks and things that they are told of.
final class Hooks {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final TestServer server;
    private final Elsewhere place;

    Hooks(TestServer server) {
        this.server = server;
        this.place = server.makeOrganisation("hooks-" + UuidV7.next().toString().substring(24));
    }

    /// A webhook and its secret.
    record Hook(String id, String secret) {}

    Client administrator() {
        return server.as(place.key());
    }

    Elsewhere place() {
        return place;
    }

    Hook make(String url, String type) {
        Answer made =
                administrator().post("/v1/webhooks", "{\"url\":\"%s\",\"event_types\":[\"%s\"]}".formatted(url, type));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return new Hook(
                made.json().path("webhook").path("id").asString(),
                made.json().path("secret").asString());
    }

    /// Makes a user and answers the id, which the event has as its subject.
    String makeUser(String name) {
        Answer made = administrator()
                .post(
                        "/v1/users",
                        "{\"email\":\"%s@%s.test\",\"display_name\":\"%s\"}".formatted(name, place.slug(), name));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    JsonNode read(Hook hook) {
        return administrator().get("/v1/webhooks/" + hook.id()).json();
    }

    JsonNode deliveries(Hook hook) {
        return administrator()
                .get("/v1/webhooks/" + hook.id() + "/deliveries")
                .json()
                .path("items");
    }

    /// The newest delivery once it is in a state, after some attempts.
    JsonNode awaitDelivery(Hook hook, String state, int attempts) {
        Until.holds("a delivery is " + state + " after " + attempts, LIMIT, () -> {
            JsonNode newest = deliveries(hook).path(0);
            return newest.path("state").asString("").equals(state)
                    && newest.path("attempts").asInt(0) >= attempts
                    && newest.path("attempted_at").isString();
        });
        return deliveries(hook).path(0);
    }

    /// Lets time pass for what waits to be sent.
    void pass(Hook hook, String interval) {
        server.execute("""
                update admin.webhook_deliveries
                set next_attempt_at = next_attempt_at - interval '%1$s',
                    give_up_at = give_up_at - interval '%1$s',
                    created_at = created_at - interval '%1$s'
                where webhook_id = app.id_uuid('%2$s')""".formatted(interval, hook.id()));
        server.execute("""
                update admin.webhooks
                set failing_since_at = failing_since_at - interval '%1$s',
                    previous_until_at = previous_until_at - interval '%1$s'
                where id = app.id_uuid('%2$s')""".formatted(interval, hook.id()));
    }
}
