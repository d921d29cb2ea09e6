package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.Until;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.Reserved;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The page with a person's access tokens, as a browser without scripts uses it.
class TokenPagesTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final String PAGE = "/account/tokens";
    private static final Pattern SECRET = Pattern.compile("kpat_[0-9A-Za-z]{75}");
    private static final Map<String, String> SOUND =
            Map.of("name", "laptop", "life", "30", "on_self", "yes", "verb_self", "write", "verb_user", "admin");

    private static String word() {
        return "g" + UuidV7.next().toString().replace("-", "").substring(14);
    }

    private static UserId person() {
        return SERVER.makePerson(word()).user();
    }

    private static Insider enter(UserId user) {
        return Insider.enter(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
    }

    private static String secretOn(Answer page) {
        Matcher secret = SECRET.matcher(page.text());
        assertThat(secret.find()).as(page.text()).isTrue();
        return secret.group();
    }

    private static String idOf(UserId user) {
        return SERVER.look()
                .text("select app.id_text('pat', id) from admin.personal_access_tokens where user_id = '%s'"
                        .formatted(user.value()));
    }

    @Test
    void aTokenIsMadeShownOnceAndWorks() {
        Insider insider = enter(person());
        assertThat(insider.page(PAGE).text())
                .contains("You have no access token.")
                .contains("<option value=\"90\" selected>90 days</option>");
        Answer made = insider.form(PAGE, PAGE, SOUND);
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        assertThat(made.text()).contains("Copy the token now").contains("data-copy=\"personal-access-token\"");
        String secret = secretOn(made);
        assertThat(SERVER.as(secret).get("/v1/me").status()).isEqualTo(200);
        assertThat(SERVER.as(secret).get("/v1/users").status())
                .as("a verb without its box grants nothing")
                .isNotEqualTo(200);
        Answer list = insider.page(PAGE);
        assertThat(list.text())
                .doesNotContain(secret)
                .contains("laptop")
                .contains("<span class=\"tag\">Your own account: read and change</span>");
        assertThat(SERVER.look()
                        .text("select scopes::text || ' ' || (expires_at - created_at < interval '30 days 1 minute')"
                                + " from admin.personal_access_tokens where user_id = '%s'"
                                        .formatted(insider.user().value())))
                .isEqualTo("{write:user:self} true");
    }

    @Test
    void whoeverHasATokenMadeIsWrittenTo() {
        UserId user = person();
        enter(user).form(PAGE, PAGE, SOUND);
        String address = SERVER.look().text("select email from identity.users where id = '%s'".formatted(user.value()));
        Until.holds(
                "a mail arrives",
                Duration.ofSeconds(20),
                () -> SERVER.as("").get("/dev/inbox").text().contains(address));
        assertThat(enter(user).page("/account/events").text()).contains("An access token was made");
    }

    @ParameterizedTest
    @CsvSource({
        "name,'',Enter a name of up to 120 characters",
        "name,'a\u0007b',Enter a name of up to 120 characters",
        "life,31,Choose one of the times",
        "life,never,Choose one of the times",
        "life,'',Choose one of the times",
        "verb_self,own,Choose at least one thing",
        "verb_self,admin,Choose at least one thing"
    })
    void aFormThatCannotBeIsToldByFieldAndKeepsWhatWasTyped(String field, String value, String sentence) {
        UserId user = person();
        var fields = new HashMap<>(SOUND);
        fields.put(field, value);
        Answer answer = enter(user).form(PAGE, PAGE, fields);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).contains(sentence).contains("name=\"on_self\" value=\"yes\" checked");
        assertThat(SERVER.count("select count(*) from admin.personal_access_tokens where user_id = '%s'"
                        .formatted(user.value())))
                .isZero();
    }

    @Test
    void withoutARecentProofATokenIsSeenAndRevokedButNotMade() {
        UserId user = person();
        enter(user).form(PAGE, PAGE, SOUND);
        Insider later = Insider.enterAgo(SERVER, Reserved.SYSTEM_WORKSPACE, "system", user);
        assertThat(later.page(PAGE).text())
                .contains("first prove again who you are")
                .doesNotContain("name=\"life\"")
                .doesNotContain(">Replace<");
        for (String path : new String[] {PAGE, PAGE + "/" + idOf(user) + "/rotate"}) {
            Answer answer = later.form(PAGE, path, SOUND);
            assertThat(answer.status()).isEqualTo(303);
            assertThat(answer.header("Location")).isEqualTo("/step-up?return_to=%2Faccount%2Ftokens");
        }
        Answer revoked = later.form(PAGE, PAGE + "/" + idOf(user) + "/revoke", Map.of());
        assertThat(revoked.header("Location")).isEqualTo("/account/tokens?done=revoked");
        assertThat(later.page("/account/tokens?done=revoked").text())
                .contains("Revoked. It no longer works.")
                .contains("You have no access token.");
    }

    @Test
    void aTokenIsReplacedAndTheOldOneWorksForAsLongAsWasChosen() {
        UserId user = person();
        Insider insider = enter(user);
        String old = secretOn(insider.form(PAGE, PAGE, SOUND));
        String rotate = PAGE + "/" + idOf(user) + "/rotate";
        assertThat(insider.form(PAGE, rotate, Map.of("overlap", "7")).text())
                .contains("Choose when the old token stops working.");
        String next = secretOn(insider.form(PAGE, rotate, Map.of("overlap", "3600")));
        assertThat(SERVER.as(old).get("/v1/me").status()).isEqualTo(200);
        assertThat(SERVER.as(next).get("/v1/me").status()).isEqualTo(200);
        assertThat(insider.page(PAGE).text()).contains("It was replaced and stops working");
        Answer again = insider.form(PAGE, rotate, Map.of());
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text()).contains("This token was replaced already.");
    }

    @Test
    void somebodyElsesTokenIsNone() {
        UserId owner = person();
        enter(owner).form(PAGE, PAGE, SOUND);
        Insider other = enter(person());
        for (String deed : new String[] {"/rotate", "/revoke"}) {
            assertThat(other.form(PAGE, PAGE + "/" + idOf(owner) + deed, Map.of())
                            .status())
                    .isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/pat_00000000000000000000000000/rotate", "/pat_00000000000000000000000000/revoke"})
    void aFormFromElsewhereIsRefused(String below) {
        assertThat(enter(person()).forged(PAGE + below, SOUND).status()).isEqualTo(403);
    }

    @Test
    void aTokenWithoutAnEndIsOfferedWhereTheWorkspaceAllowsIt() {
        Elsewhere there = SERVER.makeOrganisation(word());
        SERVER.as(there.key())
                .send(
                        "PUT",
                        "/v1/workspaces/" + there.workspace().text() + "/policies/token",
                        "{\"max_days\":45,\"allows_forever\":true}");
        Insider owner = Insider.enter(
                SERVER, there.workspace(), there.slug(), SERVER.makeOwner(there).user());
        assertThat(owner.page(PAGE).text())
                .contains("<option value=\"45\" selected>45 days</option>")
                .contains("<option value=\"never\">Until you revoke it</option>")
                .doesNotContain("<option value=\"90\"");
        var fields = new HashMap<>(SOUND);
        fields.put("life", "never");
        assertThat(owner.form(PAGE, PAGE, fields).status()).isEqualTo(200);
        assertThat(owner.page(PAGE).text()).contains("never expires");
    }

    @ParameterizedTest
    @CsvSource({"pt-BR,Criar um token de acesso", "es,Crear un token de acceso"})
    void thePageSpeaksTheReadersLanguage(String language, String sentence) {
        assertThat(enter(person()).page(PAGE + "?ui_locales=" + language).text())
                .contains("<h2>" + sentence + "</h2>");
    }
}
