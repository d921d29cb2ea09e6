package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.event.NatsServer.Stored;
import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Person;
import dev.keystead.server.Until;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Events through a real broker that is killed, and workers that are.
class NatsRelayTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final NatsServer nats = NatsServer.start();

    @AfterEach
    void stop() {
        nats.close();
    }

    private TestServer server(String... more) {
        var flags = new ArrayList<>(List.of("--nats-url", nats.url(), "--master-key", Town.MASTER_KEY));
        flags.addAll(List.of(more));
        return TestServer.start(flags.toArray(String[]::new));
    }

    private List<String> idsAtTheBroker(Crowd crowd) {
        return nats.stored().stream()
                .filter(message ->
                        message.body().contains(crowd.place().workspace().text()))
                .filter(message -> message.subject().equals(Crowd.SUBJECT))
                .map(Stored::messageId)
                .toList();
    }

    @Test
    void everyEventIsPublishedOnceThoughTheBrokerIsKilled() {
        try (TestServer server = server()) {
            var crowd = new Crowd(server);
            List<EventId> written = new ArrayList<>(crowd.write(60, 60));
            Until.holds("some are published", LIMIT, () -> crowd.published() > 0);
            nats.kill();
            written.addAll(crowd.write(60, 60));
            nats.run();
            written.addAll(crowd.write(60, 60));
            crowd.untilPublished();
            assertThat(idsAtTheBroker(crowd))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(
                            written.stream().map(EventId::text).toList());
        }
    }

    @Test
    void aMessageIsTheCloudEvent() {
        try (TestServer server = server()) {
            var place = server.makeOrganisation("broker");
            String user = server.as(place.key())
                    .post("/v1/users", "{\"email\":\"a@broker.test\",\"display_name\":\"A\"}")
                    .id();
            Until.holds(
                    "the user's event is published",
                    LIMIT,
                    () -> nats.stored().stream()
                            .anyMatch(message -> message.body().contains(user)));
            Stored message = nats.stored().stream()
                    .filter(stored -> stored.body().contains(user))
                    .findFirst()
                    .orElseThrow();
            JsonNode event = new JsonMapper().readTree(message.body());
            assertThat(message.subject()).isEqualTo("identity.user.created.v1");
            assertThat(event.path("id").asString()).isEqualTo(message.messageId());
            assertThat(event.path("source").asString()).isEqualTo(server.address() + "/t/broker");
            assertThat(event.path("tenantid").asString())
                    .isEqualTo(place.workspace().text());
        }
    }

    @Test
    void aWorkerThatIsKilledBetweenPublishingAndNotingItMakesNoDuplicate() throws IOException {
        try (TestServer web = server("--roles", "web")) {
            var crowd = new Crowd(web);
            List<EventId> written = crowd.write(25, 25);
            Process worker = RelayProcess.start(List.of(
                    "--database-url",
                    "postgresql://" + web.database().user() + ":"
                            + web.database().password() + "@"
                            + web.database().jdbcUrl().replaceFirst("^jdbc:postgresql://", ""),
                    "--deployment-name",
                    web.database().name(),
                    "--master-key",
                    Town.MASTER_KEY,
                    "--nats-url",
                    nats.url()));
            RelayProcess.awaitPublished(worker);
            worker.destroyForcibly().onExit().join();
            assertThat(idsAtTheBroker(crowd)).as("one of each thing at least").isNotEmpty();
            assertThat(crowd.published()).as("nothing was noted").isZero();
            // The lease of the dead worker runs out.
            web.execute("update events.relay_leases set expires_at = now()");
            try (TestServer next = TestServer.start(
                    web.database(), "--nats-url", nats.url(), "--master-key", Town.MASTER_KEY, "--roles", "worker")) {
                crowd.untilPublished();
                assertThat(next.address()).isNotNull();
            }
            assertThat(idsAtTheBroker(crowd))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(
                            written.stream().map(EventId::text).toList());
        }
    }

    @Test
    void namesInOtherWorkspacesFollowThroughTheBroker() {
        try (TestServer server = server()) {
            var place = server.makeOrganisation("followers");
            Person person = server.makePerson("fred");
            server.as(place.key())
                    .post(
                            "/v1/workspaces/" + place.workspace().text() + "/members",
                            "{\"user_id\":\"%s\",\"role\":\"member\"}"
                                    .formatted(person.user().text()));
            int changes = 10;
            for (int i = 1; i <= changes; i++) {
                var changed = server.asAdministrator()
                        .patch("/v1/users/" + person.user().text(), "{\"display_name\":\"Fred %d\"}".formatted(i));
                assertThat(changed.status()).as(changed.text()).isEqualTo(200);
                if (i == changes / 2) {
                    nats.kill();
                    nats.run();
                }
            }
            server.look()
                    .until(
                            "select count(*) from events.inbox where consumer = 'member-profiles' and id in (select id"
                                    + " from events.outbox where aggregate_id = '"
                                    + person.user().text() + "' and subject = 'identity.user.updated.v1')",
                            changes);
            assertThat(server.as(place.key())
                            .get("/v1/workspaces/" + place.workspace().text() + "/members/"
                                    + person.user().text())
                            .json()
                            .path("display_name")
                            .asString())
                    .isEqualTo("Fred " + changes);
        }
    }

    @Test
    void aMessageThatIsNoEventOfOursHasNoEffect() throws Exception {
        try (TestServer server = server();
                var intruder = nats.connect()) {
            Person person = server.makePerson("gina");
            Until.holds("there is a stream", LIMIT, () -> nats.count() > 0);
            String forged = """
                    {"id":"evt_01k9zzzzzzzzzzzzzzzzzzzzzz","tenantid":"%s","subject":"%s",
                     "data":{"resource":{"display_name":"Mallory","version":99}}}""".formatted(
                            "wrk_01k9zzzzzzzzzzzzzzzzzzzzzz", person.user().text());
            intruder.connection()
                    .jetStream()
                    .publish("identity.user.updated.v1", forged.getBytes(StandardCharsets.UTF_8));
            intruder.connection().jetStream().publish("identity.user.updated.v1", new byte[] {1, 2, 3});
            var management = intruder.connection().jetStreamManagement();
            Until.holds("both were passed over", LIMIT, () -> {
                try {
                    var consumer = management.getConsumerInfo("keystead", "keystead-member-profiles");
                    return consumer.getNumPending() == 0 && consumer.getNumAckPending() == 0;
                } catch (Exception _) {
                    return false;
                }
            });
            assertThat(server.count("select count(*) from identity.workspace_members where display_name = 'Mallory'"))
                    .isZero();
        }
    }
}
