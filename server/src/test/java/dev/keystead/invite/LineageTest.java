package dev.keystead.invite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Lineage upwards and downwards, for a family and for a nation.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LineageTest {
    private static final int NATION = 100_000;
    private static final JsonMapper JSON = new JsonMapper();

    private final People people = People.start("--roles", "web");
    private final TestServer server = people.server();
    private final Client administrator = server.asAdministrator();

    @AfterAll
    void stop() {
        server.close();
    }

    private static List<String> ids(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json()
                .path("items")
                .valueStream()
                .map(item -> item.path("user_id").asString())
                .toList();
    }

    /// All items of a list, page by page.
    private List<JsonNode> all(Client client, String path, int limit) {
        var found = new ArrayList<JsonNode>();
        String cursor = "";
        while (true) {
            Answer answer = client.get(path + "?limit=" + limit + cursor);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            answer.json().path("items").forEach(found::add);
            String next = answer.json().path("next_cursor").asString("");
            if (next.isEmpty()) {
                return found;
            }
            cursor = "&cursor=" + next;
        }
    }

    @Test
    void aPersonSeesThoseAboveAndThoseBelow() {
        Person ada = people.root();
        Person bob = people.joinWithKey(ada);
        Person carol = people.joinWithKey(bob);
        UserId dan = people.join(ada);
        assertThat(ids(people.as(carol).get("/v1/me/lineage/ancestors")))
                .containsExactly(bob.user().text(), ada.user().text());
        List<String> below = ids(people.as(ada).get("/v1/me/lineage/descendants"));
        assertThat(below)
                .containsExactly(bob.user().text(), dan.text(), carol.user().text());
        assertThat(ids(people.as(bob).get("/v1/me/lineage/descendants")))
                .as("not those of a sister branch")
                .containsExactly(carol.user().text());
        assertThat(ids(people.as(carol).get("/v1/me/lineage/descendants"))).isEmpty();
        assertThat(ids(people.as(ada).get("/v1/me/lineage/ancestors"))).isEmpty();
        JsonNode first = administrator
                .get("/v1/lineage/" + carol.user().text() + "/ancestors")
                .json()
                .path("items")
                .path(0);
        assertThat(first.path("distance").asInt()).isEqualTo(1);
        assertThat(first.path("depth").asInt()).isEqualTo(1);
        assertThat(first.path("inviter_id").asString()).isEqualTo(ada.user().text());
        assertThat(people.as(ada)
                        .get("/v1/lineage/" + bob.user().text() + "/descendants")
                        .status())
                .as("others' lineage is for administrators")
                .isIn(403, 404);
        assertThat(administrator
                        .get("/v1/lineage/" + UserId.make().text() + "/descendants")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void bothDirectionsAreReadAtOnce() {
        Person ada = people.root();
        people.allowMany(ada.user());
        Person bob = people.joinWithKey(ada);
        people.allowMany(bob.user());
        UserId last = people.join(bob);
        for (int child = 1; child < 51; child++) {
            last = people.join(bob);
        }
        String path = "/v1/users/" + bob.user().text() + "/lineage";
        JsonNode lineage = administrator.get(path).json();
        assertThat(lineage.path("user_id").asString()).isEqualTo(bob.user().text());
        assertThat(lineage.path("ancestors").path("items"))
                .extracting(kin -> kin.path("user_id").asString())
                .containsExactly(ada.user().text());
        assertThat(lineage.path("ancestors").path("next_cursor").isNull()).isTrue();
        assertThat(lineage.path("descendants").path("items").size()).isEqualTo(50);
        String next = lineage.path("descendants").path("next_cursor").asString();
        assertThat(ids(administrator.get("/v1/lineage/" + bob.user().text() + "/descendants?cursor=" + next)))
                .as("the cursor goes on in the list itself")
                .containsExactly(last.text());
        assertThat(people.as(ada).get(path).status()).isIn(403, 404);
        assertThat(administrator
                        .get("/v1/users/" + UserId.make().text() + "/lineage")
                        .error())
                .isEqualTo("not found");
        assertThat(administrator
                        .get("/v1/users/" + UserId.make().text() + "/lineage")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void ancestorsComeInPages() {
        Person person = people.root();
        var line = new ArrayList<String>();
        for (int generation = 0; generation < 4; generation++) {
            line.addFirst(person.user().text());
            people.allowMany(person.user());
            person = people.joinWithKey(person);
        }
        List<JsonNode> found = all(people.as(person), "/v1/me/lineage/ancestors", 1);
        assertThat(found).extracting(kin -> kin.path("user_id").asString()).containsExactlyElementsOf(line);
    }

    /// Everybody of a tree in which each invited ten, by ids that tell their number.
    private UUID nation(int size) throws SQLException {
        UUID root = UuidV7.next();
        String start = root.toString().substring(0, 24);
        try (Connection connection = server.database().connect();
                PreparedStatement insert = connection.prepareStatement("""
                        insert into identity.invite_chain_edges
                            (tenant_id, invitee_id, inviter_id, invite_id, depth, issued_at, redeemed_at)
                        select ?, (? || lpad(to_hex(n), 12, '0'))::uuid,
                            case when n <= 10 then ? else (? || lpad(to_hex((n - 1) / 10), 12, '0'))::uuid end,
                            gen_random_uuid(), 1, now(), now()
                        from generate_series(1, ?) n
                        order by n""")) {
            insert.setObject(1, Reserved.SYSTEM_WORKSPACE.value());
            insert.setString(2, start);
            insert.setObject(3, root);
            insert.setString(4, start);
            insert.setInt(5, size);
            insert.executeUpdate();
            connection.createStatement().execute("analyze identity.invite_chain_edges");
        }
        return root;
    }

    @Test
    void aHundredThousandDescendantsAreReadInPagesEachOnceByGeneration() throws SQLException {
        UUID root = nation(NATION);
        server.execute("""
                insert into identity.users (tenant_id, id, kind, email, email_key, display_name, name_key, locale, timezone,
                    status, version, created_at, updated_at)
                values ('%s', '%s', 'managed', 'r@nation.test', 'r@nation.test', 'R', 'r', 'en', 'UTC', 'active', 1, now(),
                    now())""".formatted(Reserved.SYSTEM_WORKSPACE.value(), root));
        String path = "/v1/lineage/" + new UserId(root).text() + "/descendants";
        List<JsonNode> found = all(administrator, path, 200);
        Set<String> different = new HashSet<>();
        int before = 0;
        for (JsonNode kin : found) {
            different.add(kin.path("user_id").asString());
            int distance = kin.path("distance").asInt();
            assertThat(distance).isBetween(before, before + 1);
            before = distance;
        }
        assertThat(different).hasSize(NATION);
        assertThat(found).hasSize(NATION);
        assertThat(Prefix.USER.parse(found.getLast().path("user_id").asString(), UserId::new))
                .isPresent();
    }

    /// The pages of the database that one generation's page reads, and the rows.
    private record Cost(long blocks, long rows) {}

    private Cost cost(UUID root, int generation, int limit) throws SQLException {
        byte[] path = ByteBuffer.allocate(16)
                .putLong(root.getMostSignificantBits())
                .putLong(root.getLeastSignificantBits())
                .array();
        byte[] end = path.clone();
        end[15]++;
        try (Connection connection = server.database().connect();
                PreparedStatement explain = connection.prepareStatement(
                        "explain (analyze, buffers, format json) " + LineageStore.EDGES_BELOW.text())) {
            UUID tenant = Reserved.SYSTEM_WORKSPACE.value();
            explain.setInt(1, 0);
            explain.setObject(2, tenant);
            explain.setInt(3, generation);
            explain.setBytes(4, path);
            explain.setBytes(5, end);
            explain.setObject(6, tenant);
            explain.setInt(7, limit);
            try (ResultSet row = explain.executeQuery()) {
                row.next();
                JsonNode plan = JSON.readTree(row.getString(1)).path(0).path("Plan");
                return new Cost(
                        plan.path("Shared Hit Blocks").asLong()
                                + plan.path("Shared Read Blocks").asLong(),
                        plan.path("Actual Rows").asLong());
            }
        }
    }

    @Test
    void aPageCostsAPageHoweverManyThereAre() throws SQLException {
        Cost few = cost(nation(2_000), 3, 50);
        Cost many = cost(nation(NATION), 5, 50);
        assertThat(few.rows()).isEqualTo(50);
        assertThat(many.rows()).isEqualTo(50);
        assertThat(many.blocks())
                .as("blocks of a page among 100,000; among 2,000 it is %d", few.blocks())
                .isLessThan(few.blocks() + 150)
                .isLessThan(500);
    }
}
