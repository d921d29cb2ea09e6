package dev.keystead.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SettingsRoutesTest {
    private final TestServer server = TestServer.shared();
    private final Elsewhere place = server.makeOrganisation("kept-settings");
    private final Client client = server.as(place.key());
    private final String ofOrg = "/v1/orgs/" + place.org().text() + "/settings";

    private String workspace(String slug) {
        return "/v1/workspaces/"
                + client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"W\"}".formatted(slug))
                        .id();
    }

    @Test
    void aWorkspaceHasWhatItsOrganisationSaysUnlessItSaysOtherwise() {
        String settings = workspace("inherits-settings") + "/settings";
        assertThat(client.get(settings).json().path("settings")).isEmpty();

        assertThat(client.send("PUT", ofOrg, "{\"settings\":{\"theme\":\"dark\",\"limit\":{\"a\":1}}}")
                        .status())
                .isEqualTo(200);
        Answer put = client.send("PUT", settings, "{\"settings\":{\"limit\":{\"b\":2},\"own\":true}}");
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        Answer read = client.get(settings);
        assertThat(read.json()).isEqualTo(put.json());
        assertThat(read.header("ETag")).isEqualTo(put.header("ETag"));
        assertThat(read.json().at("/settings/theme").isMissingNode()).isTrue();
        assertThat(read.json().at("/effective/theme").asString()).isEqualTo("dark");
        assertThat(read.json().at("/effective/limit/a").isMissingNode())
                .as("a member is inherited whole")
                .isTrue();
        assertThat(read.json().at("/effective/own").asBoolean()).isTrue();

        client.send("PUT", settings, "{\"settings\":{}}");
        assertThat(client.get(settings).json().at("/effective/limit/a").asInt()).isEqualTo(1);
        client.send("PUT", ofOrg, "{\"settings\":{}}");
        assertThat(client.get(settings).json().path("effective")).isEmpty();
    }

    @Test
    void whoReadBeforeSomebodyElseWroteIsTold() {
        String settings = workspace("versioned-settings") + "/settings";
        String first = client.get(settings).header("ETag");

        assertThat(client.with("If-Match", first)
                        .send("PUT", settings, "{\"settings\":{\"n\":1}}")
                        .status())
                .isEqualTo(200);
        assertThat(client.with("If-Match", first)
                        .send("PUT", settings, "{\"settings\":{\"n\":2}}")
                        .status())
                .isEqualTo(412);
        Answer same = client.send("PUT", settings, "{\"settings\":{\"n\":1}}");
        assertThat(same.header("ETag")).isEqualTo(client.get(settings).header("ETag"));
    }

    @Test
    void v1ShowsTheSame() {
        String workspace = workspace("settings-of-v1");
        client.send("PUT", workspace + "/settings", "{\"settings\":{\"seen\":\"twice\"}}");

        assertThat(client.get(workspace.replace("/v1/workspaces", "/v1/admin/tenants"))
                        .json()
                        .at("/settings/seen")
                        .asString())
                .isEqualTo("twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"settings\":null}",
                "{\"settings\":[]}",
                "{\"settings\":\"x\"}",
                "{\"settings\":{},\"more\":1}",
            })
    void whatIsNoObjectIsRefused(String body) {
        String settings = "/v1/workspaces/" + place.workspace().text() + "/settings";

        assertThat(client.send("PUT", settings, body).status()).as(body).isEqualTo(400);
        assertThat(client.send("PUT", ofOrg, body).status()).as(body).isEqualTo(400);
    }

    @Test
    void settingsHaveALimitAndAnOwner() {
        String settings = "/v1/workspaces/" + place.workspace().text() + "/settings";
        String much = "{\"settings\":{\"much\":\"%s\"}}".formatted("x".repeat(16 * 1024));

        assertThat(client.send("PUT", settings, much).text()).contains("16 KiB");
        Elsewhere other = server.makeOrganisation("others-settings");
        assertThat(server.as(other.key()).get(settings).status()).isEqualTo(404);
        assertThat(server.as(other.key())
                        .send("PUT", ofOrg, "{\"settings\":{}}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aWorkspaceHasAPlanAndARegion() {
        Answer made = client.post(
                "/v1/workspaces",
                "{\"slug\":\"planned-one\",\"name\":\"P\",\"plan\":\"team\",\"region\":\"eu-west-1\"}");
        String address = "/v1/workspaces/" + made.id();
        assertThat(made.json().path("plan").asString()).isEqualTo("team");
        assertThat(client.get(address).json().path("region").asString()).isEqualTo("eu-west-1");

        Answer moved = client.patch(address, "{\"region\":\"us-east-1\"}");
        assertThat(moved.json().path("region").asString()).isEqualTo("us-east-1");
        assertThat(moved.json().path("name").asString()).isEqualTo("P");
        Answer put = client.send("PUT", address + "/plan", "{\"plan\":\"enterprise\"}");
        assertThat(put.status()).as(put.text()).isEqualTo(200);
        assertThat(client.get(address).json().path("plan").asString()).isEqualTo("enterprise");
        assertThat(client.send("PUT", address + "/plan", "{\"plan\":\"No Plan!\"}")
                        .status())
                .isEqualTo(400);
        assertThat(client.get(workspace("unplanned")).json().path("plan").asString())
                .isEqualTo("free");
    }
}
