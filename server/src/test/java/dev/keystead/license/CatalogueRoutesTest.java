package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.moduleBody;
import static dev.keystead.server.LicenseSamples.newCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.LicenseSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CatalogueRoutesTest {
    private static final TestServer SERVER = TestServer.shared();

    private final Client operator = SERVER.asAdministrator();
    private final Client tenant = SERVER.as(SERVER.makeOrganisation(
                    "c" + UuidV7.next().toString().replace("-", "").substring(14))
            .key());

    @Test
    void aModuleIsAddedReadByAllChangedAndDeleted() {
        String code = newCode();
        Answer made = operator.post(
                "/v1/modules",
                "{\"code\":\"%s\",\"name\":\"Payroll\",\"category\":\"finance\",\"min_node_types\":[\"project\"]}"
                        .formatted(code));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.id()).startsWith("mod_");
        assertThat(tenant.get("/v1/modules/" + code).json()).isEqualTo(made.json());
        Answer changed = operator.with("If-Match", "\"1\"").patch("/v1/modules/" + code, "{\"name\":\"Pay\"}");
        assertThat(changed.json().path("name").asString()).isEqualTo("Pay");
        assertThat(changed.json().path("min_node_types").get(0).asString()).isEqualTo("project");
        assertThat(operator.with("If-Match", "\"1\"")
                        .delete("/v1/modules/" + code)
                        .status())
                .isEqualTo(412);
        assertThat(operator.delete("/v1/modules/" + code).status()).isEqualTo(204);
        assertThat(operator.get("/v1/modules/" + code).status()).isEqualTo(404);
    }

    @Test
    void onlyTheOperatorChangesTheCatalogue() {
        String code = module(SERVER);
        assertThat(tenant.post("/v1/modules", moduleBody(newCode())).status()).isEqualTo(403);
        assertThat(tenant.patch("/v1/modules/" + code, "{\"name\":\"Mine\"}").status())
                .isEqualTo(403);
        assertThat(tenant.delete("/v1/modules/" + code).status()).isEqualTo(403);
        assertThat(tenant.post(
                                "/v1/module-bundles",
                                "{\"code\":\"%s\",\"name\":\"B\",\"modules\":[\"%s\"]}".formatted(newCode(), code))
                        .status())
                .isEqualTo(403);
        assertThat(operator.get("/v1/modules/" + code).json().path("name").asString())
                .isEqualTo("Sample");
    }

    @Test
    void aCodeIsOneModulesAndNeverChanges() {
        String code = module(SERVER);
        assertThat(operator.post("/v1/modules", moduleBody(code)).status()).isEqualTo(409);
        assertThat(operator.patch("/v1/modules/" + code, "{\"code\":\"other\"}").status())
                .isEqualTo(400);
        assertThat(operator.post("/v1/modules", moduleBody("Not a code"))
                        .json()
                        .path("fields")
                        .has("code"))
                .isTrue();
    }

    @Test
    void dependenciesAreModulesAndHaveNoCycle() {
        String first = module(SERVER);
        String second = module(SERVER, ",\"dependencies\":[\"%s\"]".formatted(first));
        String third = module(SERVER, ",\"dependencies\":[\"%s\"]".formatted(second));
        for (String needed : List.of(first, second, third)) {
            Answer refused = operator.patch("/v1/modules/" + first, "{\"dependencies\":[\"%s\"]}".formatted(needed));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().path("fields").path("dependencies").asString())
                    .isEqualTo("would make the module depend on itself");
        }
        assertThat(operator.get("/v1/modules/" + first).json().path("dependencies"))
                .isEmpty();
        Answer unknown = operator.patch("/v1/modules/" + first, "{\"dependencies\":[\"not.there\"]}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.error()).contains("not.there");
    }

    @Test
    void racesMakeNoCycle() throws Exception {
        for (int round = 0; round < 5; round++) {
            String one = module(SERVER);
            String two = module(SERVER);
            List<Callable<Answer>> changes = List.of(
                    () -> operator.patch("/v1/modules/" + one, "{\"dependencies\":[\"%s\"]}".formatted(two)),
                    () -> operator.patch("/v1/modules/" + two, "{\"dependencies\":[\"%s\"]}".formatted(one)));
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var statuses = threads.invokeAll(changes).stream()
                        .map(done -> done.resultNow().status())
                        .sorted()
                        .toList();
                assertThat(statuses).containsExactly(200, 400);
            }
        }
    }

    @Test
    void whatIsInUseIsNotDeleted() {
        String needed = module(SERVER);
        String needing = module(SERVER, ",\"dependencies\":[\"%s\"]".formatted(needed));
        assertThat(operator.delete("/v1/modules/" + needed).error()).contains("depends on this one");
        String bundle = newCode();
        assertThat(operator.post(
                                "/v1/module-bundles",
                                "{\"code\":\"%s\",\"name\":\"B\",\"modules\":[\"%s\"]}".formatted(bundle, needing))
                        .status())
                .isEqualTo(201);
        assertThat(operator.delete("/v1/modules/" + needing).error()).contains(bundle);
        assertThat(operator.delete("/v1/module-bundles/" + bundle).status()).isEqualTo(204);
        String node = LicenseSamples.workspaceNode(tenant);
        String license = LicenseSamples.assign(tenant, needing, node, "").id();
        Answer refused = operator.delete("/v1/modules/" + needing);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("has been licensed");
        assertThat(tenant.post("/v1/licenses/" + license + ":terminate").status())
                .isEqualTo(200);
        assertThat(operator.delete("/v1/modules/" + needing).status()).isEqualTo(409);
        String always = module(SERVER, ",\"always_on\":true");
        assertThat(operator.delete("/v1/modules/" + always).error()).contains("always on");
        assertThat(operator.patch("/v1/modules/" + always, "{\"always_on\":false}")
                        .status())
                .isEqualTo(200);
        assertThat(operator.delete("/v1/modules/" + always).status()).isEqualTo(204);
    }

    @Test
    void aModuleIsEitherDeletedOrLicensed() throws Exception {
        String node = LicenseSamples.workspaceNode(tenant);
        for (int round = 0; round < 5; round++) {
            String code = module(SERVER);
            List<Callable<Answer>> both = List.of(
                    () -> operator.delete("/v1/modules/" + code), () -> LicenseSamples.assign(tenant, code, node, ""));
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var statuses = threads.invokeAll(both).stream()
                        .map(done -> done.resultNow().status())
                        .toList();
                assertThat(statuses).isIn(List.of(204, 400), List.of(409, 201));
            }
        }
    }

    @Test
    void bundlesNameModules() {
        String code = newCode();
        Answer refused = operator.post(
                "/v1/module-bundles", "{\"code\":\"%s\",\"name\":\"B\",\"modules\":[\"not.there\"]}".formatted(code));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("fields").has("modules")).isTrue();
        assertThat(operator.get("/v1/module-bundles/" + code).status()).isEqualTo(404);
        String module = module(SERVER);
        assertThat(operator.post(
                                "/v1/module-bundles",
                                "{\"code\":\"%s\",\"name\":\"B\",\"modules\":[\"%s\"]}".formatted(code, module))
                        .status())
                .isEqualTo(201);
        assertThat(operator.patch("/v1/module-bundles/" + code, "{\"modules\":[]}")
                        .status())
                .isEqualTo(400);
        assertThat(tenant.get("/v1/module-bundles/" + code)
                        .json()
                        .path("modules")
                        .get(0)
                        .asString())
                .isEqualTo(module);
    }

    @Test
    void theCatalogueIsListedInPages() {
        List<String> codes =
                IntStream.range(0, 3).mapToObj(_ -> module(SERVER)).sorted().toList();
        Answer page = tenant.get("/v1/modules?limit=2");
        assertThat(page.json().path("items")).hasSize(2);
        String all = tenant.get("/v1/modules?limit=200").text();
        assertThat(codes).allMatch(all::contains);
        assertThat(tenant.get("/v1/modules?cursor=MTog").status()).isEqualTo(400);
    }
}
