package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.TestServer.Client;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RolesTest {
    private static Client anyone(KeysteadServer server) {
        return new Client(server.address(), "", Map.of());
    }

    @Test
    void aNodeThatOnlyRunsJobsAnswersProbesAndNothingElse() {
        var config = TestServer.config(TestPostgres.shared().createDatabase(), "--roles", "worker");
        try (var server = KeysteadServer.start(config, _ -> {})) {
            Client anyone = anyone(server);
            assertThat(anyone.get("/healthz").status()).isEqualTo(200);
            assertThat(anyone.get("/readyz").status()).isEqualTo(200);
            assertThat(anyone.get("/metrics").status()).isEqualTo(200);
            assertThat(anyone.get("/v1/users").status()).isEqualTo(404);
            assertThat(anyone.get("/").status()).isEqualTo(404);
        }
    }

    @Test
    void figuresThatAreSwitchedOffAreNotThere() {
        var config = TestServer.config(TestPostgres.shared().createDatabase(), "--metrics-enabled", "false");
        try (var server = KeysteadServer.start(config, _ -> {})) {
            assertThat(anyone(server).get("/metrics").status()).isEqualTo(404);
            assertThat(anyone(server).get("/healthz").status()).isEqualTo(200);
        }
    }
}
