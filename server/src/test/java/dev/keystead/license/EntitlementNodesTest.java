package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.unit;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.platform.id.Prefix;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.LicenseSamples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Entitlements on two nodes that share nothing but the database and the master key: what one of them is told, the
/// other answers by, also where it has the answer from before in memory.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EntitlementNodesTest {
    /// The promise is one second. The limit of the wait is no part of it: a busy machine may pause longer.
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final String MASTER_KEY = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVowMTIzNDU=";

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final TestServer here = TestServer.start(database, "--master-key", MASTER_KEY);
    private final TestServer there = TestServer.start(database, "--master-key", MASTER_KEY, "--roles", "web");
    private final Elsewhere place = here.makeOrganisation("two");
    private final Client client = here.as(place.key());
    private final String node = workspaceNode(client);
    private final String unit = unit(client, node);
    private final String leaf = unit(client, unit);

    @AfterAll
    void stop() {
        here.close();
        there.close();
    }

    private static String reason(Client asking, String module, String at) {
        Answer told = asking.post(
                "/v1/entitlements:check",
                "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}".formatted(module, at));
        return told.status() == 200
                ? told.json()
                        .path("items")
                        .path(0)
                        .path("entitlement")
                        .path("reason")
                        .asString()
                : String.valueOf(told.status());
    }

    private void becomes(String what, String module, String at, String reason) {
        becomes(what, place.key(), module, at, reason);
    }

    private void becomes(String what, String key, String module, String at, String reason) {
        assertThat(reason(here.as(key), module, at)).as(what).isEqualTo(reason);
        Until.holds(
                what + " on the other node",
                LIMIT,
                () -> reason(there.as(key), module, at).equals(reason));
    }

    private String give(String module, String at, String members) {
        Answer made = assign(client, module, at, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(Prefix.LICENSE.parse(made.id(), LicenseId::new)).isPresent();
        return made.id();
    }

    private static void done(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isBetween(200, 299);
    }

    @Test
    void aLicenceThatChanges() {
        String module = module(here);
        becomes("without a licence", module, leaf, "NOT_LICENSED");
        String license = give(module, unit, "");
        becomes("with a licence", module, leaf, "GRANTED");
        done(client.post("/v1/licenses/" + license + ":suspend"));
        becomes("a suspended one", module, leaf, "SUSPENDED");
        done(client.post("/v1/licenses/" + license + ":resume"));
        becomes("a resumed one", module, leaf, "GRANTED");
        done(client.patch("/v1/licenses/" + license, "{\"scope\":\"exact\"}"));
        becomes("one that reaches less far", module, leaf, "NOT_LICENSED");
        done(client.post("/v1/licenses/" + license + ":terminate"));
        becomes("a terminated one", module, unit, "NOT_LICENSED");
    }

    @Test
    void aCapThatIsReached() {
        String module = module(here);
        String license = give(module, node, ",\"constraints\":{\"usage_cap\":5}");
        becomes("with something left", module, leaf, "GRANTED");
        done(client.post("/v1/licenses/" + license + "/usage", "{\"key\":\"a\",\"amount\":5}"));
        becomes("with nothing left", module, leaf, "CAP");
        done(client.patch("/v1/licenses/" + license, "{\"usage_cap\":6}"));
        becomes("with a higher cap", module, leaf, "GRANTED");
    }

    @Test
    void aCatalogueThatChanges() {
        String needed = module(here);
        String module = module(here);
        give(module, node, "");
        becomes("as it was made", module, leaf, "GRANTED");
        Client administrator = here.asAdministrator();
        done(administrator.patch("/v1/modules/" + module, "{\"min_node_types\":[\"project\"]}"));
        becomes("for other nodes alone", module, leaf, "NODE_TYPE");
        done(administrator.patch(
                "/v1/modules/" + module, "{\"min_node_types\":[],\"dependencies\":[\"%s\"]}".formatted(needed)));
        becomes("needing another one", module, leaf, "DEPENDENCY");
        done(administrator.patch("/v1/modules/" + needed, "{\"always_on\":true}"));
        becomes("needing what is always on", module, leaf, "GRANTED");
    }

    @Test
    void aNodeThatMoves() {
        String module = module(here);
        String licensed = unit(client, node);
        String moved = unit(client, licensed);
        give(module, licensed, "");
        becomes("below what has a licence", module, moved, "GRANTED");
        done(client.post("/v1/nodes/" + moved + ":move", "{\"parent_id\":\"%s\"}".formatted(node)));
        becomes("elsewhere", module, moved, "NOT_LICENSED");
        done(client.post("/v1/nodes/" + moved + ":move", "{\"parent_id\":\"%s\"}".formatted(licensed)));
        becomes("back again", module, moved, "GRANTED");
    }

    @Test
    void aLicenceOfTheOrganisation() {
        String module = module(here);
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"B\"}".formatted(newCode()));
        Client inside = LicenseSamples.insideOf(
                here, Prefix.WORKSPACE.parse(made.id(), WorkspaceId::new).orElseThrow());
        String below = workspaceNode(inside);
        becomes("before", inside.credential(), module, below, "NOT_LICENSED");
        String license = give(module, orgNode(client), ",\"constraints\":{\"usage_cap\":3}");
        becomes("from above", inside.credential(), module, below, "GRANTED");
        becomes("for the home too", module, leaf, "GRANTED");
        done(inside.post("/v1/licenses/" + license + "/usage", "{\"key\":\"b\",\"amount\":3}"));
        becomes("used up by one workspace", module, leaf, "CAP");
        done(client.post("/v1/licenses/" + license + ":terminate"));
        becomes("taken away", inside.credential(), module, below, "NOT_LICENSED");
    }
}
