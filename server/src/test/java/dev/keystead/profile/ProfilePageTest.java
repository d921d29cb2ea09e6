package dev.keystead.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.BadgeSamples;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// The page of a person as strangers see it, and the choice to show it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProfilePageTest {
    private static final String CHOICE = "/v1/me/public-profile";
    private static final String SHOWN = "{\"shown\":true}";

    private final TestServer server = TestServer.start("--roles", "web");
    private final Client stranger = server.as("");

    @AfterAll
    void stop() {
        server.close();
    }

    private static String word() {
        return "q" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private JsonNode badge(Person person) {
        return BadgeSamples.issue(server.asAdministrator(), person.user().text());
    }

    private void show(Person person) {
        Answer shown = server.as(person.key()).send("PUT", CHOICE, SHOWN);
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
    }

    /// A page without what differs in every answer.
    private static String constant(Answer answer) {
        return answer.text()
                .replaceAll("(?i)request id:?[^<]*<[^>]*>[^<]*", "")
                .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-z]{20,}", "");
    }

    @Test
    void nobodyIsShownWhoDidNotSaySo() {
        String handle = word();
        Person person = server.makePerson(handle);
        badge(person);
        Answer hidden = stranger.get("/p/" + handle);
        Answer unknown = stranger.get("/p/" + word());
        assertThat(hidden.status()).isEqualTo(404);
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(constant(hidden)).isEqualTo(constant(unknown)).doesNotContain(handle);
    }

    @Test
    void whoChoseToIsShownWithValidBadgesAndIsGoneAgainWhenTheyHide() {
        String handle = word();
        Person person = server.makePerson(handle);
        JsonNode valid = badge(person);
        JsonNode revoked = badge(person);
        String gone = revoked.path("id").asString();
        server.asAdministrator().post("/v1/badges/" + gone + ":revoke", "{\"reason\":\"x\"}");
        assertThat(server.as(person.key()).get(CHOICE).json().path("shown").booleanValue())
                .isFalse();
        show(person);
        assertThat(server.as(person.key()).get(CHOICE).json().path("address").asString())
                .isEqualTo(server.address() + "/p/" + handle);

        String file = "/p/" + handle + "/badges/" + valid.path("id").asString();
        Answer page = stranger.get("/p/" + handle);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("Verified", file, "keystead badge verify")
                .doesNotContain(gone);

        Answer download = stranger.get(file);
        assertThat(download.header("Content-Disposition")).contains("badge-verified-bdg_");
        assertThat(download.json()).isEqualTo(valid.path("document"));
        assertThat(stranger.get("/p/" + handle + "/badges/" + gone).status()).isEqualTo(404);

        server.as(person.key()).send("PUT", CHOICE, "{\"shown\":false}");
        assertThat(stranger.get("/p/" + handle).status()).isEqualTo(404);
        assertThat(stranger.get(file).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"en, Issued by, Verified", "pt-BR, Emitido por, Verificado", "es, Emitida por, Verificado"})
    void thePageSpeaksThreeLanguages(String tag, String by, String kind) {
        String handle = word();
        Person person = server.makePerson(handle);
        badge(person);
        show(person);
        assertThat(stranger.get("/p/" + handle + "?ui_locales=" + tag).text())
                .contains("lang=\"" + tag + "\"", by, kind);
    }

    @Test
    void whatPeopleCallThemselvesIsTextAndNothingElse() {
        String handle = word();
        Person person = server.makePerson(handle);
        server.execute("update identity.users set display_name = '<script>alert(1)</script>' where id = '"
                + person.user().value() + "'");
        show(person);
        assertThat(stranger.get("/p/" + handle).text())
                .contains("&lt;script&gt;alert(1)")
                .doesNotContain("<script>alert");
    }

    @Test
    void anAccountThatIsNotActiveHasNoPageAndNoWorkspaceHasPagesOfItsOwn() {
        String handle = word();
        Person person = server.makePerson(handle);
        show(person);
        Elsewhere place = server.makeOrganisation("w" + handle);
        assertThat(stranger.get("/t/" + place.slug() + "/p/" + handle).status()).isEqualTo(404);
        assertThat(stranger.get("/p/" + handle).status()).isEqualTo(200);
        server.asAdministrator().post("/v1/users/" + person.user().text() + ":suspend");
        assertThat(stranger.get("/p/" + handle).status()).isEqualTo(404);
    }

    @Test
    void aBadgeIsDownloadedFromItsHoldersPageAlone() {
        String handle = word();
        String other = word();
        Person person = server.makePerson(handle);
        Person somebody = server.makePerson(other);
        show(person);
        show(somebody);
        String id = badge(person).path("id").asString();
        assertThat(stranger.get("/p/" + handle + "/badges/" + id).status()).isEqualTo(200);
        assertThat(stranger.get("/p/" + other + "/badges/" + id).status()).isEqualTo(404);
    }

    @Test
    void whatOtherWorkspacesSayOfSomebodyIsNotShownBeforeTheyHaveSeenIt() {
        String handle = word();
        Person person = server.makePerson(handle);
        badge(person);
        show(person);
        Elsewhere place = server.makeOrganisation("s" + handle);
        Client there = server.as(place.key());
        there.post(
                "/v1/workspaces/" + place.workspace().text() + "/members",
                "{\"user_id\":\"%s\",\"role\":\"viewer\"}"
                        .formatted(person.user().text()));
        Answer made = there.post(
                "/v1/badges",
                "{\"user_id\":\"%s\",\"kind\":\"verified\",\"role\":\"known for slander\"}"
                        .formatted(person.user().text()));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String own = badge(person).path("id").asString();

        assertThat(stranger.get("/p/" + handle).text())
                .contains(own)
                .doesNotContain("slander")
                .doesNotContain(made.id());
        assertThat(stranger.get("/p/" + handle + "/badges/" + made.id()).status())
                .isEqualTo(404);
        assertThat(newer(person)).isTrue();
        Insider insider = Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", person.user());
        assertThat(insider.page("/account/badges").text()).contains("slander", "Show these as well");

        show(person);
        assertThat(stranger.get("/p/" + handle).text()).contains(made.id());
        assertThat(newer(person)).isFalse();
        assertThat(insider.page("/account/badges").text()).doesNotContain("Show these as well");
    }

    private boolean newer(Person person) {
        return server.as(person.key()).get(CHOICE).json().path("newer").booleanValue();
    }

    @Test
    void whoHasNoHandleHasNoPageToShow() {
        Elsewhere place = server.makeOrganisation("n" + word());
        Person owner = server.makeOwner(place);
        Answer refused = server.as(owner.key()).send("PUT", CHOICE, SHOWN);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.error()).contains("individual account");
    }

    @Test
    void theAccountShowsBadgesAndTheChoice() {
        String handle = word();
        Person person = server.makePerson(handle);
        String id = badge(person).path("id").asString();
        Insider insider = Insider.enter(server, Reserved.SYSTEM_WORKSPACE, "system", person.user());
        Answer page = insider.page("/account/badges");
        assertThat(page.text()).contains("Verified", id, "Nobody can see it now");
        assertThat(insider.page("/account/badges/" + id + "/file").status()).isEqualTo(200);

        Answer chosen = insider.form("/account/badges", "/account/badges/profile", Map.of("shown", "yes"));
        assertThat(chosen.status()).isEqualTo(303);
        assertThat(stranger.get("/p/" + handle).status()).isEqualTo(200);
        assertThat(insider.page("/account/badges").text()).contains("Everybody can see it", "/p/" + handle);
        insider.form("/account/badges", "/account/badges/profile", Map.of("shown", "no"));
        assertThat(stranger.get("/p/" + handle).status()).isEqualTo(404);
        assertThat(insider.forged("/account/badges/profile", Map.of("shown", "yes"))
                        .status())
                .isEqualTo(403);
    }
}
