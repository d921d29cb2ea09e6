package dev.keystead.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.tenancy.UuidV7;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/// The logo of an organisation on the pages of its workspaces.
class InheritedLogosTest {
    private static final String LOGO = "branding/logo";

    private final TestServer server = TestServer.shared();
    private final TestServer.Elsewhere place = server.makeOrganisation(unique("l"));
    private final Client client = server.as(place.key());
    private final Client anybody = server.as("");
    private final String org = "/v1/orgs/" + place.org().text() + "/";
    private final String slug = unique("w");
    private final String inner = "/v1/workspaces/" + makeWorkspace() + "/";

    private static String unique(String start) {
        return start + UuidV7.next().toString().replace("-", "");
    }

    private String makeWorkspace() {
        Answer made = client.post("/v1/workspaces", "{\"slug\":\"%s\",\"name\":\"Inner\"}".formatted(slug));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private static String picture(int number) {
        byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', (byte) number};
        return "{\"image\":\"%s\"}".formatted(Base64.getEncoder().encodeToString(png));
    }

    private String set(String path, int number) {
        Answer set = client.send("PUT", path + LOGO, picture(number));
        assertThat(set.status()).as(set.text()).isEqualTo(200);
        return "/t/" + slug + "/logo/" + set.json().path("fingerprint").asString();
    }

    private String page() {
        return anybody.get("/t/" + slug + "/sign-in").text();
    }

    private void enforceBranding() {
        Answer put = client.send("PUT", org + "branding", "{\"rules\":{\"colour\":\"#00a3ff\"},\"enforced\":true}");
        assertThat(put.status()).as(put.text()).isEqualTo(200);
    }

    @Test
    void aWorkspaceWithoutALogoShowsItsOrganisations() {
        String address = set(org, 1);
        assertThat(page()).contains(address);
        Answer shown = anybody.get(address);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.header("Content-Type")).isEqualTo("image/png");
        assertThat(shown.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
    }

    @Test
    void aLogoThatIsReplacedHasAnotherAddressAndTheFormerEnds() {
        String first = set(org, 1);
        String second = set(org, 2);
        assertThat(second).isNotEqualTo(first);
        assertThat(page()).contains(second).doesNotContain(first);
        assertThat(anybody.get(first).status()).isEqualTo(404);
        assertThat(client.delete(org + LOGO).status()).isEqualTo(204);
        assertThat(client.delete(org + LOGO).status()).isEqualTo(404);
        assertThat(page()).doesNotContain(second);
        assertThat(anybody.get(second).status()).isEqualTo(404);
    }

    @Test
    void aWorkspaceShowsItsOwnLogoInstead() {
        String inherited = set(org, 1);
        String own = set(inner, 2);
        assertThat(page()).contains(own).doesNotContain(inherited);
        assertThat(client.delete(inner + LOGO).status()).isEqualTo(204);
        assertThat(page()).contains(inherited);
    }

    @Test
    void whereTheLookIsEnforcedTheOrganisationsLogoIsShown() {
        String own = set(inner, 2);
        enforceBranding();
        assertThat(page()).as("the organisation has none").contains(own);
        String inherited = set(org, 1);
        assertThat(page()).contains(inherited).doesNotContain(own);
        Answer refused = client.send("PUT", inner + LOGO, picture(3));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).isEqualTo("the organisation has decided on a logo for all of its workspaces");
    }

    @Test
    void aLogoIsNotShownByWorkspacesOfOthers() {
        String fingerprint = set(org, 1).replaceAll(".*/", "");
        TestServer.Elsewhere other = server.makeOrganisation(unique("m"));
        String theirs = server.as(other.key())
                .get("/v1/workspaces/" + other.workspace().text())
                .json()
                .path("slug")
                .asString();
        assertThat(anybody.get("/t/" + theirs + "/logo/" + fingerprint).status())
                .isEqualTo(404);
        Client stranger = server.as(other.key());
        assertThat(stranger.send("PUT", org + LOGO, picture(3)).status()).isEqualTo(404);
        assertThat(stranger.delete(org + LOGO).status()).isEqualTo(404);
        assertThat(anybody.get("/t/" + slug + "/logo/" + fingerprint).status()).isEqualTo(200);
    }

    @Test
    void theTrailTellsOfTheOrganisationsLogo() {
        set(org, 1);
        client.send("PUT", org + LOGO, picture(1));
        assertThat(server.count("select count(*) from audit.written where event_type = 'org.branding.logo.update'"
                        + " and tenant_id = '" + place.workspace().value() + "'"))
                .as("the same once more is no change")
                .isEqualTo(1);
    }
}
