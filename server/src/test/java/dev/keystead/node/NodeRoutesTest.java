package dev.keystead.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("node-routes");
    private final Client client = server.as(place.key());
    private final String top = nodeOf(client, "workspace", place.workspace().text());

    /// The node of a kind that stands for something.
    private static String nodeOf(Client reader, String kind, String subject) {
        return reader.get("/v1/nodes?limit=200&kind=" + kind)
                .json()
                .path("items")
                .valueStream()
                .filter(node -> node.path("subject_id").asString().equals(subject))
                .map(node -> node.path("id").asString())
                .findFirst()
                .orElse("");
    }

    private Answer unit(String parent, String name) {
        return client.post("/v1/nodes", "{\"parent_id\":\"%s\",\"name\":\"%s\"}".formatted(parent, name));
    }

    private Answer move(String node, String parent) {
        return client.post("/v1/nodes/" + node + ":move", "{\"parent_id\":\"%s\"}".formatted(parent));
    }

    private String project(String slug) {
        return client.post("/v1/projects", "{\"slug\":\"%s\",\"name\":\"%s\"}".formatted(slug, slug))
                .id();
    }

    private List<String> ancestors(String node) {
        return client.get("/v1/nodes/" + node + "/ancestors")
                .json()
                .path("items")
                .valueStream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    private List<String> names(String path) {
        var names = new ArrayList<String>();
        String next = path;
        while (!next.isEmpty()) {
            Answer page = client.get(next);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            page.json()
                    .path("items")
                    .forEach(item -> names.add(item.path("node")
                            .path("name")
                            .asString(item.path("name").asString(""))));
            String cursor = page.json().path("next_cursor").asString("");
            next = cursor.isEmpty() ? "" : path + "&cursor=" + cursor;
        }
        return names;
    }

    @Test
    void theTreeBeginsWithOrganisationWorkspaceAndDefaultSubtenant() {
        JsonNode workspace = client.get("/v1/nodes/" + top).json();
        assertThat(workspace.path("kind").asString()).isEqualTo("workspace");
        assertThat(workspace.path("subject_id").asString())
                .isEqualTo(place.workspace().text());
        JsonNode org = client.get("/v1/nodes/" + top + "/ancestors")
                .json()
                .path("items")
                .path(0);
        assertThat(org.path("kind").asString()).isEqualTo("org");
        assertThat(org.path("subject_id").asString()).isEqualTo(place.org().text());
        assertThat(org.path("parent_id").isNull()).isTrue();
        assertThat(workspace.path("parent_id").asString())
                .isEqualTo(org.path("id").asString());
        assertThat(names("/v1/nodes?kind=subtenant")).contains("Default");
        // The organisation's node is seen from below and belongs to no workspace.
        assertThat(client.get("/v1/nodes/" + org.path("id").asString()).status())
                .isEqualTo(404);
    }

    @Test
    void aNodeFollowsWhatItStandsFor() {
        String project = project("followed");
        String node = nodeOf(client, "project", project);
        assertThat(node).isNotEmpty();
        client.patch("/v1/projects/" + project, "{\"name\":\"Renamed\"}");
        Answer read = client.get("/v1/nodes/" + node);
        assertThat(read.json().path("name").asString()).isEqualTo("Renamed");
        assertThat(read.header("ETag")).isEqualTo("\"2\"");
        client.delete("/v1/projects/" + project);
        assertThat(client.get("/v1/nodes/" + node).status()).isEqualTo(404);

        Elsewhere own = server.makeOrganisation("node-follows");
        Client owner = server.as(own.key());
        owner.patch("/v1/workspaces/" + own.workspace(), "{\"name\":\"New workspace\"}");
        owner.patch("/v1/orgs/" + own.org(), "{\"name\":\"New organisation\"}");
        String root = nodeOf(owner, "workspace", own.workspace().text());
        assertThat(owner.get("/v1/nodes/" + root).json().path("name").asString())
                .isEqualTo("New workspace");
        assertThat(owner.get("/v1/nodes/" + root + "/ancestors").text()).contains("New organisation");
    }

    @Test
    void aUnitIsMadeRenamedAndDeleted() {
        Answer made = unit(top, "Sales");
        assertThat(made.status()).isEqualTo(201);
        String address = "/v1/nodes/" + made.id();
        assertThat(made.header("Location")).isEqualTo(address);
        assertThat(client.get(address).json()).isEqualTo(made.json());
        Answer renamed = client.with("If-Match", "\"1\"").patch(address, "{\"name\":\"Trade\"}");
        assertThat(renamed.json().path("name").asString()).isEqualTo("Trade");
        assertThat(client.with("If-Match", "\"1\"").delete(address).status()).isEqualTo(412);
        String below = unit(made.id(), "North").id();
        Answer refused = client.delete(address);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("other nodes stand under this one; move or delete them first");
        assertThat(client.delete("/v1/nodes/" + below).status()).isEqualTo(204);
        assertThat(client.delete(address).status()).isEqualTo(204);
        assertThat(client.get(address).status()).isEqualTo(404);
    }

    @Test
    void onlyUnitsAreChangedHere() {
        String node = nodeOf(client, "project", project("only-units"));
        for (String other : List.of(node, top)) {
            assertThat(client.patch("/v1/nodes/" + other, "{\"name\":\"X\"}").error())
                    .isEqualTo("only a unit is renamed here; rename what this node stands for instead");
            assertThat(client.delete("/v1/nodes/" + other).error())
                    .isEqualTo("only a unit is deleted here; delete what this node stands for instead");
        }
        assertThat(unit(node, "Below a project").error())
                .isEqualTo("a unit stands under the workspace or under another unit");
        assertThat(move(top, unit(top, "Anywhere").id()).error())
                .isEqualTo("a workspace stands directly under its organisation and cannot be moved");
    }

    @Test
    void aNodeMovesWithAllThatStandsUnderIt() {
        String one = unit(top, "Mover one").id();
        String two = unit(top, "Mover two").id();
        String inner = unit(one, "Inner").id();
        String project = nodeOf(client, "project", project("mover"));
        assertThat(move(project, inner).status()).isEqualTo(200);
        Answer moved = move(one, two);
        assertThat(moved.json().path("parent_id").asString()).isEqualTo(two);
        assertThat(ancestors(project)).startsWith(inner, one, two, top).hasSize(5);
        assertThat(move(one, two).header("ETag")).isEqualTo(moved.header("ETag"));
        assertThat(move(two, inner).error()).isEqualTo("a node cannot stand under itself or under a node below it");
        assertThat(move(two, two).error()).isEqualTo("a node cannot stand under itself or under a node below it");
        assertThat(move(inner, project).error()).isEqualTo("a unit stands under the workspace or under another unit");
        assertThat(ancestors(two)).startsWith(top).hasSize(2);
    }

    @Test
    void theTreeHasABottom() {
        String deepest = top;
        for (int level = 2; level <= 20; level++) {
            Answer made = unit(deepest, "Level " + level);
            assertThat(made.status()).as("level %d: %s", level, made.text()).isEqualTo(201);
            deepest = made.id();
        }
        assertThat(unit(deepest, "Too deep").error()).isEqualTo("the tree would be deeper than 20 levels");
        String pair = unit(top, "Pair").id();
        unit(pair, "Of two");
        List<String> path = ancestors(deepest);
        assertThat(move(pair, path.getFirst()).error()).isEqualTo("the tree would be deeper than 20 levels");
        assertThat(move(pair, path.get(1)).status()).isEqualTo(200);
    }

    @Test
    void aSubtreeIsReadLevelByLevelInPages() {
        String a = unit(top, "tree").id();
        String b = unit(a, "tree-1").id();
        String c = unit(a, "tree-2").id();
        unit(b, "tree-1-1");
        unit(c, "tree-2-1");
        assertThat(names("/v1/nodes/" + a + "/subtree?limit=2"))
                .containsExactly("tree", "tree-1", "tree-2", "tree-1-1", "tree-2-1");
        assertThat(names("/v1/nodes/" + a + "/subtree?depth=1")).containsExactly("tree", "tree-1", "tree-2");
        assertThat(names("/v1/nodes/" + a + "/subtree?depth=0")).containsExactly("tree");
        assertThat(names("/v1/nodes?limit=1&parent=" + a)).containsExactly("tree-1", "tree-2");
        assertThat(names("/v1/nodes?kind=project&parent=" + a)).isEmpty();
        assertThat(names("/v1/nodes?parent=" + NodeId.make())).isEmpty();
    }

    @Test
    void aSiblingWorkspaceIsOutOfSightThoughBothAreInOneOrganisation() {
        client.post("/v1/workspaces", "{\"slug\":\"node-sibling\",\"name\":\"Sibling\"}");
        Client sibling = server.as(client.post(
                        "/t/node-sibling/v1/api-keys",
                        "{\"name\":\"all\",\"scopes\":[\"admin:node\",\"admin:project\",\"admin:subtenant\"]}")
                .json()
                .path("api_key")
                .asString());
        String mine = unit(top, "Unseen").id();
        String address = "/v1/nodes/" + mine;
        String theirs = sibling.get("/v1/nodes?kind=workspace")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
        assertThat(sibling.get("/v1/nodes?limit=200").text())
                .doesNotContain(mine)
                .doesNotContain("node-routes");
        for (String path : List.of(address, address + "/ancestors", address + "/subtree")) {
            assertThat(sibling.get(path).status()).as(path).isEqualTo(404);
        }
        assertThat(sibling.delete(address).status()).isEqualTo(404);
        assertThat(sibling.post(address + ":move", "{\"parent_id\":\"%s\"}".formatted(theirs))
                        .status())
                .isEqualTo(404);
        // Neither may a node be put under one of another workspace.
        Answer foreign = move(mine, theirs);
        Answer absent = move(mine, NodeId.make().text());
        assertThat(foreign.status()).isEqualTo(400);
        assertThat(foreign.error()).isEqualTo(absent.error());
        assertThat(unit(theirs, "Intruder").status()).isEqualTo(400);
        assertThat(sibling.get("/v1/nodes/" + theirs + "/ancestors")
                        .json()
                        .path("items")
                        .size())
                .isOne();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name":"N"}                                                    | parent_id
            {"parent_id":"nonsense","name":"N"}                             | parent_id
            {"parent_id":"nod_01k9zzzzzzzzzzzzzzzzzzzzzz","name":""}        | name
            {"parent_id":"nod_01k9zzzzzzzzzzzzzzzzzzzzzz","name":"N"}       | parent_id
            {"parent_id":"nod_00000000000000000000000000","name":"N"}       | parent_id
            {"parent_id":null,"name":"N"}                                   | parent_id
            {"parent_id":"nod_01k9zzzzzzzzzzzzzzzzzzzzzz","name":"N","kind":"org"} | kind
            """)
    void aWishThatBreaksTheRulesIsRefusedByMember(String body, String member) {
        Answer refused = client.post("/v1/nodes", body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").path(member).asString()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?kind=nonsense", "?parent=nonsense", "?parent=wrk_01k9zzzzzzzzzzzzzzzzzzzzzz", "?depth=1"})
    void aQuestionThatBreaksTheRulesIsRefused(String query) {
        assertThat(client.get("/v1/nodes" + query).status()).isEqualTo(400);
    }

    @Test
    void aDepthIsANumberOfLevels() {
        for (String depth : List.of("-1", "21", "x", "")) {
            assertThat(client.get("/v1/nodes/" + top + "/subtree?depth=" + depth)
                            .status())
                    .isEqualTo(400);
        }
        String cursor = "?cursor=MTo5MzY6MDE5OWY3YTItNWIwMC03YzNlLThhNTEtNmQxZjBlMmI5YzQ3";
        assertThat(client.get("/v1/nodes/" + NodeId.make() + "/subtree" + cursor)
                        .status())
                .isEqualTo(404);
        assertThat(client.get("/v1/nodes/" + top + "/subtree" + cursor).status())
                .isEqualTo(200);
    }
}
