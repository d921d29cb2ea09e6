package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.credential.passkey.RelyingParty;
import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// People get in, by every way that there is.
class SignInTest {
    private static final String EVERYBODY = """
            {"required":"all","allowed_factors":["totp","passkey","recovery"],"attestation":"none",
             "attestation_formats":["none","packed","tpm"],"user_verification":"preferred"}""";

    private final Town town = Town.make();

    @Test
    void aPasswordLetsIn() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        assertThat(visit.identify(ada.email()).json().path("next").toString())
                .isEqualTo("[\"identify\",\"password\",\"webauthn\",\"magic-link\"]");
        town.isInside(visit.password(Town.PASSWORD), "pwd");
        assertThat(visit.read().json().path("status").asString()).isEqualTo("completed");
        assertThat(visit.read().json().path("tokens").isNull()
                        || visit.read().json().path("tokens").isMissingNode())
                .isTrue();
    }

    @Test
    void aPasswordIsNotAskedForBeforeAName() {
        Visit visit = town.visit();
        for (int i = 0; i < 6; i++) {
            assertThat(visit.password(Town.PASSWORD).json().path("next").toString())
                    .isEqualTo("[\"identify\",\"webauthn\"]");
        }
        assertThat(town.count("auth.lockouts", "and kind <> 'start'")).isZero();
    }

    @Test
    void aNameMayBeWrittenInCapitalsAndWithSpacesAround() {
        Person ada = town.person("ada");
        town.isInside(town.visit().signIn(ada.email().toUpperCase(Locale.ROOT), Town.PASSWORD), "pwd");
        Browser browser = town.browser();
        assertThat(browser.signIn("  " + ada.email() + " ", Town.PASSWORD).status())
                .isEqualTo(303);
    }

    @Test
    void anAppIsAskedForAfterThePassword() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        Visit visit = town.visit();
        Answer first = visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(Visit.status(first)).isEqualTo("mfa_required");
        assertThat(first.json().path("next").toString()).isEqualTo("[\"totp\"]");
        assertThat(Visit.isInside(first)).isFalse();
        town.isInside(visit.code("totp", app.code(0)), "pwd", "otp", "mfa");
    }

    @Test
    void aRecoveryCodeStandsInForTheApp() {
        Person ada = town.person("ada");
        town.app(ada);
        List<String> codes = town.recoveryCodes(ada);
        Visit visit = town.visit();
        visit.signIn(ada.email(), Town.PASSWORD);
        town.isInside(visit.code("recovery-code", codes.get(4)), "pwd", "otp", "mfa");
        assertThat(town.count("auth.auth_events", "and event_type = 'recovery_code_used'"))
                .isEqualTo(1);
    }

    @Test
    void aPasskeyIsEnoughByItself() {
        Person ada = town.person("ada");
        SoftKey key = town.passkey(ada);
        town.isInside(town.visit().passkey(key), "pop", "mfa");
    }

    @Test
    void aPasskeyIsTheSecondFactorToo() {
        Person ada = town.person("ada");
        SoftKey key = town.passkey(ada);
        Visit visit = town.visit();
        Answer first = visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(first.json().path("next").toString()).isEqualTo("[\"webauthn\"]");
        key.flags = SoftKey.USER_PRESENT;
        town.isInside(visit.passkey(key), "pwd", "pop", "mfa");
    }

    @Test
    void aPasskeyThatDidNotCheckItsHolderIsNotEnoughAlone() {
        Person ada = town.person("ada");
        SoftKey key = town.passkey(ada);
        key.flags = SoftKey.USER_PRESENT;
        assertThat(town.visit().passkey(key).status()).isEqualTo(400);
    }

    @Test
    void theCodeOfAMailLetsIn() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        assertThat(visit.askForMail().json().path("next").toString()).contains("\"otp\"");
        String code = town.inbox().await(ada.email(), 1).code();
        town.isInside(visit.code("otp", code.substring(0, 4) + " " + code.substring(4)), "otp");
        assertThat(town.count("identity.users", "and email_verified_at is not null"))
                .isEqualTo(1);
    }

    @Test
    void theAppIsAskedForAfterAMailToo() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        town.decide("mfa", EVERYBODY);
        Visit visit = town.visit();
        visit.identify(ada.email());
        visit.askForMail();
        Answer first = visit.code("otp", town.inbox().await(ada.email(), 1).code());
        assertThat(Visit.status(first)).isEqualTo("mfa_required");
        town.isInside(visit.code("totp", app.code(0)), "otp", "mfa");
    }

    @Test
    void whoeverMustHaveASecondFactorDoesNotGetInWithoutOne() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY);
        Visit visit = town.visit();
        Answer first = visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(Visit.status(first)).isEqualTo("password_ok");
        assertThat(first.json().path("next").toString()).isEqualTo("[\"enrol-totp\",\"enrol-webauthn\"]");
        assertThat(visit.step(
                                "select-workspace",
                                "{\"workspace_id\":\"%s\"}"
                                        .formatted(town.place().workspace().text()))
                        .status())
                .isEqualTo(400);
        assertThat(town.count("session.sessions", "")).isZero();
    }

    @Test
    void anAppThatIsAskedForIsSetUpOnTheWayIn() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY);
        Visit visit = town.visit();
        visit.identify(ada.email());
        assertThat(visit.step("enrol-totp:begin", "{}").status())
                .as("before anything is proven")
                .isEqualTo(404);
        visit.password(Town.PASSWORD);
        Answer begun = visit.step("enrol-totp:begin", "{}");
        assertThat(begun.status()).as(begun.text()).isEqualTo(200);
        assertThat(begun.json().path("uri").asString()).startsWith("otpauth://totp/");
        String key = begun.json().path("key").asString();
        assertThat(town.visit()
                        .with(visit.flow())
                        .step("enrol-totp:begin", "{}")
                        .status())
                .as("in another browser")
                .isEqualTo(404);
        App app = App.typed(key);
        assertThat(visit.code("enrol-totp", app.wrongCode()).status()).isEqualTo(400);
        assertThat(visit.step("enrol-totp:begin", "{}").json().path("key").asString())
                .as("the secret that the app has already")
                .isEqualTo(key);
        town.isInside(visit.code("enrol-totp", app.code(0)), "pwd", "otp", "mfa");
        assertThat(visit.step("enrol-totp:begin", "{}").status()).isEqualTo(404);
        assertThat(town.count("auth.auth_events", "and event_type = 'totp_added'"))
                .isEqualTo(1);
        assertThat(town.count("identity.mfa_factors", "and verified and begun_by is null"))
                .isEqualTo(1);
    }

    @Test
    void anotherSignInIsShownAnotherSecret() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY);
        Visit thief = town.visit();
        thief.signIn(ada.email(), Town.PASSWORD);
        App known = App.typed(
                thief.step("enrol-totp:begin", "{}").json().path("key").asString());
        Visit hers = town.visit();
        hers.signIn(ada.email(), Town.PASSWORD);
        App own =
                App.typed(hers.step("enrol-totp:begin", "{}").json().path("key").asString());
        assertThat(own.secret().bytes()).isNotEqualTo(known.secret().bytes());
        assertThat(thief.code("enrol-totp", known.code(0)).status()).isEqualTo(400);
        town.isInside(hers.code("enrol-totp", own.code(0)), "pwd", "otp", "mfa");
    }

    private Answer makePasskey(Visit visit, SoftKey key) {
        JsonNode question = visit.step("enrol-webauthn:begin", "{}").json();
        RelyingParty party = RelyingParty.at(town.server().address(), "Keystead");
        key.origin = party.origin();
        key.rpId = party.id();
        return visit.step(
                "enrol-webauthn",
                Json.text(Map.of(
                        "challenge",
                        question.path("challenge").asString(),
                        "credential",
                        key.create(question.path("options").asString()))));
    }

    @Test
    void whereNothingButPasskeysCountsOneIsMadeOnTheWayIn() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY.replace("\"totp\",", ""));
        Visit visit = town.visit();
        Answer first = visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(first.json().path("next").toString()).isEqualTo("[\"enrol-webauthn\"]");
        assertThat(visit.step("enrol-totp:begin", "{}").status()).isEqualTo(404);
        assertThat(Visit.isInside(visit.code("enrol-totp", "123456"))).isFalse();
        assertThat(visit.step("enrol-webauthn", "{\"challenge\":\"x\",\"credential\":\"{}\"}")
                        .status())
                .isEqualTo(400);
        var key = new SoftKey();
        town.isInside(makePasskey(visit, key), "pwd", "pop", "mfa");
        assertThat(town.count("auth.auth_events", "and event_type = 'passkey_added'"))
                .isOne();
        assertThat(town.inbox().await(ada.email(), 1).text()).contains("A passkey was added");
        Visit later = town.visit();
        assertThat(Visit.status(later.signIn(ada.email(), Town.PASSWORD))).isEqualTo("mfa_required");
        town.isInside(later.passkey(key), "pwd", "pop", "mfa");
    }

    @Test
    void theOwnerHearsOfAnAppThatWasSetUpOnTheWayIn() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY);
        Visit visit = town.visit();
        visit.signIn(ada.email(), Town.PASSWORD);
        App app = App.typed(
                visit.step("enrol-totp:begin", "{}").json().path("key").asString());
        town.isInside(visit.code("enrol-totp", app.code(0)), "pwd", "otp", "mfa");
        assertThat(town.inbox().await(ada.email(), 1).text()).contains("An authenticator app was set up");
    }

    /// A found password, and a sign-in that waits until its owner has a second factor.
    @Test
    void whoeverWaitedDoesNotGoAroundAFactorThatIsThereByNow() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY);
        Visit thief = town.visit();
        thief.signIn(ada.email(), Town.PASSWORD);
        App begun = App.typed(
                thief.step("enrol-totp:begin", "{}").json().path("key").asString());
        JsonNode question = thief.step("enrol-webauthn:begin", "{}").json();
        town.passkey(ada);
        assertThat(thief.read().json().path("next").toString()).isEqualTo("[]");
        assertThat(Visit.isInside(thief.code("enrol-totp", begun.code(0)))).isFalse();
        assertThat(Visit.isInside(thief.step(
                        "enrol-webauthn",
                        Json.text(Map.of(
                                "challenge",
                                question.path("challenge").asString(),
                                "credential",
                                new SoftKey().create(question.path("options").asString()))))))
                .isFalse();
        assertThat(town.count("session.sessions", "")).isZero();
        assertThat(town.count("identity.mfa_factors", "and verified")).isOne();
    }

    @Test
    void aStepUpBeginsWhereThePersonSignedInAndSaysWhereItGoesOn() {
        Person ada = town.person("ada");
        Answer inside = town.visit().signIn(ada.email(), Town.PASSWORD);
        town.change("session.sessions", "proven_at = proven_at - interval '1 hour'", "");
        for (String path : List.of("", town.path())) {
            Answer begun = town.server().as(Visit.accessToken(inside)).post(path + "/v1/me/step-ups");
            assertThat(begun.status()).as(begun.text()).isEqualTo(201);
            String on = begun.json().path("path").asString();
            assertThat(on).isEqualTo(town.path() + "/v1/flows/" + begun.id());
            assertThat(begun.header("Location")).isEqualTo(on);
            Answer proven = town.server()
                    .as("")
                    .with(Door.HEADER, begun.json().path("browser_key").asString())
                    .post(on + "/steps/password", "{\"password\":\"" + Town.PASSWORD + "\"}");
            assertThat(Visit.status(proven)).as(proven.text()).isEqualTo("completed");
        }
        assertThat(town.count("session.sessions", "and proven_at > now() - interval '10 minutes'"))
                .isEqualTo(1);
    }

    @Test
    void aKeyCannotProveWhoHoldsIt() {
        Answer refused = town.server()
                .as(town.server()
                        .makePerson("stepup" + town.place().slug().replace("town-", ""))
                        .key())
                .post("/v1/me/step-ups");
        assertThat(refused.status()).as(refused.text()).isEqualTo(409);
        assertThat(refused.error()).contains("sign in first");
    }

    @Test
    void somebodyInsideProvesThemselvesAgain() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        Answer inside = visit.signIn(ada.email(), Town.PASSWORD);
        town.change("session.sessions", "proven_at = proven_at - interval '1 hour'", "");
        visit.stepUp(inside);
        assertThat(visit.read().json().path("next").toString()).isEqualTo("[\"password\"]");
        assertThat(visit.password("not it").status()).isEqualTo(400);
        Answer proven = visit.password(Town.PASSWORD);
        assertThat(Visit.status(proven)).as(proven.text()).isEqualTo("completed");
        assertThat(Visit.isInside(proven)).isFalse();
        assertThat(town.count("session.sessions", "and proven_at > now() - interval '10 minutes'"))
                .isEqualTo(1);
        assertThat(town.count("session.sessions", "")).isEqualTo(1);
    }

    @Test
    void whoeverHasAnAppProvesThemselvesByItAndKeepsWhatTheyProvedBefore() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        town.recoveryCodes(ada);
        Visit visit = town.visit();
        visit.signIn(ada.email(), Town.PASSWORD);
        Answer inside = visit.code("totp", app.code(0));
        visit.stepUp(inside);
        assertThat(visit.read().json().path("next").toString()).isEqualTo("[\"totp\"]");
        assertThat(Visit.status(visit.code("totp", app.code(1)))).isEqualTo("completed");
        assertThat(town.server()
                        .look()
                        .text("select array_to_string(methods, ' ') from session.sessions where user_id = '"
                                + ada.id().value() + "'"))
                .isEqualTo("pwd otp mfa");
    }

    @Test
    void whoeverHasNothingElseProvesThemselvesAgainByMail() {
        Person ada = town.stranger("ada");
        Visit visit = town.visit();
        visit.identify(ada.email());
        visit.askForMail();
        Answer inside = visit.code("otp", town.inbox().await(ada.email(), 1).code());
        visit.stepUp(inside);
        assertThat(visit.read().json().path("next").toString()).isEqualTo("[\"magic-link\"]");
        assertThat(visit.askForMail().status()).isEqualTo(200);
        Answer proven = visit.code("otp", town.inbox().await(ada.email(), 2).code());
        assertThat(Visit.status(proven)).as(proven.text()).isEqualTo("completed");
    }
}
