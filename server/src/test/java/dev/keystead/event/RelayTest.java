package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.job.Bell;
import dev.keystead.login.Town;
import dev.keystead.platform.config.Config;
import dev.keystead.server.Backstage;
import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Workers that hand events on, beside a server that does not.
class RelayTest {
    private static final String[] NODE = {"--master-key", Town.MASTER_KEY, "--roles", "web"};
    private static final TestServer SERVER = TestServer.start(NODE);
    private static final Config CONFIG = TestServer.config(SERVER.database(), NODE);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Crowd crowd = new Crowd(SERVER);
    private final RecordingOutlet outlet =
            new RecordingOutlet(crowd.place().workspace().value());

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    /// One more node that hands on events to the same other side.
    private void startRelay() {
        Backstage node = Backstage.open(CONFIG);
        open.add(node);
        var relay = new Relay(
                new Relay.Parts(node.worker(), new Bell(), outlet, (_, _, _) -> {}, new Bell(), Clock.systemUTC()));
        open.add(relay);
        relay.start();
    }

    @Test
    void relaysOnSeveralNodesHandNothingOverTwiceAndKeepTheOrderAboutEachThing() {
        startRelay();
        startRelay();
        startRelay();
        List<EventId> written = crowd.write(300, 7);
        crowd.untilPublished();
        List<EventId> taken = outlet.taken().stream().map(Event::id).toList();
        assertThat(new HashSet<>(taken)).hasSize(taken.size());
        assertThat(taken).containsExactlyInAnyOrderElementsOf(written);
        Map<String, List<EventId>> byThing = outlet.taken().stream()
                .collect(Collectors.groupingBy(Event::aggregate, Collectors.mapping(Event::id, Collectors.toList())));
        assertThat(byThing)
                .hasSize(7)
                .allSatisfy((_, events) -> assertThat(events)
                        .isEqualTo(written.stream().filter(events::contains).toList()));
    }

    @Test
    void anEventThatIsRefusedHoldsBackItsOwnThingAlone() {
        List<EventId> written = crowd.write(9, 3);
        outlet.refuse(written.getFirst());
        startRelay();
        Until.holds("the other things' events are handed on", LIMIT, () -> crowd.published() == 6);
        assertThat(outlet.taken()).extracting(Event::aggregate).doesNotContain("thing-0");
        assertThat(SERVER.look()
                        .text("select last_error from events.outbox where id = '"
                                + written.getFirst().value() + "'"))
                .isEqualTo("the other side does not like it");
        outlet.take(written.getFirst());
        SERVER.execute("update events.outbox set next_attempt_at = now() - interval '1 minute' where id = '"
                + written.getFirst().value() + "'");
        crowd.untilPublished();
        assertThat(outlet.taken().stream()
                        .filter(event -> event.aggregate().equals("thing-0"))
                        .map(Event::id))
                .containsExactly(written.get(0), written.get(3), written.get(6));
    }

    @Test
    void whatIsRefusedTooOftenWaitsForTheOperator() {
        EventId poison = crowd.write(1, 1).getFirst();
        outlet.refuse(poison);
        SERVER.execute("update events.outbox set attempt = " + (Relay.MOST_ATTEMPTS - 1) + " where id = '"
                + poison.value() + "'");
        startRelay();
        SERVER.look()
                .until(
                        "select count(*) from events.outbox where next_attempt_at = 'infinity' and id = '"
                                + poison.value() + "'",
                        1);
        var operator = SERVER.asAdministrator();
        JsonNode dead = operator.get("/v1/system/outbox?dead=true").json().path("items");
        assertThat(dead.findValuesAsString("id")).contains(poison.text());
        assertThat(dead.toString()).doesNotContain("\"number\"");
        outlet.take(poison);
        assertThat(operator.post("/v1/system/outbox/" + poison.text() + ":retry")
                        .status())
                .isEqualTo(200);
        crowd.untilPublished();
        assertThat(operator.post("/v1/system/outbox/" + poison.text() + ":retry")
                        .status())
                .as("it was handed on")
                .isEqualTo(404);
    }

    @Test
    void aWorkspaceWhoseWorkerDiedIsTakenOver() {
        crowd.write(1, 1);
        String tenant = crowd.place().workspace().value().toString();
        SERVER.execute("insert into events.relay_leases values ('" + tenant
                + "', gen_random_uuid(), now() + interval '1 hour')");
        startRelay();
        crowd.write(1, 1);
        assertThat(outlet.taken()).isEmpty();
        SERVER.execute("update events.relay_leases set expires_at = now() where tenant_id = '" + tenant + "'");
        crowd.untilPublished();
        assertThat(outlet.taken()).hasSize(2);
    }
}
