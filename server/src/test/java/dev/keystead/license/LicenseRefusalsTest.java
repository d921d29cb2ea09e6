package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.catalogue.LicenseRefusal;
import dev.keystead.node.NodeId;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Every refusal says why in a word, and changes nothing.
class LicenseRefusalsTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client client = SERVER.as(SERVER.makeOrganisation(
                    "r" + UuidV7.next().toString().replace("-", "").substring(14))
            .key());
    private final Client operator = SERVER.asAdministrator();
    private final String node = workspaceNode(client);

    /// All that a refusal must leave as it is.
    private List<Long> rows() {
        return List.of(
                rows("license_assignments", "sum(version) + count(*)"),
                rows("license_assignment_history", "count(*)"),
                rows("seats", "count(*)"),
                rows("usage", "sum(used)"));
    }

    private long rows(String table, String what) {
        return SERVER.count("select coalesce(%s, 0)::bigint from licensing.%s where tenant_id ="
                .formatted(what, table)
                .concat(" (select tenant_id from identity.nodes where id = app.id_uuid('" + node + "'))"));
    }

    private void refuses(int status, LicenseRefusal reason, Supplier<Answer> deed) {
        List<Long> before = rows();
        Answer refused = deed.get();
        assertThat(refused.status()).as(refused.text()).isEqualTo(status);
        assertThat(refused.json().path("reason").asString()).as(refused.text()).isEqualTo(reason.name());
        assertThat(refused.error()).isNotBlank();
        assertThat(rows()).as(reason.name()).isEqualTo(before);
    }

    private String license(String members) {
        Answer made = assign(client, module(SERVER), node, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return "/v1/licenses/" + made.id();
    }

    private Answer turn(String license, String verb, String body) {
        return client.post(license + ":" + verb, body);
    }

    @Test
    void ofWhatIsGiven() {
        String module = module(SERVER);
        refuses(400, LicenseRefusal.TRIAL_NEEDS_END, () -> assign(client, module, node, ",\"trial\":true"));
        refuses(400, LicenseRefusal.ONLY_TRIALS_CONVERT, () -> assign(client, module, node, ",\"converts\":true"));
        refuses(400, LicenseRefusal.UNKNOWN_MODULE, () -> assign(client, newCode(), node, ""));
        refuses(
                400,
                LicenseRefusal.UNKNOWN_NODE,
                () -> assign(client, module, NodeId.make().text(), ""));
        String forProjects = module(SERVER, ",\"min_node_types\":[\"project\"]");
        refuses(400, LicenseRefusal.NODE_TYPE, () -> assign(client, forProjects, node, ",\"scope\":\"exact\""));
        String always = module(SERVER, ",\"always_on\":true");
        refuses(409, LicenseRefusal.ALWAYS_ON, () -> assign(client, always, node, ""));
        refuses(
                400,
                LicenseRefusal.DATES,
                () -> assign(
                        client, module, node, ",\"effective_from\":\"2990-01-02\",\"effective_to\":\"2990-01-01\""));
        refuses(
                400,
                LicenseRefusal.DATES,
                () -> assign(
                        client,
                        module,
                        node,
                        ",\"effective_from\":\"2990-01-02\",\"constraints\":{\"expires_at\":\"2990-01-01T12:00:00Z\"}"));
        refuses(
                400,
                LicenseRefusal.OVER,
                () -> assign(
                        client, module, node, ",\"effective_from\":\"2020-01-01\",\"effective_to\":\"2020-01-02\""));
        assertThat(assign(client, module, node, "").status()).isEqualTo(201);
        refuses(409, LicenseRefusal.PLACE_TAKEN, () -> assign(client, module, node, ""));
    }

    @Test
    void ofAnEndBeforeTheBeginning() {
        String trial = license(",\"trial\":true,\"effective_from\":\"2990-01-10\",\"effective_to\":\"2990-01-20\"");
        refuses(400, LicenseRefusal.DATES, () -> turn(trial, "activate", "{\"effective_to\":\"2990-01-09\"}"));
        assertThat(turn(trial, "activate", "{\"effective_to\":\"2990-01-10\"}").status())
                .isEqualTo(200);
        refuses(400, LicenseRefusal.DATES, () -> turn(trial, "renew", "{\"effective_to\":\"2990-01-09\"}"));
        refuses(400, LicenseRefusal.DATES, () -> turn(trial, "renew", "{\"expires_at\":\"2990-01-10T00:00:00Z\"}"));
        refuses(400, LicenseRefusal.DATES, () -> client.patch(trial, "{\"effective_to\":\"2990-01-09\"}"));
        assertThat(turn(trial, "renew", "{\"expires_at\":\"2990-01-10T00:00:01Z\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void ofATransitionThatThereIsNot() {
        String license = license("");
        refuses(409, LicenseRefusal.ILLEGAL_TRANSITION, () -> client.post(license + ":resume"));
        refuses(409, LicenseRefusal.ILLEGAL_TRANSITION, () -> turn(license, "activate", "{}"));
        client.post(license + ":terminate");
        refuses(409, LicenseRefusal.ILLEGAL_TRANSITION, () -> client.post(license + ":terminate"));
        refuses(409, LicenseRefusal.ILLEGAL_TRANSITION, () -> client.patch(license, "{\"scope\":\"exact\"}"));
    }

    @Test
    void ofSeatsAndUsage() {
        String license = license(",\"constraints\":{\"seats\":1,\"usage_cap\":5}");
        String one = user();
        String two = user();
        assertThat(client.send("PUT", license + "/seats/" + one, null).status()).isEqualTo(200);
        refuses(409, LicenseRefusal.SEATS, () -> client.send("PUT", license + "/seats/" + two, null));
        String forAll = license("");
        refuses(409, LicenseRefusal.NO_SEATS, () -> client.send("PUT", forAll + "/seats/" + one, null));
        String usage = license + "/usage";
        assertThat(client.post(usage, "{\"key\":\"a\",\"amount\":4}").status()).isEqualTo(200);
        refuses(409, LicenseRefusal.CAP, () -> client.post(usage, "{\"key\":\"b\",\"amount\":2}"));
        refuses(409, LicenseRefusal.KEY_REUSED, () -> client.post(usage, "{\"key\":\"a\",\"amount\":1}"));
        client.patch(license, "{\"seats\":2}");
        client.send("PUT", license + "/seats/" + two, null);
        refuses(409, LicenseRefusal.SEATS, () -> client.patch(license, "{\"seats\":1}"));
        client.post(license + ":suspend");
        refuses(409, LicenseRefusal.NOT_IN_FORCE, () -> client.post(usage, "{\"key\":\"c\",\"amount\":1}"));
        String later = license(",\"effective_from\":\"2990-01-01\"");
        refuses(409, LicenseRefusal.NOT_IN_FORCE, () -> client.post(later + "/usage", "{\"key\":\"d\",\"amount\":1}"));
    }

    private String user() {
        return client.post("/v1/users", "{\"email\":\"%s@r.test\",\"display_name\":\"R\"}".formatted(newCode()))
                .id();
    }

    @Test
    void ofTheCatalogue() {
        String needed = module(SERVER);
        String module = module(SERVER, ",\"dependencies\":[\"%s\"]".formatted(needed));
        refuses(
                400,
                LicenseRefusal.DEPENDENCY_CYCLE,
                () -> operator.patch("/v1/modules/" + needed, "{\"dependencies\":[\"%s\"]}".formatted(module)));
        refuses(
                400,
                LicenseRefusal.UNKNOWN_MODULE,
                () -> operator.patch("/v1/modules/" + needed, "{\"dependencies\":[\"%s\"]}".formatted(newCode())));
        assertThat(operator.get("/v1/modules/" + needed).json().path("dependencies"))
                .isEmpty();
        refuses(409, LicenseRefusal.IN_USE, () -> operator.delete("/v1/modules/" + needed));
        refuses(
                409,
                LicenseRefusal.CODE_TAKEN,
                () -> operator.post(
                        "/v1/modules", "{\"code\":\"%s\",\"name\":\"A\",\"category\":\"aa\"}".formatted(needed)));
        refuses(
                400,
                LicenseRefusal.UNKNOWN_MODULE,
                () -> operator.post(
                        "/v1/module-bundles",
                        "{\"code\":\"%s\",\"name\":\"A\",\"modules\":[\"%s\"]}".formatted(newCode(), newCode())));
        refuses(
                400,
                LicenseRefusal.UNKNOWN_MODULE,
                () -> client.post(
                        "/v1/entitlements:check",
                        "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}".formatted(newCode(), node)));
        assertThat(client.post("/v1/bundles/%20Not-A-Code%00:assign", "{\"node_id\":\"%s\"}".formatted(node))
                        .status())
                .isIn(400, 404);
    }
}
