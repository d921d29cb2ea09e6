package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.http.Cursor;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What happened in a workspace, read again.
class EventReplayTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place =
            server.makeOrganisation("replay-" + UuidV7.next().toString().substring(24));
    private final Client administrator = server.as(place.key());

    private Answer makeUser(String name) {
        Answer made = administrator.post(
                "/v1/users", "{\"email\":\"%s@%s.test\",\"display_name\":\"%s\"}".formatted(name, place.slug(), name));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made;
    }

    private JsonNode events(String query) {
        Answer answer = administrator.get("/v1/events" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json();
    }

    /// The same once nothing is being written that began before: until then a reader is told nothing later, so that
    /// it misses nothing.
    private JsonNode settledEvents(String query) {
        Until.holds(
                "nothing is being written",
                Duration.ofSeconds(30),
                () -> server.count("select count(*) where pg_snapshot_xmin(pg_current_snapshot())"
                                + " = pg_snapshot_xmax(pg_current_snapshot())")
                        == 1);
        return events(query);
    }

    private static List<String> types(JsonNode page) {
        return page.path("items")
                .valueStream()
                .map(item -> item.path("type").asString())
                .toList();
    }

    @Test
    void aChangeIsToldAsACloudEvent() {
        String user = makeUser("ada").id();
        administrator.patch("/v1/users/" + user, "{\"display_name\":\"Ada L.\"}");
        administrator.delete("/v1/users/" + user);
        JsonNode page = settledEvents("?type=identity.user.");
        assertThat(types(page))
                .containsExactly("identity.user.created.v1", "identity.user.updated.v1", "identity.user.deleted.v1");
        JsonNode updated = page.path("items").path(1);
        assertThat(updated.path("specversion").asString()).isEqualTo("1.0");
        assertThat(updated.path("id").asString()).startsWith("evt_");
        assertThat(updated.path("source").asString()).isEqualTo(server.address() + "/t/" + place.slug());
        assertThat(updated.path("subject").asString()).isEqualTo(user);
        assertThat(updated.path("tenantid").asString())
                .isEqualTo(place.workspace().text());
        assertThat(updated.path("actor").asString()).startsWith("did:keystead:apk_");
        assertThat(updated.path("datacontenttype").asString()).isEqualTo("application/json");
        assertThat(updated.path("data").path("resource").path("display_name").asString())
                .isEqualTo("Ada L.");
        assertThat(updated.path("data").path("changed").valueStream().map(JsonNode::asString))
                .containsExactly("display_name", "updated_at", "version");
        assertThat(page.toString()).doesNotContain("source_ip_hash");
    }

    @Test
    void whatIsUndoneWasNoEvent() {
        makeUser("only");
        Answer again = administrator.post(
                "/v1/users", "{\"email\":\"only@%s.test\",\"display_name\":\"x\"}".formatted(place.slug()));
        assertThat(again.status()).isEqualTo(409);
        assertThat(types(settledEvents("?type=identity.user."))).hasSize(1);
    }

    @Test
    void aReaderGoesOnWhereItStopped() {
        List.of("a", "b", "c").forEach(this::makeUser);
        JsonNode first = settledEvents("?type=identity.user.&limit=2");
        assertThat(types(first)).hasSize(2);
        assertThat(first.path("has_more").asBoolean()).isTrue();
        JsonNode second = settledEvents(
                "?type=identity.user.&cursor=" + first.path("next_cursor").asString());
        assertThat(types(second)).hasSize(1);
        assertThat(second.path("has_more").asBoolean()).isFalse();
        makeUser("d");
        JsonNode third = settledEvents(
                "?type=identity.user.&cursor=" + second.path("next_cursor").asString());
        assertThat(third.path("items").findValuesAsString("display_name")).containsExactly("d");
    }

    /// The transaction begins first and commits last: whoever reads by time or by number misses its event.
    @Test
    void anEventThatCommitsLateIsNotMissed() throws SQLException {
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("""
                    insert into events.outbox (tenant_id, id, subject, aggregate_id, payload, headers, created_at,
                        attempt, next_attempt_at, expires_at)
                    values ('%s', '%s', 'identity.user.created.v1', 'usr_late', '{}', '{"actor":"did:internal:test"}',
                        now(), 0, now(), 'infinity')""".formatted(place.workspace().value(), UuidV7.next()));
            makeUser("early");
            JsonNode meanwhile = events("?type=identity.user.");
            assertThat(types(meanwhile))
                    .as("nothing is shown that an open transaction may precede")
                    .isEmpty();
            connection.commit();
            var subjects = new ArrayList<String>();
            events("?type=identity.user.&cursor="
                            + meanwhile.path("next_cursor").asString())
                    .path("items")
                    .forEach(item -> subjects.add(item.path("subject").asString()));
            assertThat(subjects).hasSize(2).first().isEqualTo("usr_late");
        }
    }

    @Test
    void aCursorThatIsOlderThanWhatIsKeptIsGone() {
        String old = Cursor.of("1", 1, Instant.now().minus(Duration.ofDays(8)).getEpochSecond())
                .text();
        Answer answer = administrator.get("/v1/events?cursor=" + old);
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.error()).contains("begin without a cursor");
    }

    @Test
    void aCursorThatIsNoneOfOursIsRefused() {
        for (Cursor cursor : List.of(
                Cursor.of("x", 1, 1), Cursor.of("-1", 1, 1), Cursor.of("1", 1, Long.MAX_VALUE), Cursor.of("1", 1))) {
            assertThat(administrator.get("/v1/events?cursor=" + cursor.text()).status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aWorkspaceReadsItsOwnEventsAlone() {
        makeUser("mine");
        Elsewhere other = server.makeOrganisation(
                "replay-other-" + UuidV7.next().toString().substring(24));
        assertThat(server.as(other.key()).get("/v1/events").text())
                .doesNotContain("mine@")
                .doesNotContain(place.workspace().text());
    }

    @Test
    void anEventIsPublishedSoonAlsoWithoutABroker() {
        String user = makeUser("soon").id();
        server.look()
                .until(
                        "select count(*) from events.outbox where published_at is not null and fanned_out_at is not null"
                                + " and aggregate_id = '" + user + "'",
                        1);
    }
}
