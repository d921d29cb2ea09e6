package dev.keystead.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import dev.keystead.webhook.HookTarget.Behaviour;
import dev.keystead.webhook.HookTarget.Received;
import dev.keystead.webhook.Hooks.Hook;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Events on their way to webhooks, with targets that misbehave.
class WebhookDeliveryTest {
    private static final TestServer SERVER = TestServer.start("--outbound-allow-private", "true");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HookTarget target = new HookTarget();
    private final Hooks hooks = new Hooks(SERVER);

    @AfterEach
    void close() {
        target.close();
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    /// As the receiving side checks it, by the text of Standard Webhooks and not by our code.
    private static boolean verifies(Received received, String secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            String signed =
                    received.header("webhook-id") + "." + received.header("webhook-timestamp") + "." + received.body();
            String expected =
                    "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
            return List.of(received.header("webhook-signature").split(" ", -1)).contains(expected);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private Received awaitCall(int number) {
        Until.holds(
                "call " + number + " comes in", LIMIT, () -> target.received().size() >= number);
        return target.received().get(number - 1);
    }

    @Test
    void anEventArrivesSignedAndIsLogged() {
        Hook hook = hooks.make(target.url("/in"), "identity.user.*");
        String user = hooks.makeUser("ada");
        Received call = awaitCall(1);
        assertThat(verifies(call, hook.secret())).isTrue();
        assertThat(call.header("content-type")).isEqualTo("application/cloudevents+json");
        JsonNode event = new JsonMapper().readTree(call.body());
        assertThat(event.path("type").asString()).isEqualTo("identity.user.created.v1");
        assertThat(event.path("subject").asString()).isEqualTo(user);
        assertThat(event.path("id").asString()).isEqualTo(call.header("webhook-id"));
        JsonNode delivery = hooks.awaitDelivery(hook, "delivered", 1);
        assertThat(delivery.path("id").asString()).isEqualTo(call.header("webhook-id"));
        assertThat(delivery.path("status").asInt()).isEqualTo(200);
        assertThat(delivery.path("answer").asString()).isEqualTo("thank you");
    }

    @Test
    void onlyWantedEventsAreSent() {
        Hook hook = hooks.make(target.url("/in"), "identity.user.deleted.v1");
        String user = hooks.makeUser("bob");
        hooks.administrator().delete("/v1/users/" + user);
        awaitCall(1);
        hooks.awaitDelivery(hook, "delivered", 1);
        assertThat(target.received()).hasSize(1);
        assertThat(target.received().getFirst().body()).contains("identity.user.deleted.v1");
    }

    @Test
    void forADayAfterARotationBothSecretsSign() {
        Hook hook = hooks.make(target.url("/in"), "*");
        Answer rotated = hooks.administrator().post("/v1/webhooks/" + hook.id() + ":rotate-secret");
        String next = rotated.json().path("secret").asString();
        assertThat(next).startsWith("whsec_").isNotEqualTo(hook.secret());
        hooks.administrator().post("/v1/webhooks/" + hook.id() + ":test");
        Received during = target.received().getLast();
        assertThat(verifies(during, hook.secret())).isTrue();
        assertThat(verifies(during, next)).isTrue();
        hooks.pass(hook, "25 hours");
        hooks.administrator().post("/v1/webhooks/" + hook.id() + ":test");
        Received after = target.received().getLast();
        assertThat(verifies(after, hook.secret())).isFalse();
        assertThat(verifies(after, next)).isTrue();
    }

    @Test
    void aTargetThatFailsForAnHourGetsTheEventInTheEnd() {
        target.behave(new Behaviour.Says(500, "broken"));
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        hooks.makeUser("carl");
        int attempts = 1;
        for (int minutes = 0; minutes < 60; minutes += 12) {
            JsonNode failed = hooks.awaitDelivery(hook, "waiting", attempts);
            assertThat(failed.path("status").asInt()).isEqualTo(500);
            assertThat(failed.path("last_error").asString()).isEqualTo("answers with 500");
            hooks.pass(hook, "12 minutes");
            attempts++;
        }
        hooks.awaitDelivery(hook, "waiting", attempts);
        target.behave(new Behaviour.Says(204, ""));
        hooks.pass(hook, "12 minutes");
        hooks.awaitDelivery(hook, "delivered", attempts + 1);
        assertThat(target.received().stream()
                        .map(call -> call.header("webhook-id"))
                        .distinct())
                .as("the same event each time")
                .hasSize(1);
    }

    @Test
    void afterThreeDaysNobodyTriesAnyMoreUntilSomebodyAsks() {
        target.behave(new Behaviour.Says(503, "later"));
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        hooks.makeUser("dora");
        hooks.awaitDelivery(hook, "waiting", 1);
        hooks.pass(hook, "3 days");
        JsonNode failed = hooks.awaitDelivery(hook, "failed", 2);
        target.behave(new Behaviour.Says(200, "now"));
        Answer again = hooks.administrator()
                .post("/v1/webhooks/" + hook.id() + "/deliveries/"
                        + failed.path("id").asString() + ":redeliver");
        assertThat(again.status()).as(again.text()).isEqualTo(202);
        hooks.awaitDelivery(hook, "delivered", 3);
    }

    @Test
    void aRedirectIsNotFollowed() {
        target.behave(new Behaviour.Redirects(target.url("/inside")));
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        hooks.makeUser("eve");
        JsonNode failed = hooks.awaitDelivery(hook, "waiting", 1);
        assertThat(failed.path("last_error").asString()).contains("redirect");
        assertThat(target.received()).extracting(Received::path).containsOnly("/in");
    }

    @Test
    void anAnswerWithoutEndIsCutOff() {
        target.behave(new Behaviour.Floods(20 * 1024 * 1024));
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        hooks.makeUser("fay");
        JsonNode failed = hooks.awaitDelivery(hook, "waiting", 1);
        assertThat(failed.path("last_error").asString()).contains("more than is read");
    }

    @Test
    void aTargetThatHangsHoldsUpNoOther() {
        try (var hanging = new HookTarget()) {
            hanging.behave(new Behaviour.Hangs());
            Hook stuck = hooks.make(hanging.url("/never"), "identity.user.created.v1");
            Hook quick = hooks.make(target.url("/in"), "identity.user.created.v1");
            for (int i = 0; i < 5; i++) {
                hooks.makeUser("greg" + i);
            }
            Until.holds("the others arrive", LIMIT, () -> target.received().size() == 5);
            hooks.awaitDelivery(quick, "delivered", 1);
            assertThat(hooks.deliveries(stuck).findValuesAsString("state")).doesNotContain("delivered");
        }
    }

    @Test
    void anEventIsQueuedOnceHoweverOftenItIsFannedOut() {
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        String user = hooks.makeUser("hal");
        hooks.awaitDelivery(hook, "delivered", 1);
        // As after a crash of the worker that had queued it.
        SERVER.execute("update events.outbox set fanned_out_at = null where aggregate_id = '" + user + "'");
        SERVER.look()
                .until(
                        "select count(*) from events.outbox where fanned_out_at is not null and aggregate_id = '" + user
                                + "'",
                        1);
        hooks.administrator().patch("/v1/webhooks/" + hook.id(), "{\"event_types\":[\"*\"]}");
        Until.holds(
                "a later event arrives",
                LIMIT,
                () -> target.received().stream().anyMatch(call -> call.body().contains("identity.webhook.updated.v1")));
        assertThat(target.received().stream().filter(call -> call.body().contains("identity.user.created.v1")))
                .hasSize(1);
    }

    @Test
    void aWebhookThatFailedForDaysIsTurnedOffAndItsOwnersHearOfIt() {
        SERVER.makeOwner(hooks.place());
        target.behave(new Behaviour.Says(500, ""));
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        hooks.makeUser("ida");
        hooks.awaitDelivery(hook, "waiting", 1);
        assertThat(hooks.read(hook).path("failing_since").isString()).isTrue();
        hooks.pass(hook, "6 days");
        Until.holds(
                "the webhook is off",
                LIMIT,
                () -> !hooks.read(hook).path("enabled").asBoolean());
        assertThat(hooks.read(hook).path("disabled_reason").asString()).contains("has failed for 5 days");
        assertThat(hooks.administrator()
                        .get("/v1/events?type=identity.webhook.disabled")
                        .json()
                        .path("items")
                        .valueStream()
                        .map(event -> event.path("subject").asString()))
                .containsExactly(hook.id());
        SERVER.look()
                .until(
                        "select count(*) from audit.written where event_type = 'webhook.disable' and resource_id = '"
                                + hook.id() + "'",
                        1);
        Until.holds(
                "the owner has mail",
                LIMIT,
                () -> SERVER.as("")
                        .get("/dev/inbox")
                        .text()
                        .contains("owner@" + hooks.place().slug() + ".test"));
        hooks.administrator().patch("/v1/webhooks/" + hook.id(), "{\"enabled\":true}");
        assertThat(hooks.read(hook).path("disabled_reason").isNull()).isTrue();
        assertThat(hooks.read(hook).path("failing_since").isNull()).isTrue();
    }

    @Test
    void aTargetThatIsGoneIsNotAskedAgain() {
        target.behave(new Behaviour.Says(410, "moved away"));
        Hook hook = hooks.make(target.url("/in"), "identity.user.created.v1");
        hooks.makeUser("jan");
        Until.holds(
                "the webhook is off",
                LIMIT,
                () -> !hooks.read(hook).path("enabled").asBoolean());
        assertThat(hooks.read(hook).path("disabled_reason").asString()).contains("gone");
    }

    @Test
    void aPingSaysInWordsWhatCameBack() {
        Hook hook = hooks.make(target.url("/in"), "*");
        String path = "/v1/webhooks/" + hook.id() + ":test";
        JsonNode good = hooks.administrator().post(path).json();
        assertThat(good.path("delivered").asBoolean()).isTrue();
        assertThat(good.path("result").asString()).isEqualTo("The address took the ping.");
        target.behave(new Behaviour.Says(404, "no such page\u0000"));
        JsonNode bad = hooks.administrator().post(path).json();
        assertThat(bad.path("delivered").asBoolean()).isFalse();
        assertThat(bad.path("result").asString()).isEqualTo("The address answers with 404.");
        assertThat(bad.path("answer").asString()).startsWith("no such page");
    }
}
