package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// People get in, by every way that there is.
class SignInTest {
    private static final String EVERYBODY = """
            {"required":"all","allowed_factors":["totp","passkey","recovery"],"attestation":"none",
             "attestation_formats":["none","packed","tpm"],"user_verification":"preferred"}""";

    private final Town town = Town.make();

    private void isInside(Answer answer, String... methods) {
        assertThat(Visit.isInside(answer)).as(answer.text()).isTrue();
        Answer own = town.server().as(Visit.accessToken(answer)).get(town.path() + "/v1/me/sessions");
        assertThat(own.status()).as(own.text()).isEqualTo(200);
        assertThat(own.json().path("items").get(0).path("methods").valueStream().map(one -> one.asString()))
                .containsExactly(methods);
    }

    @Test
    void aPasswordLetsIn() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        assertThat(visit.identify(ada.email()).json().path("next").toString())
                .isEqualTo("[\"identify\",\"password\",\"webauthn\",\"magic-link\"]");
        isInside(visit.password(Town.PASSWORD), "pwd");
        assertThat(visit.read().json().path("status").asString()).isEqualTo("completed");
        assertThat(visit.read().json().path("tokens").isNull()
                        || visit.read().json().path("tokens").isMissingNode())
                .isTrue();
    }

    @Test
    void aNameMayBeWrittenInCapitalsAndWithSpacesAround() {
        Person ada = town.person("ada");
        isInside(town.visit().signIn(ada.email().toUpperCase(Locale.ROOT), Town.PASSWORD), "pwd");
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
        isInside(visit.code("totp", app.code(0)), "pwd", "otp", "mfa");
    }

    @Test
    void aRecoveryCodeStandsInForTheApp() {
        Person ada = town.person("ada");
        town.app(ada);
        List<String> codes = town.recoveryCodes(ada);
        Visit visit = town.visit();
        visit.signIn(ada.email(), Town.PASSWORD);
        isInside(visit.code("recovery-code", codes.get(4)), "pwd", "otp", "mfa");
        assertThat(town.count("auth.auth_events", "and event_type = 'recovery_code_used'"))
                .isEqualTo(1);
    }

    @Test
    void aPasskeyIsEnoughByItself() {
        Person ada = town.person("ada");
        SoftKey key = town.passkey(ada);
        isInside(town.visit().passkey(key), "pop", "mfa");
    }

    @Test
    void aPasskeyIsTheSecondFactorToo() {
        Person ada = town.person("ada");
        SoftKey key = town.passkey(ada);
        Visit visit = town.visit();
        Answer first = visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(first.json().path("next").toString()).isEqualTo("[\"webauthn\"]");
        key.flags = SoftKey.USER_PRESENT;
        isInside(visit.passkey(key), "pwd", "pop", "mfa");
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
        isInside(visit.code("otp", code.substring(0, 4) + " " + code.substring(4)), "otp");
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
        isInside(visit.code("totp", app.code(0)), "otp", "mfa");
    }

    @Test
    void whoeverMustHaveASecondFactorDoesNotGetInWithoutOne() {
        Person ada = town.person("ada");
        town.decide("mfa", EVERYBODY);
        Visit visit = town.visit();
        Answer first = visit.signIn(ada.email(), Town.PASSWORD);
        assertThat(Visit.status(first)).isEqualTo("password_ok");
        assertThat(first.json().path("next").toString()).isEqualTo("[\"enrol-totp\"]");
        assertThat(visit.step(
                                "select-workspace",
                                "{\"workspace_id\":\"%s\"}"
                                        .formatted(town.place().workspace().text()))
                        .status())
                .isEqualTo(400);
        assertThat(town.count("session.sessions", "")).isZero();
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
