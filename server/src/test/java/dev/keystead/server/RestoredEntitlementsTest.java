package dev.keystead.server;

import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.entitlement.Entitlements;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.workspace.WorkspaceId;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RestoredEntitlementsTest {
    private static final TestServer SERVER = TestServer.shared();

    @Test
    void aWorkspaceThatComesBackHasItsEntitlementsAtOnce() {
        String module = module(SERVER, ",\"always_on\":true");
        Elsewhere place = SERVER.makeOrganisation("r" + newCode().substring(15));
        Client home = SERVER.as(place.key());
        Answer made = home.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Back\"}".formatted(newCode()));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        WorkspaceId workspace =
                Prefix.WORKSPACE.parse(made.id(), WorkspaceId::new).orElseThrow();
        Entitlements entitlements = SERVER.wiring().licenses().entitlements();
        var where = new Where(workspace.value(), place.org().value());
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        assertThat(entitlements.codesOf(where, today)).contains(module);
        assertThat(home.delete("/v1/workspaces/" + made.id()).status()).isEqualTo(204);
        Answer restored = home.post("/v1/workspaces/" + made.id() + ":restore");
        assertThat(restored.status()).as(restored.text()).isEqualTo(200);
        assertThat(entitlements.codesOf(where, today)).contains(module);
    }
}
