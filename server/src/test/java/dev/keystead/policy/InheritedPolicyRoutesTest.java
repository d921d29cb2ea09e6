package dev.keystead.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an organisation decides for its workspaces, over HTTP.
class InheritedPolicyRoutesTest {
    private static final String PASSWORD = "policies/password";

    private final TestServer server = TestServer.shared();
    private final TestServer.Elsewhere place = server.makeOrganisation(unique("h"));
    private final Client client = server.as(place.key());
    private final String org = "/v1/orgs/" + place.org().text() + "/";
    private final String inner = "/v1/workspaces/" + makeWorkspace() + "/";

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "");
    }

    private String makeWorkspace() {
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Inner\"}".formatted(unique("w")));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private Answer decideForAll(String rules, boolean enforced) {
        Answer answer = client.send("PUT", org + PASSWORD, "{\"rules\":%s,\"enforced\":%s}".formatted(rules, enforced));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer;
    }

    private String source(String kind) {
        return client.get(inner + "policies")
                .json()
                .path("items")
                .valueStream()
                .filter(item -> item.path("kind").asString().equals(kind))
                .map(item ->
                        item.path("source").asString() + (item.path("enforced").booleanValue() ? ", enforced" : ""))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aWorkspaceThatDecidedNothingHasItsOrganisationsDecision() {
        assertThat(source("password")).isEqualTo("default");
        decideForAll("{\"min_length\":14}", false);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
        assertThat(client.get(inner + PASSWORD).header("ETag")).isEqualTo("\"0\"");
        assertThat(source("password")).isEqualTo("organisation");
        assertThat(source("sign-up")).isEqualTo("default");
    }

    @Test
    void aWorkspaceDecidesOtherwiseAndReturnsToWhatIsInherited() {
        decideForAll("{\"min_length\":14}", false);
        assertThat(client.send("PUT", inner + PASSWORD, "{\"min_length\":10}").status())
                .isEqualTo(200);
        assertThat(source("password")).isEqualTo("workspace");
        assertThat(client.with("If-Match", "\"7\"").delete(inner + PASSWORD).status())
                .isEqualTo(412);
        assertThat(client.delete(inner + PASSWORD).status()).isEqualTo(204);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
        assertThat(client.delete(inner + PASSWORD).status()).isEqualTo(404);
    }

    @Test
    void toDecideWhatIsInheritedIsADecisionToo() {
        decideForAll("{\"min_length\":14}", false);
        Answer put = client.send("PUT", inner + PASSWORD, "{\"min_length\":14}");
        assertThat(put.header("ETag")).isEqualTo("\"1\"");
        decideForAll("{\"min_length\":20}", false);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
    }

    @Test
    void whatIsEnforcedHoldsWhateverAWorkspaceHadDecided() {
        client.send("PUT", inner + PASSWORD, "{\"min_length\":10}");
        decideForAll("{\"min_length\":14}", true);
        assertThat(client.get(inner + PASSWORD).text()).isEqualTo("{\"min_length\":14}");
        assertThat(source("password")).isEqualTo("organisation, enforced");
        Answer refused = client.send("PUT", inner + PASSWORD, "{\"min_length\":30}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the organisation has decided this for all of its workspaces");
        assertThat(client.delete(org + PASSWORD).status()).isEqualTo(204);
        assertThat(client.get(inner + PASSWORD).text())
                .as("what it had decided before")
                .isEqualTo("{\"min_length\":10}");
    }

    @Test
    void aDecisionIsNumberedAndPutOnceAtATime() {
        assertThat(client.get(org + PASSWORD).text()).isEqualTo("{\"rules\":{\"min_length\":8},\"enforced\":false}");
        assertThat(client.get(org + PASSWORD).header("ETag")).isEqualTo("\"0\"");
        assertThat(decideForAll("{\"min_length\":12}", false).header("ETag")).isEqualTo("\"1\"");
        assertThat(decideForAll("{\"min_length\":12}", true).header("ETag")).isEqualTo("\"2\"");
        String body = "{\"rules\":{\"min_length\":16},\"enforced\":true}";
        assertThat(client.with("If-Match", "\"1\"")
                        .send("PUT", org + PASSWORD, body)
                        .status())
                .isEqualTo(412);
        assertThat(client.with("If-Match", "\"2\"")
                        .send("PUT", org + PASSWORD, body)
                        .status())
                .isEqualTo(200);
        assertThat(client.with("If-Match", "\"2\"").delete(org + PASSWORD).status())
                .isEqualTo(412);
    }

    @Test
    void theLookOfAnOrganisationIsThatOfItsWorkspaces() {
        String rules = "{\"display_name\":\"Crescer\",\"colour\":\"#00a3ff\"}";
        Answer put = client.send("PUT", org + "branding", "{\"rules\":%s,\"enforced\":false}".formatted(rules));
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        String slug = client.get(inner.substring(0, inner.length() - 1))
                .json()
                .path("slug")
                .asString();
        assertThat(server.as("").get("/t/" + slug + "/sign-in").text()).contains("Crescer");
    }

    @Test
    void anOrganisationsDecisionsAreItsOwn() {
        decideForAll("{\"min_length\":14}", true);
        TestServer.Elsewhere other = server.makeOrganisation(unique("g"));
        Client stranger = server.as(other.key());
        assertThat(stranger.get(org + PASSWORD).status()).isEqualTo(404);
        assertThat(stranger.send("PUT", org + PASSWORD, "{\"rules\":{\"min_length\":9},\"enforced\":true}")
                        .status())
                .isEqualTo(404);
        assertThat(stranger.delete(org + PASSWORD).status()).isEqualTo(404);
        String theirs = "/v1/workspaces/" + other.workspace().text() + "/" + PASSWORD;
        assertThat(stranger.get(theirs).text()).isEqualTo("{\"min_length\":8}");
    }

    @Test
    void aKeyOfAWorkspaceDecidesNothingForTheOrganisation() {
        String slug = client.get(inner.substring(0, inner.length() - 1))
                .json()
                .path("slug")
                .asString();
        String key = client.post("/t/" + slug + "/v1/api-keys", "{\"name\":\"inner\",\"scopes\":[\"admin:workspace\"]}")
                .json()
                .path("api_key")
                .asString();
        Client inside = server.as(key);
        assertThat(inside.get(org + PASSWORD).status()).isEqualTo(403);
        assertThat(inside.send("PUT", org + PASSWORD, "{\"rules\":{\"min_length\":9},\"enforced\":true}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void theTrailTellsBeforeAndAfter() {
        decideForAll("{\"min_length\":14}", true);
        assertThat(server.look()
                        .text("select payload->'before'->'rules'->>'min_length' || '>' || "
                                + "(payload->'after'->'rules'->>'min_length') || (payload->'after'->>'enforced')"
                                + " from audit.written where event_type = 'org.policy.password.update'"
                                + " and tenant_id = '" + place.workspace().value() + "'"))
                .isEqualTo("8>14true");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                              | rules",
                "{\"rules\":{\"min_length\":9}}                  | enforced",
                "{\"rules\":{\"min_length\":7},\"enforced\":true} | rules.min_length",
                "{\"rules\":{},\"enforced\":true}                | rules.min_length",
                "{\"rules\":[],\"enforced\":true}                | rules",
                "{\"rules\":{\"min_length\":9},\"enforced\":1}   | enforced",
                "{\"min_length\":9,\"enforced\":true}            | min_length"
            })
    void aDecisionThatBreaksTheRulesIsRefused(String body, String member) {
        Answer refused = client.send("PUT", org + PASSWORD, body);
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("fields").has(member)).as(refused.text()).isTrue();
        assertThat(source("password")).isEqualTo("default");
    }
}
