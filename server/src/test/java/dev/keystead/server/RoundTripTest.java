package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Counts the round trips to PostgreSQL of whole requests, on the wire.
///
/// What the server knows of a key and of its workspace is kept for less than a second. Of many requests in a row the
/// cheapest was therefore met warm, and the dearest may have been met cold, which costs the look-ups of the key, the
/// workspace and the organisation's home more.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundTripTest {
    private static final int LOOKUPS = 3;

    private final TappedServer tapped = startDeaf();
    private final TestServer server = tapped.server();
    private final Client administrator = server.asAdministrator();
    private final Client client = withKey(
            "admin:user", "admin:workspace", "admin:org", "admin:api-key", "admin:project", "read:node", "read:audit");

    /// A look at what other nodes changed would fall into what is counted.
    private static TappedServer startDeaf() {
        var started = new TappedServer();
        started.server().stopListening();
        return started;
    }

    /// A key that no person owns. The note of a key's use is written beside its first request, so that request and the
    /// note must be over before anything is counted.
    private Client withKey(String... scopes) {
        String body = "{\"name\":\"trip\",\"scopes\":[\"%s\"]}".formatted(String.join("\",\"", scopes));
        Client made = server.as(
                administrator.post("/v1/api-keys", body).json().path("api_key").asString());
        made.get("/v1/audit");
        new Look(tapped.database())
                .until("select count(*) from admin.api_keys where name = 'trip' and last_used_at is null", 0);
        return made;
    }

    @AfterAll
    void stop() {
        tapped.close();
    }

    @Test
    void aUserIsReadInOne() {
        String user = create(0).id();
        costs(1, _ -> client.get("/v1/users/" + user));
    }

    @Test
    void anAbsentUserIsMissedInOne() {
        costs(1, _ -> client.get("/v1/users/usr_01k9zzzzzzzzzzzzzzzzzzzzzz"));
    }

    @Test
    void usersAreListedAndSearchedInOne() {
        create(0);
        costs(1, _ -> client.get("/v1/users?limit=200"));
        costs(1, _ -> client.get("/v1/users?status=active"));
        costs(1, _ -> client.get("/v1/users?q=trip"));
        costs(1, _ -> client.get("/v1/users?q=trip&status=active"));
    }

    @Test
    void everyOtherReadIsOne() {
        costs(1, _ -> client.get("/v1/workspaces"));
        costs(1, _ -> client.get("/v1/api-keys"));
    }

    @Test
    void aReadThatIsRecordedIsTwo() {
        costs(2, _ -> client.get("/v1/audit"));
    }

    @Test
    void aUserIsCreatedInTwo() {
        costs(2, this::create);
    }

    @Test
    void aUserIsChangedInThree() {
        String user = create(0).id();
        costs(3, turn -> client.patch("/v1/users/" + user, "{\"display_name\":\"Name %d\"}".formatted(turn)));
    }

    @Test
    void aChangeThatChangesNothingIsTwo() {
        String user = create(0).id();
        costs(2, _ -> client.patch("/v1/users/" + user, "{\"display_name\":\"Trip 0\"}"));
    }

    @Test
    void aKeyIsCreatedInTwoAndReplacedInThree() {
        costs(
                2,
                turn -> client.post(
                        "/v1/api-keys", "{\"name\":\"key %d\",\"scopes\":[\"read:user\"]}".formatted(turn)));
        List<String> ids = client.get("/v1/api-keys?limit=200")
                .json()
                .path("items")
                .valueStream()
                .filter(key -> key.path("name").asString().startsWith("key "))
                .map(key -> key.path("id").asString())
                .toList();
        costs(3, turn -> client.post("/v1/api-keys/" + ids.get(turn) + ":rotate"));
    }

    @Test
    void aRequestWithAnIdempotencyKeyCostsTwoMore() {
        costs(
                4,
                turn -> client.with("Idempotency-Key", "trip-" + turn)
                        .post(
                                "/v1/users",
                                "{\"email\":\"%s@trip.test\",\"display_name\":\"Once\"}".formatted(UuidV7.next())));
    }

    /// This node hears nothing of other nodes' changes and soon trusts no membership that it kept: the role is
    /// looked up in the workspace and in the organisation's home, and with it what the person holds beside it.
    @Test
    void theRolesOfAPersonAreThreeLookUpsMoreAtMost() {
        LongSummaryStatistics cost = tapped.cost(_ -> administrator.get("/v1/users"));
        assertThat(cost.getMin()).isBetween(1L, 4L);
        assertThat(cost.getMax()).isLessThanOrEqualTo(4 + LOOKUPS + 1);
    }

    /// A change makes the next request look the workspace's standing up again, and that is the fourth.
    @Test
    void aWorkspaceIsRenamedInFour() {
        String workspace = client.post("/v1/workspaces", "{\"slug\":\"trip\",\"name\":\"Trip\"}")
                .id();
        costs(4, turn -> client.patch("/v1/workspaces/" + workspace, "{\"name\":\"Trip %d\"}".formatted(turn)));
    }

    @Test
    void theTreeIsWalkedInOne() {
        String project = client.post("/v1/projects", "{\"slug\":\"trip\",\"name\":\"Trip\"}")
                .id();
        String node = client.get("/v1/nodes?kind=project")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
        costs(1, _ -> client.get("/v1/projects/" + project));
        costs(1, _ -> client.get("/v1/nodes/" + node + "/ancestors"));
        costs(1, _ -> client.get("/v1/nodes/" + node + "/subtree"));
    }

    @Test
    void aProjectIsCreatedInThreeAndChangedInThree() {
        costs(3, turn -> client.post("/v1/projects", "{\"slug\":\"trip-%d\",\"name\":\"Trip\"}".formatted(turn)));
        String project = client.post("/v1/projects", "{\"slug\":\"tripped\",\"name\":\"Trip\"}")
                .id();
        costs(3, turn -> client.patch("/v1/projects/" + project, "{\"name\":\"Trip %d\"}".formatted(turn)));
    }

    @Test
    void aRefusalForWantOfARightIsOne() {
        Client limited = withKey("read:audit");
        costs(1, _ -> limited.get("/v1/users"));
    }

    @Test
    void aBodyThatIsRefusedCostsNothing() {
        costs(0, _ -> client.post("/v1/users", "{\"nonsense\":true}"));
    }

    private Answer create(int turn) {
        Answer made = client.post(
                "/v1/users",
                "{\"email\":\"%s@trip.test\",\"display_name\":\"Trip %d\"}".formatted(UuidV7.next(), turn));
        assertThat(made.status()).isEqualTo(201);
        return made;
    }

    private void costs(long roundTrips, IntFunction<Answer> request) {
        LongSummaryStatistics cost = tapped.cost(request);
        assertThat(cost.getMin()).as("warm").isEqualTo(roundTrips);
        assertThat(cost.getMax()).as("cold").isLessThanOrEqualTo(roundTrips + LOOKUPS);
    }
}
