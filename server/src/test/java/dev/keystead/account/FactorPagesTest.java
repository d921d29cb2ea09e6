package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.login.Town;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Passkeys, authenticator apps and recovery codes of somebody who is signed in: on the pages, and for
/// programs.
class FactorPagesTest {
    private static final String SECURITY = "/account/security";
    private static final Pattern KEY = Pattern.compile("id=\"totp-key\"[^>]*>([A-Z2-7 ]+)<");
    private static final Pattern CODES = Pattern.compile("id=\"recovery-codes\"[^>]*>([^<]+)<");
    private static final Pattern CHALLENGE = Pattern.compile("name=\"challenge\" value=\"([^\"]+)\"");
    private static final Pattern OPTIONS = Pattern.compile("data-options=\"([^\"]+)\"");
    private static final JsonMapper JSON = new JsonMapper();

    private final Town town = Town.make();
    private final Town.Person ada = town.person("ada");
    private final Insider inside =
            Insider.enter(town.server(), town.place().workspace(), town.place().slug(), ada.id());

    private static String first(Pattern pattern, Answer page) {
        Matcher found = pattern.matcher(page.text());
        assertThat(found.find()).as("%s in %s", pattern, page.text()).isTrue();
        return found.group(1);
    }

    private Answer form(String path, Map<String, String> fields) {
        return inside.form(SECURITY, SECURITY + path, fields);
    }

    private void landsOn(Answer answer, String done) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("Location")).isEqualTo(town.path() + SECURITY + "?done=" + done);
    }

    private long events(String type) {
        return town.count("auth.auth_events", "and event_type = '" + type + "'");
    }

    private SoftKey device() {
        var key = new SoftKey();
        RelyingParty party = RelyingParty.at(town.server().address(), "Keystead");
        key.origin = party.origin();
        key.rpId = party.id();
        return key;
    }

    private Town.App addApp() {
        var app = Town.App.typed(first(KEY, form("/app", Map.of())));
        landsOn(form("/app/confirm", Map.of("code", app.code(0))), "app");
        return app;
    }

    @Test
    void anAppIsAddedAndItsPictureStaysUntilACodeIsRight() {
        Answer shown = form("/app", Map.of());
        assertThat(shown.text()).contains("<svg");
        String key = first(KEY, shown);
        var app = Town.App.typed(key);
        Answer wrong = form("/app/confirm", Map.of("code", app.wrongCode()));
        assertThat(wrong.status()).isEqualTo(422);
        assertThat(wrong.text()).contains("id=\"code-error\"").doesNotContain(key);
        assertThat(first(KEY, form("/app", Map.of()))).isEqualTo(key);
        landsOn(form("/app/confirm", Map.of("code", app.code(0))), "app");
        assertThat(events("totp_added")).isOne();
        assertThat(form("/app", Map.of()).status()).as("a second one").isEqualTo(409);
        assertThat(town.inbox().await(ada.email(), 1).text()).contains(SECURITY);
    }

    @Test
    void anotherSessionIsShownAnotherPicture() {
        String key = first(KEY, form("/app", Map.of()));
        Insider elsewhere = Insider.enter(
                town.server(), town.place().workspace(), town.place().slug(), ada.id());
        assertThat(first(KEY, elsewhere.form(SECURITY, SECURITY + "/app", Map.of())))
                .isNotEqualTo(key);
    }

    @Test
    void recoveryCodesAreShownOnceAndNewOnesTakeTheirPlace() {
        assertThat(form("/recovery-codes", Map.of()).status())
                .as("without a factor they would stand in for")
                .isEqualTo(409);
        addApp();
        List<String> old = codes(form("/recovery-codes", Map.of()));
        List<String> codes = codes(form("/recovery-codes", Map.of()));
        assertThat(codes).hasSize(10).doesNotHaveDuplicates().doesNotContainAnyElementsOf(old);
        assertThat(inside.page(SECURITY).text()).doesNotContain(codes.getFirst());
        assertThat(events("recovery_codes_made")).isEqualTo(2);
        var visit = town.visit();
        visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(visit.code("recovery-code", old.getFirst()).status()).isEqualTo(400);
        assertThat(visit.code("recovery-code", codes.getFirst()).status()).isEqualTo(200);
    }

    private static List<String> codes(Answer page) {
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return Arrays.asList(first(CODES, page).strip().split("\\s*\n\\s*"));
    }

    @Test
    void aPasskeyIsAddedNamedUsedAndTakenAway() {
        Answer page = inside.page(SECURITY + "/passkeys/new");
        String challenge = first(CHALLENGE, page);
        String options = first(OPTIONS, page)
                .replace("&quot;", "\"")
                .replace("&#34;", "\"")
                .replace("&amp;", "&");
        SoftKey key = device();
        Map<String, String> answer = Map.of("challenge", challenge, "credential", key.create(options));
        landsOn(form("/passkeys", answer), "passkey");
        Answer replayed = form("/passkeys", answer);
        assertThat(replayed.status()).as("the challenge is used up").isEqualTo(422);
        String id = town.server()
                .look()
                .text("select app.id_text('mfa', id) from identity.mfa_factors where user_id = '"
                        + ada.id().value() + "'");
        landsOn(form("/passkeys/" + id + "/rename", Map.of("name", " Blue key ")), "renamed");
        assertThat(inside.page(SECURITY).text()).contains("Blue key");
        for (String name : List.of("", " ", "x".repeat(121), "a\u0000b", "\u202eyek", "k\u200bey")) {
            assertThat(form("/passkeys/" + id + "/rename", Map.of("name", name)).status())
                    .isIn(400, 422);
        }
        assertThat(town.visit().passkey(key).status()).isEqualTo(200);
        Insider stranger = Insider.enter(
                town.server(),
                town.place().workspace(),
                town.place().slug(),
                town.person("eve").id());
        for (String deed : List.of("rename", "remove")) {
            assertThat(stranger.form(SECURITY, SECURITY + "/passkeys/" + id + "/" + deed, Map.of("name", "Mine"))
                            .status())
                    .isEqualTo(404);
        }
        landsOn(form("/passkeys/" + id + "/remove", Map.of()), "removed");
        assertThat(town.visit().passkey(key).status()).isEqualTo(400);
        assertThat(events("passkey_added")).isOne();
        assertThat(events("passkey_removed")).isOne();
    }

    private Answer addByProgram(SoftKey key) {
        JsonNode question = inside.api().post("/v1/me/passkeys:begin").json();
        return inside.api()
                .post(
                        "/v1/me/passkeys:finish",
                        JSON.writeValueAsString(Map.of(
                                "challenge",
                                question.path("challenge").asString(),
                                "credential",
                                key.create(question.path("options").asString()).replace("\n", ""))));
    }

    @Test
    void programsDoTheSame() {
        Answer added = addByProgram(device());
        assertThat(added.status()).as(added.text()).isEqualTo(200);
        String path = "/v1/me/mfa/" + added.id();
        Answer renamed = inside.api().patch(path, "{\"name\":\"Blue\"}");
        assertThat(renamed.status()).as(renamed.text()).isEqualTo(200);
        assertThat(renamed.json().path("name").asString()).isEqualTo("Blue");
        assertThat(inside.api().delete(path).status()).isEqualTo(204);
        assertThat(inside.api().delete(path).status()).isEqualTo(404);
        assertThat(inside.api().get("/v1/me/mfa").json().path("factors")).isEmpty();
    }

    /// What a workspace says about makes counts when a passkey is added, and nothing else is taken.
    @ParameterizedTest
    @CsvSource({
        "none,false,200",
        "none,true,400",
        "packed,true,200",
        "packed,false,400",
        "'none\",\"packed',true,200",
        "'none\",\"packed',false,200",
        "tpm,true,400",
        "tpm,false,400"
    })
    void onlyAttestationsThatThePolicyNamesAreTaken(String formats, boolean vouches, int status) {
        town.decide("mfa", """
                {"required":"none","allowed_factors":["passkey"],"attestation":"indirect",
                 "attestation_formats":["%s"],"user_verification":"preferred"}""".formatted(formats));
        SoftKey key = device();
        key.vouchesForItself = vouches;
        Answer added = addByProgram(key);
        assertThat(added.status()).as(added.text()).isEqualTo(status);
        if (status == 400) {
            assertThat(added.json().path("fields").has("credential")).isTrue();
        }
        assertThat(town.count("identity.mfa_factors", "")).isEqualTo(status == 200 ? 1 : 0);
    }
}
