package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.insideOf;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.node.NodeId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class EntitlementRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client client = aPlace();
    private final String node = workspaceNode(client);
    private final String unit = unit(client, node);
    private final String leaf = unit(client, unit);

    private static Client aPlace() {
        return SERVER.as(SERVER.makeOrganisation(
                        "e" + UuidV7.next().toString().replace("-", "").substring(14))
                .key());
    }

    private static JsonNode check(Client asking, String module, String at, String more) {
        Answer told = asking.post(
                "/v1/entitlements:check",
                "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"%s}]}".formatted(module, at, more));
        assertThat(told.status()).as(told.text()).isEqualTo(200);
        return told.json().path("items").get(0).path("entitlement");
    }

    private String reason(String module, String at) {
        return check(client, module, at, "").path("reason").asString();
    }

    private String give(String module, String at, String members) {
        Answer made = assign(client, module, at, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    @Test
    void theNearestLicenceDecides() {
        String module = module(SERVER);
        assertThat(reason(module, leaf)).isEqualTo("NOT_LICENSED");
        String above = give(module, node, "");
        assertThat(reason(module, leaf)).isEqualTo("GRANTED");
        assertThat(check(client, module, leaf, "")
                        .path("source")
                        .path("license_id")
                        .asString())
                .isEqualTo(above);
        String near = give(module, unit, "");
        client.post("/v1/licenses/" + near + ":suspend");
        assertThat(reason(module, leaf)).isEqualTo("SUSPENDED");
        assertThat(reason(module, node)).isEqualTo("GRANTED");
        client.post("/v1/licenses/" + near + ":terminate");
        assertThat(reason(module, leaf)).isEqualTo("GRANTED");
        client.patch("/v1/licenses/" + above, "{\"scope\":\"exact\"}");
        assertThat(reason(module, leaf)).isEqualTo("NOT_LICENSED");
        assertThat(reason(module, node)).isEqualTo("GRANTED");
    }

    @Test
    void theDayDecides() {
        String module = module(SERVER);
        give(module, node, ",\"effective_from\":\"2990-01-01\",\"effective_to\":\"2990-01-31\"");
        assertThat(reason(module, unit)).isEqualTo("NOT_LICENSED");
        for (var day : List.of(
                List.of("2989-12-31", "NOT_LICENSED"),
                List.of("2990-01-01", "GRANTED"),
                List.of("2990-01-31", "GRANTED"),
                List.of("2990-02-01", "EXPIRED"))) {
            JsonNode items = client.get("/v1/nodes/" + unit + "/entitlements?day=" + day.get(0))
                    .json()
                    .path("items");
            String told = items.valueStream()
                    .filter(item -> item.path("module").asString().equals(module))
                    .findFirst()
                    .orElseThrow()
                    .path("reason")
                    .asString();
            assertThat(told).as(day.get(0)).isEqualTo(day.get(1));
        }
        assertThat(client.get("/v1/nodes/" + unit + "/entitlements?day=yesterday")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void kindsDependenciesAndAlwaysOnDecide() {
        String always = module(SERVER, ",\"always_on\":true");
        assertThat(reason(always, leaf)).isEqualTo("GRANTED");
        String needed = module(SERVER);
        assertThat(reason(
                        module(
                                SERVER,
                                ",\"always_on\":true,\"min_node_types\":[\"project\"],\"dependencies\":[\"%s\"]"
                                        .formatted(needed)),
                        leaf))
                .as("before everything else")
                .isEqualTo("GRANTED");
        String module = module(SERVER, ",\"dependencies\":[\"%s\",\"%s\"]".formatted(always, needed));
        give(module, node, "");
        JsonNode refused = check(client, module, unit, "");
        assertThat(refused.path("reason").asString()).isEqualTo("DEPENDENCY");
        assertThat(refused.path("dependency").asString()).isEqualTo(needed);
        give(needed, unit, "");
        assertThat(reason(module, unit)).isEqualTo("GRANTED");
        assertThat(reason(module, node)).isEqualTo("DEPENDENCY");
        String forProjects = module(SERVER, ",\"min_node_types\":[\"project\"]");
        give(forProjects, node, "");
        assertThat(reason(forProjects, unit)).isEqualTo("NODE_TYPE");
        assertThat(SERVER.asAdministrator()
                        .patch("/v1/modules/" + forProjects, "{\"min_node_types\":[]}")
                        .status())
                .isEqualTo(200);
        assertThat(reason(forProjects, unit)).as("a change of the catalogue").isEqualTo("GRANTED");
    }

    @Test
    void seatsAndTheCapDecide() {
        String module = module(SERVER);
        String license = give(module, node, ",\"constraints\":{\"seats\":1,\"usage_cap\":10}");
        String user = client.post("/v1/users", "{\"email\":\"%s@e.test\",\"display_name\":\"E\"}".formatted(newCode()))
                .id();
        String asking = ",\"user_id\":\"%s\"".formatted(user);
        assertThat(reason(module, leaf)).isEqualTo("GRANTED");
        assertThat(check(client, module, leaf, asking).path("reason").asString())
                .isEqualTo("SEATS");
        String nobody = ",\"user_id\":\"%s\"".formatted(UserId.make().text());
        assertThat(check(client, module, leaf, nobody).path("reason").asString())
                .as("somebody who is not there has no seat")
                .isEqualTo("SEATS");
        client.send("PUT", "/v1/licenses/" + license + "/seats/" + user, null);
        assertThat(check(client, module, leaf, asking).path("reason").asString())
                .isEqualTo("GRANTED");
        client.post("/v1/licenses/" + license + "/usage", "{\"key\":\"a\",\"amount\":10}");
        assertThat(reason(module, leaf)).isEqualTo("CAP");
        client.patch("/v1/licenses/" + license, "{\"usage_cap\":11}");
        assertThat(reason(module, leaf)).isEqualTo("GRANTED");
    }

    @Test
    void aMovedNodeHasWhatItsNewPlaceHas() {
        String module = module(SERVER);
        String other = unit(client, node);
        give(module, unit, "");
        assertThat(reason(module, leaf)).isEqualTo("GRANTED");
        assertThat(client.post("/v1/nodes/" + leaf + ":move", "{\"parent_id\":\"%s\"}".formatted(other))
                        .status())
                .isEqualTo(200);
        assertThat(reason(module, leaf)).isEqualTo("NOT_LICENSED");
    }

    @Test
    void whatAnOrganisationGivesAllOfItsWorkspacesInherit() {
        String module = module(SERVER);
        String workspace = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"B\"}".formatted(newCode()))
                .id();
        Client inside = insideOf(
                SERVER, Prefix.WORKSPACE.parse(workspace, WorkspaceId::new).orElseThrow());
        String below = workspaceNode(inside);
        assertThat(check(inside, module, below, "").path("reason").asString()).isEqualTo("NOT_LICENSED");
        String license = give(module, orgNode(client), ",\"constraints\":{\"usage_cap\":5,\"seats\":1}");
        JsonNode granted = check(inside, module, below, "");
        assertThat(granted.path("reason").asString()).isEqualTo("GRANTED");
        assertThat(granted.path("source").path("license_id").asString()).isEqualTo(license);
        assertThat(inside.get("/v1/licenses/" + license).status())
                .as("it is the home's to administer")
                .isEqualTo(404);
        assertThat(inside.post("/v1/licenses/" + license + ":suspend").status()).isEqualTo(404);
        assertThat(inside.post("/v1/licenses/" + license + "/usage", "{\"key\":\"b\",\"amount\":5}")
                        .status())
                .isEqualTo(200);
        assertThat(check(inside, module, below, "").path("reason").asString()).isEqualTo("CAP");
        assertThat(reason(module, leaf)).as("counted for all").isEqualTo("CAP");
        assertThat(client.get("/v1/licenses/" + license + "/usage")
                        .json()
                        .path("used")
                        .intValue())
                .isEqualTo(5);
        String own = assign(inside, module, below, "").id();
        assertThat(check(inside, module, below, "").path("reason").asString()).isEqualTo("GRANTED");
        assertThat(client.get("/v1/licenses/" + own + "/usage").status())
                .as("another workspace's own")
                .isEqualTo(404);
        Client elsewhere = aPlace();
        assertThat(check(elsewhere, module, workspaceNode(elsewhere), "")
                        .path("reason")
                        .asString())
                .isEqualTo("NOT_LICENSED");
    }

    @Test
    void unknownModulesAndForeignNodesAreRefused() {
        String module = module(SERVER);
        String body = "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}";
        Answer unknown = client.post("/v1/entitlements:check", body.formatted(newCode(), node));
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.json().path("fields").has("checks[0].module")).isTrue();
        Answer foreign = client.post("/v1/entitlements:check", body.formatted(module, workspaceNode(aPlace())));
        Answer absent = client.post(
                "/v1/entitlements:check", body.formatted(module, NodeId.make().text()));
        assertThat(foreign.status()).isEqualTo(400);
        assertThat(foreign.json().path("fields")).isEqualTo(absent.json().path("fields"));
        assertThat(client.post("/v1/entitlements:check", "{\"checks\":[]}").status())
                .isEqualTo(400);
        assertThat(client.get("/v1/nodes/" + NodeId.make().text() + "/entitlements")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aPreviewShowsWhatWouldBeAndChangesNothing() {
        String module = module(SERVER);
        String license = give(module, unit, "");
        String preview = "/v1/licenses:preview";
        JsonNode added = client.post(
                        preview,
                        "{\"node_id\":\"%s\",\"add\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}"
                                .formatted(node, module, node))
                .json()
                .path("items");
        assertThat(added.valueStream()
                        .filter(item ->
                                item.path("before").path("module").asString().equals(module))
                        .map(item -> item.path("node_id").asString()))
                .contains(node)
                .doesNotContain(unit, leaf);
        JsonNode ended = client.post(preview, "{\"node_id\":\"%s\",\"end\":[\"%s\"]}".formatted(node, license))
                .json()
                .path("items");
        assertThat(ended.valueStream().map(item -> item.path("node_id").asString()))
                .containsExactlyInAnyOrder(unit, leaf);
        assertThat(ended.get(0).path("after").path("reason").asString()).isEqualTo("NOT_LICENSED");
        JsonNode moved = client.post(
                        preview,
                        "{\"node_id\":\"%s\",\"move\":[{\"license_id\":\"%s\",\"node_id\":\"%s\"}]}"
                                .formatted(unit, license, leaf))
                .json()
                .path("items");
        assertThat(moved).hasSize(2);
        assertThat(reason(module, unit)).isEqualTo("GRANTED");
        assertThat(client.get("/v1/licenses/" + license).json().path("version").intValue())
                .isOne();
        assertThat(client.get("/v1/licenses/" + license + "/history").json().path("items"))
                .hasSize(1);
        assertThat(client.post(
                                preview,
                                "{\"node_id\":\"%s\",\"add\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}"
                                        .formatted(node, newCode(), node))
                        .status())
                .isEqualTo(400);
    }
}
