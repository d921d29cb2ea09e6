package dev.keystead.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What operators see of effects inside.
class InboxRoutesTest {
    /// It hands nothing on, so that effects wait.
    private static final TestServer SERVER = TestServer.start("--roles", "web");

    private final Client operator = SERVER.asAdministrator();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private List<JsonNode> all(String state) {
        var found = new ArrayList<JsonNode>();
        String cursor = "";
        do {
            JsonNode page = operator.get("/v1/system/inbox?limit=2&state=" + state + cursor)
                    .json();
            page.path("items").forEach(found::add);
            String next = page.path("next_cursor").asString("");
            cursor = next.isEmpty() ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return found;
    }

    @Test
    void anEffectWaitsUntilItIsDone() {
        Person person = SERVER.makePerson("ines");
        for (int i = 0; i < 4; i++) {
            operator.patch("/v1/users/" + person.user().text(), "{\"display_name\":\"Ines %d\"}".formatted(i));
        }
        List<JsonNode> waiting = all("waiting");
        assertThat(waiting)
                .hasSizeGreaterThanOrEqualTo(4)
                .doesNotHaveDuplicates()
                .allSatisfy(each -> {
                    assertThat(each.path("consumer").asString()).isEqualTo("member-profiles");
                    assertThat(each.path("state").asString()).isEqualTo("waiting");
                    assertThat(each.path("type").asString()).startsWith("identity.user.");
                    assertThat(each.path("received_at").isNull()).isTrue();
                });
        int before = all("done").size();
        SERVER.execute("""
                insert into events.inbox (tenant_id, consumer, id, subject, received_at, expires_at)
                select tenant_id, 'member-profiles', id, subject, now(), now() + interval '30 days'
                from events.outbox where subject = 'identity.user.updated.v1'""");
        assertThat(all("waiting")).hasSize(waiting.size() - 4);
        List<JsonNode> done = all("done");
        assertThat(done).hasSize(before + 4).allSatisfy(each -> {
            assertThat(each.path("state").asString()).isEqualTo("done");
            assertThat(each.path("received_at").isNull()).isFalse();
            assertThat(each.path("tenant_id").asString()).startsWith("wrk_");
        });
        assertThat(operator.get("/v1/system/inbox?state=lost").status()).isEqualTo(400);
    }

    @Test
    void itIsForOperatorsAlone() {
        var place = SERVER.makeOrganisation("inbox-others");
        assertThat(SERVER.as(place.key()).get("/v1/system/inbox").status()).isEqualTo(403);
    }
}
