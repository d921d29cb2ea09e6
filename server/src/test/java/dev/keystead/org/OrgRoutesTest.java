package dev.keystead.org;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrgRoutesTest {
    private static final TestServer SERVER = TestServer.shared();
    private final Client operator = SERVER.asAdministrator();

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private static String wish(String slug) {
        return "{\"name\":\"Crescer\",\"slug\":\"%s\"}".formatted(slug);
    }

    @Test
    void anOrganisationBeginsWithItsHomeAndAKey() {
        String slug = unique("o");
        Answer made = operator.post("/v1/orgs", wish(slug));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        Client first = SERVER.as(made.json().path("key").path("api_key").asString());
        Answer read = first.get("/v1/orgs/" + made.id());
        assertThat(read.json().path("name").asString()).isEqualTo("Crescer");
        assertThat(made.json().path("home").path("is_home").booleanValue()).isTrue();
        assertThat(first.with("If-Match", read.header("ETag"))
                        .patch("/v1/orgs/" + made.id(), "{\"name\":\"Crescer SA\"}")
                        .status())
                .isEqualTo(200);
        assertThat(first.with("If-Match", read.header("ETag"))
                        .patch("/v1/orgs/" + made.id(), "{\"name\":\"Other\"}")
                        .status())
                .isEqualTo(412);
        assertThat(first.post("/v1/workspaces", wish(unique("w"))).status()).isEqualTo(201);
    }

    @Test
    void onlyTheSystemWorkspaceMakesOrganisations() {
        Client elsewhere = SERVER.as(SERVER.makeOrganisation(unique("o")).key());
        assertThat(elsewhere.post("/v1/orgs", wish(unique("o"))).status()).isEqualTo(403);
    }

    @Test
    void anOrganisationSeesItselfAlone() {
        var one = SERVER.makeOrganisation(unique("o"));
        var other = SERVER.makeOrganisation(unique("o"));
        Client client = SERVER.as(one.key());
        assertThat(client.get("/v1/orgs/" + other.org().text()).status()).isEqualTo(404);
        assertThat(client.patch("/v1/orgs/" + other.org().text(), "{\"name\":\"Mine\"}")
                        .status())
                .isEqualTo(404);
        assertThat(operator.get("/v1/orgs/" + other.org().text()).status()).isEqualTo(404);
    }

    @Test
    void anIndividualAccountCanBeItsOwner() {
        Person ada = SERVER.makePerson(unique("p"));
        String slug = unique("o");
        Answer made = operator.post(
                "/v1/orgs",
                "{\"name\":\"Ada's\",\"slug\":\"%s\",\"owner_id\":\"%s\"}"
                        .formatted(slug, ada.user().text()));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(SERVER.as(ada.key()).get("/t/" + slug + "/v1/workspaces").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"\",\"slug\":\"fine-one\"}",
                "{\"name\":\"X\",\"slug\":\"admin\"}",
                "{\"name\":\"X\",\"slug\":\"No\"}",
                "{\"name\":\"X\",\"slug\":\"fine-two\",\"owner_id\":\"usr_nobody\"}",
                "{\"name\":\"X\",\"slug\":\"fine-three\",\"owner_id\":\"usr_01k9zzzzzzzzzzzzzzzzzzzzzz\"}",
                "{\"name\":\"X\",\"slug\":\"fine-four\",\"org_id\":\"x\"}"
            })
    void aWishThatCannotBeLeavesNothing(String body) {
        long before = SERVER.count("select count(*) from identity.orgs");
        assertThat(operator.post("/v1/orgs", body).status()).isEqualTo(400);
        assertThat(SERVER.count("select count(*) from identity.orgs")).isEqualTo(before);
    }
}
