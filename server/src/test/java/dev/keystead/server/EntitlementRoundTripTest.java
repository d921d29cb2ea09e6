package dev.keystead.server;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Counts the round trips to PostgreSQL of questions about entitlements, on the wire: one for whatever is not known,
/// and
/// none for what is.
class EntitlementRoundTripTest {
    /// As in [RoundTripTest]: what is known of a key, its workspace and the organisation's home is forgotten soon.
    private static final int LOOKUPS = 3;

    private static final int TURNS = 30;

    /// A workspace with a module on its node, and units below it: for each kind of question one for each turn.
    private record Place(Client client, String module, List<String> units) {
        static Place on(TappedServer tapped) {
            TestServer server = tapped.server();
            String body = "{\"name\":\"trip\",\"scopes\":[\"read:license\",\"read:audit\"]}";
            Client administrator = server.asAdministrator();
            String module = LicenseSamples.module(server);
            String node = workspaceNode(administrator);
            Answer given = assign(administrator, module, node, ",\"constraints\":{\"usage_cap\":10}");
            assertThat(given.status()).as(given.text()).isEqualTo(201);
            List<String> units = IntStream.range(0, 3 * TURNS)
                    .mapToObj(_ -> unit(administrator, node))
                    .toList();
            Client client = server.as(administrator
                    .post("/v1/api-keys", body)
                    .json()
                    .path("api_key")
                    .asString());
            // The note of a key's use is written beside its first request.
            client.get("/v1/audit");
            new Look(tapped.database())
                    .until("select count(*) from admin.api_keys where name = 'trip' and last_used_at is null", 0);
            return new Place(client, module, units);
        }

        Answer all(int turn) {
            return granted(client.get("/v1/nodes/" + units.get(turn) + "/entitlements"));
        }

        Answer one(int turn) {
            return check(List.of(units.get(TURNS + turn)), "");
        }

        /// Every node, of which the one of this turn was not asked for before.
        Answer many(int turn) {
            return check(units.subList(2 * TURNS, 2 * TURNS + turn + 1), "");
        }

        Answer ofPeople(int turn) {
            return check(
                    units.subList(2 * TURNS, 2 * TURNS + turn + 1),
                    ",\"user_id\":\"%s\"".formatted("usr_01k9zzzzzzzzzzzzzzzzzzzzzz"));
        }

        private Answer check(List<String> nodes, String more) {
            return granted(client.post(
                    "/v1/entitlements:check",
                    nodes.stream()
                            .map(node -> "{\"module\":\"%s\",\"node_id\":\"%s\"%s}".formatted(module, node, more))
                            .collect(Collectors.joining(",", "{\"checks\":[", "]}"))));
        }

        private static Answer granted(Answer answer) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.text()).contains("GRANTED");
            return answer;
        }
    }

    @Test
    void whatIsNotKnownIsOneHoweverMuchIsAsked() {
        try (var tapped = new TappedServer()) {
            // A look at what other nodes changed would fall into what is counted; nothing is known for long without.
            tapped.server().stopListening();
            Place place = Place.on(tapped);
            costsOne(tapped, "all modules of a node", place::all);
            costsOne(tapped, "one module", place::one);
            costsOne(tapped, "many nodes", place::many);
            costsOne(tapped, "people", place::ofPeople);
        }
    }

    private static void costsOne(TappedServer tapped, String what, IntFunction<Answer> question) {
        LongSummaryStatistics cost = tapped.cost(question);
        assertThat(cost.getMin()).as(what).isEqualTo(1);
        assertThat(cost.getMax()).as(what).isLessThanOrEqualTo(1 + LOOKUPS);
    }

    @Test
    void whatIsKnownIsNone() {
        try (var tapped = new TappedServer()) {
            Place place = Place.on(tapped);
            for (IntFunction<Answer> question : List.<IntFunction<Answer>>of(place::all, place::one, place::many)) {
                tapped.cost(question);
                // A look at what other nodes changed falls into some of them.
                assertThat(tapped.cost(question).getMin()).isZero();
            }
            assertThat(tapped.cost(place::ofPeople).getMin())
                    .as("seats are always asked for")
                    .isPositive();
        }
    }
}
