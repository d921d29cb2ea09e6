package dev.keystead.license;

import static dev.keystead.server.LicenseSamples.assign;
import static dev.keystead.server.LicenseSamples.insideOf;
import static dev.keystead.server.LicenseSamples.module;
import static dev.keystead.server.LicenseSamples.newCode;
import static dev.keystead.server.LicenseSamples.orgNode;
import static dev.keystead.server.LicenseSamples.workspaceNode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Licences, seats and what is used, while people and workspaces come and go.
class LicenseMovesTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Elsewhere place = SERVER.makeOrganisation(unique("h"));
    private final Client home = SERVER.as(place.key());
    private final String slug = unique("b");
    private final String workspace = home.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"B\"}".formatted(slug))
            .id();
    private final Client inside =
            insideOf(SERVER, Prefix.WORKSPACE.parse(workspace, WorkspaceId::new).orElseThrow());

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "");
    }

    private static String user(Client client) {
        return client.post("/v1/users", "{\"email\":\"%s@m.test\",\"display_name\":\"M\"}".formatted(newCode()))
                .id();
    }

    private static String give(Client client, String module, String node, String members) {
        Answer made = assign(client, module, node, members);
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return "/v1/licenses/" + made.id();
    }

    private static int seat(Client client, String license, String user) {
        return client.send("PUT", license + "/seats/" + user, null).status();
    }

    private static int taken(Client client, String license) {
        return client.get(license + "/usage").json().path("seats_taken").intValue();
    }

    private static String reason(Client client, String module) {
        Answer told = client.post(
                "/v1/entitlements:check",
                "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"}]}".formatted(module, workspaceNode(client)));
        return told.json()
                .path("items")
                .path(0)
                .path("entitlement")
                .path("reason")
                .asString();
    }

    @Test
    void whatIsNoLongerForAllTakesTheSeatsOfOthersAway() {
        String license = give(home, module(SERVER), orgNode(home), ",\"constraints\":{\"seats\":3}");
        assertThat(seat(home, license, user(home))).isEqualTo(200);
        assertThat(seat(inside, license, user(inside))).isEqualTo(200);
        assertThat(taken(home, license)).isEqualTo(2);
        Answer moved = home.patch(license, "{\"node_id\":\"%s\"}".formatted(workspaceNode(home)));
        assertThat(moved.status()).as(moved.text()).isEqualTo(200);
        assertThat(taken(home, license)).as("its own stays").isOne();
        assertThat(home.get(license + "/seats").json().path("items")).hasSize(1);
    }

    @Test
    void aDeletedAccountFreesItsSeatsEverywhere() {
        String license = give(inside, module(SERVER), workspaceNode(inside), ",\"constraints\":{\"seats\":2}");
        String own = user(inside);
        String guest = SERVER.makePerson(unique("p").substring(0, 18)).user().text();
        assertThat(inside.post(
                                "/v1/workspaces/" + workspace + "/members",
                                "{\"user_id\":\"%s\",\"role\":\"viewer\"}".formatted(guest))
                        .status())
                .isEqualTo(201);
        assertThat(seat(inside, license, own)).isEqualTo(200);
        assertThat(seat(inside, license, guest)).isEqualTo(200);
        assertThat(inside.delete("/v1/users/" + own).status()).isEqualTo(204);
        assertThat(SERVER.asAdministrator().delete("/v1/users/" + guest).status())
                .isEqualTo(204);
        Until.holds("both seats are free", LIMIT, () -> taken(inside, license) == 0);
        assertThat(seat(inside, license, user(inside))).isEqualTo(200);
    }

    @Test
    void aWorkspaceComesBackWithItsLicences() {
        String module = module(SERVER);
        String license = give(inside, module, workspaceNode(inside), ",\"constraints\":{\"seats\":2}");
        String user = user(inside);
        assertThat(seat(inside, license, user)).isEqualTo(200);
        assertThat(home.delete("/v1/workspaces/" + workspace).status()).isEqualTo(204);
        assertThat(home.post("/v1/workspaces/" + workspace + ":restore").status())
                .isEqualTo(200);
        Until.holds("the workspace answers", LIMIT, () -> inside.get(license).status() == 200);
        assertThat(inside.get(license).json().path("status").asString()).isEqualTo("active");
        assertThat(taken(inside, license)).isOne();
        assertThat(reason(inside, module)).isEqualTo("GRANTED");
    }

    @Test
    void aWorkspaceThatMovesTakesWhatIsItsOwnAndLeavesTheRest() {
        String own = module(SERVER);
        String shared = module(SERVER);
        String ownLicense = give(inside, own, workspaceNode(inside), ",\"constraints\":{\"seats\":2,\"usage_cap\":10}");
        String sharedLicense = give(home, shared, orgNode(home), ",\"constraints\":{\"seats\":5,\"usage_cap\":10}");
        String user = user(inside);
        assertThat(seat(inside, ownLicense, user)).isEqualTo(200);
        assertThat(seat(inside, sharedLicense, user)).isEqualTo(200);
        assertThat(seat(home, sharedLicense, user(home))).isEqualTo(200);
        inside.post(ownLicense + "/usage", "{\"key\":\"a\",\"amount\":4}");
        inside.post(sharedLicense + "/usage", "{\"key\":\"a\",\"amount\":3}");
        assertThat(reason(inside, shared)).isEqualTo("GRANTED");

        Elsewhere other = SERVER.makeOrganisation(unique("o"));
        Answer moved = SERVER.asAdministrator()
                .post(
                        "/v1/workspaces/" + workspace + ":move",
                        "{\"org_id\":\"%s\"}".formatted(other.org().text()));
        assertThat(moved.status()).as(moved.text()).isEqualTo(200);
        Until.holds(
                "the new organisation has it",
                LIMIT,
                () -> inside.get(sharedLicense + "/usage").status() == 404);

        assertThat(inside.get(ownLicense + "/usage").json().path("used").intValue())
                .isEqualTo(4);
        assertThat(taken(inside, ownLicense)).isOne();
        assertThat(reason(inside, own)).isEqualTo("GRANTED");
        assertThat(reason(inside, shared)).isEqualTo("NOT_LICENSED");
        assertThat(taken(home, sharedLicense)).as("the home's own seat").isOne();
        assertThat(home.get(sharedLicense + "/usage").json().path("used").intValue())
                .as("what was used stays used")
                .isEqualTo(3);
        assertThat(inside.post(ownLicense + "/usage", "{\"key\":\"b\",\"amount\":1}")
                        .json()
                        .path("used")
                        .intValue())
                .isEqualTo(5);
        String theirs = give(SERVER.as(other.key()), shared, orgNode(SERVER.as(other.key())), "");
        assertThat(theirs).isNotEqualTo(sharedLicense);
        assertThat(reason(inside, shared)).isEqualTo("GRANTED");
    }
}
