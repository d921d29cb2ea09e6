package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.insideOf;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.node.NodeId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The tree of a node with what each place may use.
class TreeRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client client = aPlace();
    private final String node = workspaceNode(client);
    private final String unit = unit(client, node);
    private final String leaf = unit(client, unit);

    private static Client aPlace() {
        return SERVER.as(SERVER.makeOrganisation(
                        "t" + UuidV7.next().toString().replace("-", "").substring(14))
                .key());
    }

    private static Answer tree(Client asking, String at, String query) {
        return asking.get("/v1/nodes/" + at + "/entitlement-tree" + query);
    }

    private static List<JsonNode> items(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("items").valueStream().toList();
    }

    private static List<String> nodes(List<JsonNode> items) {
        return items.stream().map(item -> item.path("node_id").asString()).toList();
    }

    private static JsonNode at(List<JsonNode> items, String node) {
        return items.stream()
                .filter(item -> item.path("node_id").asString().equals(node))
                .findFirst()
                .orElseThrow();
    }

    private static String give(Client giving, String module, String at, String members) {
        Answer made = assign(giving, module, at, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    @Test
    void everyPlaceSaysWhatItMayUseAndByWhat() {
        String module = module(SERVER);
        String license = give(client, module, unit, "");
        List<JsonNode> items = items(tree(client, node, "?module=" + module));
        assertThat(nodes(items)).startsWith(node).contains(unit, leaf);
        assertThat(at(items, node).path("level").intValue()).isZero();
        assertThat(at(items, node).path("entitlements")).isEmpty();
        JsonNode below = at(items, leaf);
        assertThat(below.path("level").intValue()).isEqualTo(2);
        assertThat(below.path("parent_id").asString()).isEqualTo(unit);
        assertThat(below.path("kind").asString()).isEqualTo("unit");
        JsonNode granted = below.path("entitlements").path(0);
        assertThat(granted.path("module").asString()).isEqualTo(module);
        assertThat(granted.path("source").path("license_id").asString()).isEqualTo(license);
        assertThat(granted.path("source").path("node_id").asString()).isEqualTo(unit);
        assertThat(tree(client, node, "?module=" + newCode()).status()).isEqualTo(400);
    }

    @Test
    void refusalsComeWithTheirReasons() {
        String module = module(SERVER);
        String license = give(client, module, unit, "");
        client.post("/v1/licenses/" + license + ":suspend");
        List<JsonNode> items = items(tree(client, node, "?refusals=true&module=" + module));
        assertThat(at(items, node).path("entitlements").path(0).path("reason").asString())
                .isEqualTo("NOT_LICENSED");
        JsonNode refused = at(items, leaf).path("entitlements").path(0);
        assertThat(refused.path("reason").asString()).isEqualTo("SUSPENDED");
        assertThat(refused.path("granted").booleanValue()).isFalse();
        assertThat(refused.path("source").path("license_id").asString()).isEqualTo(license);
        assertThat(at(items(tree(client, node, "?refusals=true")), leaf)
                        .path("entitlements")
                        .valueStream()
                        .map(item -> item.path("module").asString()))
                .as("all modules unless one is told")
                .contains(module)
                .hasSizeGreaterThan(1);
    }

    @Test
    void theDayDecides() {
        String module = module(SERVER);
        give(client, module, node, ",\"effective_from\":\"2990-01-01\"");
        assertThat(at(items(tree(client, node, "?module=" + module)), leaf).path("entitlements"))
                .isEmpty();
        assertThat(at(items(tree(client, node, "?day=2990-01-01&module=" + module)), leaf)
                        .path("entitlements"))
                .hasSize(1);
    }

    @Test
    void aDepthEndsTheWalk() {
        assertThat(nodes(items(tree(client, node, "?depth=0")))).containsExactly(node);
        assertThat(nodes(items(tree(client, node, "?depth=1"))))
                .contains(node, unit)
                .doesNotContain(leaf);
        assertThat(nodes(items(tree(client, unit, "?depth=1")))).containsExactly(unit, leaf);
        assertThat(tree(client, node, "?depth=21").status()).isEqualTo(400);
    }

    @Test
    void pagesTogetherAreTheWholeTree() {
        for (int i = 0; i < 5; i++) {
            unit(client, unit);
        }
        List<String> whole = nodes(items(tree(client, node, "?limit=200")));
        assertThat(whole).hasSizeGreaterThan(7);
        for (int limit : List.of(1, 2, 3)) {
            assertThat(paged(client, node, limit)).as("by %d", limit).isEqualTo(whole);
        }
        assertThat(tree(client, node, "?limit=201").status()).isEqualTo(400);
    }

    private static List<String> paged(Client asking, String top, int limit) {
        var found = new ArrayList<String>();
        String cursor = "";
        do {
            Answer page = tree(
                    asking,
                    top,
                    "?limit=" + limit
                            + (cursor.isEmpty() ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8)));
            assertThat(items(page)).hasSizeLessThanOrEqualTo(limit);
            found.addAll(nodes(items(page)));
            cursor = page.json().path("next_cursor").asString("");
        } while (!cursor.isEmpty());
        return found;
    }

    @Test
    void theOrganisationsHomeSeesTheOrganisationsNode() {
        String module = module(SERVER);
        String root = orgNode(client);
        String license = give(client, module, root, "");
        List<JsonNode> items = items(tree(client, root, "?module=" + module));
        assertThat(nodes(items)).startsWith(root, node).contains(unit, leaf);
        assertThat(at(items, root).path("kind").asString()).isEqualTo("org");
        assertThat(at(items, root).path("level").intValue()).isZero();
        assertThat(at(items, leaf).path("level").intValue()).isEqualTo(3);
        for (String place : List.of(root, node, leaf)) {
            JsonNode granted = at(items, place).path("entitlements").path(0);
            assertThat(granted.path("source").path("license_id").asString()).isEqualTo(license);
            assertThat(granted.path("source").path("node_id").asString()).isEqualTo(root);
        }
        assertThat(nodes(items(tree(client, root, "?depth=0")))).containsExactly(root);
        assertThat(nodes(items(tree(client, root, "?depth=1")))).containsExactly(root, node);
        List<String> whole = nodes(items(tree(client, root, "?limit=200")));
        for (int limit : List.of(1, 2, 3)) {
            assertThat(paged(client, root, limit)).as("by %d", limit).isEqualTo(whole);
        }
    }

    @Test
    void nobodyElseSeesTheOrganisationsNodeOrAForeignOne() {
        String workspace = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"B\"}".formatted(newCode()))
                .id();
        Client inside = insideOf(
                SERVER, Prefix.WORKSPACE.parse(workspace, WorkspaceId::new).orElseThrow());
        Answer absent = tree(inside, NodeId.make().text(), "");
        assertThat(absent.status()).isEqualTo(404);
        Client elsewhere = aPlace();
        for (String foreign : List.of(orgNode(client), node, orgNode(elsewhere))) {
            Answer answer = tree(inside, foreign, "");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.error()).isEqualTo(absent.error());
        }
        assertThat(tree(elsewhere, orgNode(client), "").status()).isEqualTo(404);
    }
}
