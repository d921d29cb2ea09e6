package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What the README promises: one command, one link, and requests by curl.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FirstRequestsTest {
    private final Folder folder = Folder.make();
    private final Product product = Product.serve(folder.path());
    private final Client anyone = Client.of(product.address());
    private Client administrator = anyone;

    @BeforeAll
    void redeemTheLink() {
        administrator = product.administrator();
    }

    @AfterAll
    void stop() {
        product.close();
        folder.close();
    }

    @Test
    void theFirstStartPrintsItsAddressAndTheOneTimeLinkOnStandardOutput() {
        String address = product.address().toString();
        Until.isTrue("the frame is closed", () -> product.out().endsWith("---\n"));
        assertThat(product.out())
                .contains("Keystead is ready at " + address + "\n")
                .contains("  " + address + "/setup?token=" + product.setupToken() + "\n")
                .contains("curl -X POST " + address
                        + "/v1/system/bootstrap -H 'Content-Type: application/json' -d '{\"token\":\""
                        + product.setupToken() + "\"}'");
    }

    @Test
    void theFirstStartTellsItsStepsOnStandardErrorWithoutTheSecret() {
        assertThat(product.err()).contains("Starting PostgreSQL").doesNotContain(product.setupToken());
    }

    @Test
    void aUsedLinkIsRefused() {
        var again = anyone.post("/v1/system/bootstrap", "{\"token\":\"" + product.setupToken() + "\"}");

        assertThat(again.status()).isEqualTo(401);
        assertThat(again.json().has("api_key")).isFalse();
    }

    @Test
    void aCreatedUserIsListedAndRead() {
        var created = administrator.createUser("ana");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        String id = created.json().get("id").asString();

        assertThat(id).startsWith("usr_");
        assertThat(administrator.get("/v1/users/" + id).json()).isEqualTo(created.json());
        assertThat(administrator.get("/v1/users?q=ana").body()).contains(id);
    }

    @Test
    void aWorkspaceIsUsedUnderItsOwnPath() {
        var workspace = administrator.post("/v1/workspaces", "{\"slug\":\"acme\",\"name\":\"Acme\"}");
        assertThat(workspace.status()).as(workspace.body()).isEqualTo(201);

        var inside = administrator.post("/t/acme/v1/users", Client.user("berta"));
        assertThat(inside.status()).as(inside.body()).isEqualTo(201);
        String id = inside.json().get("id").asString();
        assertThat(administrator.get("/t/acme/v1/users").body()).contains(id);
        assertThat(administrator.get("/v1/users").body()).doesNotContain(id);
        assertThat(administrator.get("/v1/users/" + id).status()).isEqualTo(404);
    }

    @Test
    void aRepeatedPostWithTheSameIdempotencyKeyMakesOneUser() {
        var key = Map.of("Idempotency-Key", "first-requests-1");
        var first = administrator.post("/v1/users", Client.user("carla"), key);
        var again = administrator.post("/v1/users", Client.user("carla"), key);

        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(administrator.get("/v1/users?q=carla").json().get("items")).hasSize(1);
    }

    @Test
    void withoutAKeyNothingIsTold() {
        var refused = anyone.get("/v1/users");

        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.json().get("request_id").asString()).isNotEmpty();
    }

    @Test
    void theProbesAnswer() {
        assertThat(anyone.get("/healthz").status()).isEqualTo(200);
        assertThat(anyone.get("/readyz").status()).isEqualTo(200);
    }

    @Test
    void theMetricsAreInPrometheusForm() {
        anyone.get("/healthz");
        var metrics = anyone.get("/metrics");

        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.body()).contains("# TYPE ").contains("jvm_memory_used_bytes");
    }

    @Test
    void theOpenApiDocumentDescribesWhatWasJustUsed() {
        var document = anyone.get("/openapi.json").json();

        assertThat(document.get("openapi").asString()).startsWith("3.1");
        assertThat(document.get("paths").has("/v1/users")).isTrue();
        assertThat(document.get("paths").has("/v1/workspaces/{id}")).isTrue();
    }

    @Test
    void aSecondStartOnTheSameDataIsRefusedWhileTheFirstRuns() {
        var second = Product.run(folder.path(), "serve", "--http-port", "0");

        assertThat(second.exitCode()).isEqualTo(1);
        Complaint.isOne(second);
        assertThat(anyone.get("/readyz").status()).isEqualTo(200);
    }
}
