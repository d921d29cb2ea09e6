package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.insideOf;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.node.NodeId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A dry run refuses what the deed would refuse, and otherwise tells what it would bring.
class PreviewRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client client = SERVER.as(SERVER.makeOrganisation(
                    "w" + UuidV7.next().toString().replace("-", "").substring(14))
            .key());
    private final String node = workspaceNode(client);
    private final String unit = unit(client, node);
    private final String other = unit(client, node);

    private Answer preview(Client asking, String at, String plan) {
        return asking.post("/v1/licenses:preview", "{\"node_id\":\"%s\",%s}".formatted(at, plan));
    }

    private static String add(String module, String at, String members) {
        return "\"add\":[{\"module\":\"%s\",\"node_id\":\"%s\"%s}]".formatted(module, at, members);
    }

    private static String move(String license, String to) {
        return "\"move\":[{\"license_id\":\"%s\",\"node_id\":\"%s\"}]".formatted(license, to);
    }

    private static String end(String license) {
        return "\"end\":[\"%s\"]".formatted(license);
    }

    private void refuses(LicenseRefusal reason, String plan) {
        Answer refused = preview(client, node, plan);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("reason").asString()).as(refused.text()).isEqualTo(reason.name());
    }

    private String give(String module, String at, String members) {
        Answer made = assign(client, module, at, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    @Test
    void whatCouldNotBeGivenIsRefused() {
        String module = module(SERVER);
        refuses(LicenseRefusal.TRIAL_NEEDS_END, add(module, unit, ",\"trial\":true"));
        refuses(LicenseRefusal.ONLY_TRIALS_CONVERT, add(module, unit, ",\"converts\":true"));
        refuses(
                LicenseRefusal.DATES,
                add(module, unit, ",\"effective_from\":\"2990-01-02\",\"effective_to\":\"2990-01-01\""));
        refuses(
                LicenseRefusal.OVER,
                add(module, unit, ",\"effective_from\":\"2020-01-01\",\"effective_to\":\"2020-01-02\""));
        refuses(LicenseRefusal.ALWAYS_ON, add(module(SERVER, ",\"always_on\":true"), unit, ""));
        String forProjects = module(SERVER, ",\"min_node_types\":[\"project\"]");
        refuses(LicenseRefusal.NODE_TYPE, add(forProjects, unit, ",\"scope\":\"exact\""));
        refuses(LicenseRefusal.UNKNOWN_MODULE, add(newCode(), unit, ""));
        refuses(LicenseRefusal.UNKNOWN_NODE, add(module, NodeId.make().text(), ""));
        String there = give(module, unit, "");
        refuses(LicenseRefusal.PLACE_TAKEN, add(module, unit, ""));
        assertThat(preview(client, node, add(module, unit, "") + "," + end(there))
                        .status())
                .as("in the place of one that ends")
                .isEqualTo(200);
    }

    @Test
    void whatCouldNotBeMovedOrEndedIsRefused() {
        String module = module(SERVER);
        String license = give(module, unit, "");
        refuses(LicenseRefusal.UNKNOWN_LICENSE, end(LicenseId.make().text()));
        refuses(LicenseRefusal.UNKNOWN_NODE, move(license, NodeId.make().text()));
        String elsewhere = give(module, other, "");
        refuses(LicenseRefusal.PLACE_TAKEN, move(license, other));
        client.post("/v1/licenses/" + elsewhere + ":terminate");
        assertThat(preview(client, node, move(license, other)).status()).isEqualTo(200);
        refuses(LicenseRefusal.ILLEGAL_TRANSITION, end(elsewhere));
        refuses(LicenseRefusal.ILLEGAL_TRANSITION, move(elsewhere, node));
        String forUnits = module(SERVER, ",\"min_node_types\":[\"unit\"]");
        String exact = give(forUnits, unit, ",\"scope\":\"exact\"");
        refuses(LicenseRefusal.NODE_TYPE, move(exact, node));
    }

    @Test
    void whatIsOverCannotBeMovedBeforeOrAfterThatIsWrittenDown() {
        String license = give(module(SERVER), unit, ",\"effective_to\":\"2999-01-01\"");
        SERVER.execute("update licensing.license_assignments set effective_from = '2020-01-01', "
                + "effective_to = '2020-01-02' where id = '%s'"
                        .formatted(Prefix.LICENSE
                                .parse(license, LicenseId::new)
                                .orElseThrow()
                                .value()));
        refuses(LicenseRefusal.OVER, move(license, other));
        Answer deed = client.patch("/v1/licenses/" + license, "{\"node_id\":\"%s\"}".formatted(other));
        assertThat(deed.json().path("reason").asString()).isEqualTo("OVER");
        assertThat(preview(client, node, move(license, unit)).status())
                .as("where it is")
                .isEqualTo(200);
        assertThat(client.patch("/v1/licenses/" + license, "{\"node_id\":\"%s\"}".formatted(unit))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whatEndsIsNotMovedInTheSamePlan() {
        String license = give(module(SERVER), unit, "");
        refuses(LicenseRefusal.ILLEGAL_TRANSITION, move(license, other) + "," + end(license));
    }

    @Test
    void onTheOrganisationsNodeOnlyItsHomeGives() {
        String module = module(SERVER);
        String root = orgNode(client);
        Answer ours = preview(client, node, add(module, root, ""));
        assertThat(ours.status()).as(ours.text()).isEqualTo(200);
        assertThat(ours.json().path("items")).hasSizeGreaterThanOrEqualTo(3);
        String workspace = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"B\"}".formatted(newCode()))
                .id();
        Client inside = insideOf(
                SERVER, Prefix.WORKSPACE.parse(workspace, WorkspaceId::new).orElseThrow());
        Answer refused = preview(inside, workspaceNode(inside), add(module, root, ""));
        assertThat(refused.json().path("reason").asString()).isEqualTo("UNKNOWN_NODE");
    }

    @Test
    void whatIsUsedUpStaysSoWhereverItMoves() {
        String module = module(SERVER);
        String license = give(module, other, ",\"constraints\":{\"usage_cap\":5}");
        assertThat(client.post("/v1/licenses/" + license + "/usage", "{\"key\":\"a\",\"amount\":5}")
                        .status())
                .isEqualTo(200);
        JsonNode after = preview(client, unit, move(license, unit))
                .json()
                .path("items")
                .path(0)
                .path("after");
        assertThat(after.path("reason").asString()).isEqualTo("CAP");
        assertThat(after.path("source").path("license_id").asString()).isEqualTo(license);
    }
}
