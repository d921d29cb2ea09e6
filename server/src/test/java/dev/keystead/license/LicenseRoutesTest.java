package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.node.NodeId;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class LicenseRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client client = aPlace();
    private final String node = workspaceNode(client);

    private static Client aPlace() {
        return SERVER.as(SERVER.makeOrganisation(
                        "l" + UuidV7.next().toString().replace("-", "").substring(14))
                .key());
    }

    private String license(String members) {
        Answer made = assign(client, module(SERVER), node, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return "/v1/licenses/" + made.id();
    }

    private void refused(Answer answer, String member) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path("fields").has(member)).as(answer.text()).isTrue();
    }

    @Test
    void aLicenceIsGivenReadAndChanged() {
        String license = license(",\"scope\":\"exact\",\"constraints\":{\"seats\":5,\"usage_cap\":100}");
        Answer read = client.get(license);
        assertThat(read.json().path("status").asString()).isEqualTo("active");
        assertThat(read.json().path("scope").asString()).isEqualTo("exact");
        assertThat(read.json().path("constraints").path("seats").intValue()).isEqualTo(5);
        assertThat(read.header("ETag")).isEqualTo("\"1\"");
        Answer changed = client.with("If-Match", "\"1\"")
                .patch(license, "{\"scope\":\"inherit-down\",\"seats\":null,\"effective_to\":\"2999-01-01\"}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("constraints").path("seats").isNull()).isTrue();
        assertThat(changed.json().path("constraints").path("usage_cap").intValue())
                .isEqualTo(100);
        assertThat(client.with("If-Match", "\"1\"")
                        .patch(license, "{\"scope\":\"exact\"}")
                        .status())
                .isEqualTo(412);
    }

    @Test
    void aPlaceIsTakenOnceAndFreeAfterTermination() {
        String module = module(SERVER);
        String first = assign(client, module, node, "").id();
        assertThat(assign(client, module, node, "").status()).isEqualTo(409);
        assertThat(client.post("/v1/licenses/" + first + ":terminate").status()).isEqualTo(200);
        assertThat(assign(client, module, node, "").status()).isEqualTo(201);
        assertThat(assign(aPlace(), module, node, "").status())
                .as("a foreign node")
                .isEqualTo(400);
    }

    @Test
    void manyAtOnceTakeAPlaceOnce() throws Exception {
        String module = module(SERVER);
        List<Callable<Integer>> takers =
                Collections.nCopies(12, () -> assign(client, module, node, "").status());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Integer> statuses = threads.invokeAll(takers).stream()
                    .map(done -> done.resultNow())
                    .toList();
            assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
        }
    }

    @Test
    void whatIsWrongIsRefusedAndNothingIsKept() {
        String module = module(SERVER);
        refused(assign(client, module, node, ",\"trial\":true"), "effective_to");
        refused(assign(client, module, node, ",\"converts\":true"), "converts");
        refused(
                assign(client, module, node, ",\"effective_from\":\"2990-01-02\",\"effective_to\":\"2990-01-01\""),
                "effective_to");
        refused(
                assign(client, module, node, ",\"effective_from\":\"2020-01-01\",\"effective_to\":\"2020-01-02\""),
                "effective_to");
        refused(assign(client, module, node, ",\"scope\":\"everywhere\""), "scope");
        refused(assign(client, newCode(), node, ""), "module");
        refused(assign(client, module, NodeId.make().text(), ""), "node_id");
        refused(assign(client, module, workspaceNode(aPlace()), ""), "node_id");
        String forProjects = module(SERVER, ",\"min_node_types\":[\"project\"]");
        refused(assign(client, forProjects, node, ",\"scope\":\"exact\""), "node_id");
        assertThat(assign(client, module(SERVER, ",\"always_on\":true"), node, "")
                        .status())
                .isEqualTo(409);
        assertThat(client.get("/v1/licenses?node=" + node).json().path("items")).isEmpty();
        assertThat(assign(client, forProjects, node, "").status())
                .as("projects below inherit it")
                .isEqualTo(201);
    }

    @Test
    void aForeignAndAnAbsentLicenceGetTheSameAnswer() {
        String license = license("");
        Client other = aPlace();
        String absent = "/v1/licenses/" + LicenseId.make().text();
        for (String path : List.of("", "/history", "/usage", "/seats")) {
            Answer foreign = other.get(license + path);
            assertThat(foreign.status()).as(path).isEqualTo(404);
            assertThat(foreign.error()).isEqualTo(other.get(absent + path).error());
        }
        assertThat(other.post(license + ":suspend").status()).isEqualTo(404);
        assertThat(client.get(license).json().path("status").asString()).isEqualTo("active");
    }

    @Test
    void licencesGoFromStatusToStatusAsTheyMay() {
        String license = license(",\"trial\":true,\"effective_to\":\"2999-01-01\",\"converts\":true");
        turns(license, "suspend", "{}", 409);
        turns(license, "resume", "{}", 409);
        turns(license, "renew", "{}", 409);
        turns(license, "activate", "{}", 200);
        assertThat(client.get(license).json().path("effective_to").isNull()).isTrue();
        assertThat(client.get(license).json().path("converts").booleanValue()).isFalse();
        turns(license, "activate", "{}", 409);
        turns(license, "suspend", "{}", 200);
        turns(license, "suspend", "{}", 409);
        turns(license, "renew", "{}", 409);
        turns(license, "resume", "{}", 200);
        turns(license, "renew", "{\"effective_to\":\"2000-02-02\"}", 400);
        turns(license, "renew", "{\"effective_to\":\"2999-02-02\"}", 200);
        turns(license, "terminate", "{}", 200);
        for (String verb : List.of("activate", "suspend", "resume", "renew", "terminate")) {
            turns(license, verb, "{}", 409);
        }
        assertThat(client.patch(license, "{\"scope\":\"exact\"}").status()).isEqualTo(409);
    }

    private void turns(String license, String verb, String body, int status) {
        boolean takes = verb.equals("activate") || verb.equals("renew");
        Answer turned = takes ? client.post(license + ":" + verb, body) : client.post(license + ":" + verb);
        assertThat(turned.status()).as("%s: %s", verb, turned.text()).isEqualTo(status);
    }

    @Test
    void everyChangeIsInTheHistoryWithBeforeAndAfter() {
        String license = license("");
        client.patch(license, "{\"seats\":3}");
        client.post(license + ":suspend");
        client.post(license + ":suspend");
        var items = client.get(license + "/history").json().path("items");
        assertThat(items.valueStream().map(item -> item.path("change").asString()))
                .containsExactly("suspended", "changed", "assigned");
        assertThat(items.get(0).path("before").path("status").asString()).isEqualTo("active");
        assertThat(items.get(0).path("after").path("status").asString()).isEqualTo("suspended");
        assertThat(items.get(1).path("after").path("constraints").path("seats").intValue())
                .isEqualTo(3);
        assertThat(items.get(2).path("before").isNull()).isTrue();
        assertThat(client.get(license + "/history?limit=1").json().path("items"))
                .hasSize(1);
        assertThat(SERVER.count("""
                select count(*) from information_schema.role_table_grants
                where table_schema = 'licensing' and table_name = 'license_assignment_history'
                  and grantee = '%s' and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')""".formatted(SERVER.appLogin().user()))).isZero();
    }

    @Test
    void aBundleIsGivenAsAWholeOrNotAtAll() {
        String one = module(SERVER);
        String two = module(SERVER);
        String always = module(SERVER, ",\"always_on\":true");
        String bundle = newCode();
        assertThat(SERVER.asAdministrator()
                        .post(
                                "/v1/module-bundles",
                                "{\"code\":\"%s\",\"name\":\"B\",\"modules\":[\"%s\",\"%s\",\"%s\"]}"
                                        .formatted(bundle, one, two, always))
                        .status())
                .isEqualTo(201);
        String unit = unit(client, node);
        assign(client, two, unit, "");
        String body = "{\"node_id\":\"%s\"}";
        Answer refused = client.post("/v1/bundles/" + bundle + ":assign", body.formatted(unit));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(client.get("/v1/licenses?node=" + unit).json().path("items")).hasSize(1);
        Answer given = client.post("/v1/bundles/" + bundle + ":assign", body.formatted(node));
        assertThat(given.status()).as(given.text()).isEqualTo(201);
        assertThat(given.json().path("items")).hasSize(2);
        assertThat(client.post("/v1/bundles/" + newCode() + ":assign", body.formatted(node))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void licencesEndWithTheirNode() {
        String unit = unit(client, node);
        String license =
                "/v1/licenses/" + assign(client, module(SERVER), unit, "").id();
        assertThat(client.delete("/v1/nodes/" + unit).status()).isEqualTo(204);
        assertThat(client.get(license).json().path("status").asString()).isEqualTo("terminated");
        assertThat(client.get(license + "/history")
                        .json()
                        .path("items")
                        .get(0)
                        .path("changed_by")
                        .asString())
                .isEqualTo("did:internal:licences");
    }

    @Test
    void theOrganisationsNodeIsItsHomesAlone() {
        String module = module(SERVER);
        String root = orgNode(client);
        Answer given = assign(client, module, root, "");
        assertThat(given.status()).as(given.text()).isEqualTo(201);
        assertThat(given.json().path("for_org").booleanValue()).isTrue();
        assertThat(assign(aPlace(), module, root, "").status()).isEqualTo(400);
        String limited = client.post("/v1/api-keys", "{\"name\":\"l\",\"scopes\":[\"admin:license\"]}")
                .json()
                .path("api_key")
                .asString();
        assertThat(assign(SERVER.as(limited), module(SERVER), root, "").status())
                .isEqualTo(403);
        assertThat(SERVER.as(limited)
                        .post("/v1/licenses/" + given.id() + ":suspend")
                        .status())
                .isEqualTo(403);
    }
}
