package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town.App;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/// A program that knows the name, or the password too, begins with what it knows.
class BeginningTest {
    private final Town town = Town.make();

    @Test
    void whoSaysAtOnceWhoTheyAreNeedsNoStepForIt() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        Answer begun = visit.beginAs(ada.email().toUpperCase(Locale.ROOT));
        assertThat(begun.json().path("next").toString())
                .isEqualTo("[\"identify\",\"password\",\"webauthn\",\"magic-link\"]");
        town.isInside(visit.password(Town.PASSWORD), "pwd");
        visit.beginAs("somebody else");
        visit.identify(ada.email());
        town.isInside(visit.password(Town.PASSWORD), "pwd");
    }

    @Test
    void whoKnowsBothNeedsOneRequest() {
        Person ada = town.person("ada");
        Visit visit = town.visit();
        Answer begun = visit.beginWith(ada.email().toUpperCase(Locale.ROOT), Town.PASSWORD);
        assertThat(begun.status()).isEqualTo(201);
        town.isInside(begun, "pwd");
        assertThat(Visit.status(begun)).isEqualTo("completed");
        assertThat(begun.header("Location")).isEmpty();
        assertThat(begun.json().path("tries_left").intValue()).isEqualTo(Flow.MOST_ERRORS);
        assertThat(town.count("auth.auth_flows", "and id = app.id_uuid('" + begun.id() + "')"))
                .as("nothing is left of it to go on with")
                .isZero();
        assertThat(town.count("auth.lockouts", "and kind <> 'start' and failed_attempts > 0"))
                .isZero();
    }

    @Test
    void aPasswordAtTheBeginningLeadsToTheSecondFactor() {
        Person ada = town.person("ada");
        App app = town.app(ada);
        Visit visit = town.visit();
        Answer begun = visit.beginWith(ada.email(), Town.PASSWORD);
        assertThat(Visit.status(begun)).isEqualTo("mfa_required");
        assertThat(begun.header("Location")).isEqualTo(begun.json().path("path").asString());
        assertThat(Visit.isInside(begun)).isFalse();
        town.isInside(visit.code("totp", app.code(0)), "pwd", "otp", "mfa");
    }

    @Test
    void aWrongPasswordAtTheBeginningIsRefusedCountedAndNoted() {
        Person ada = town.person("ada");
        String unknown = town.visit().beginWith("nobody", "not the password").error();
        for (int i = 0; i < 4; i++) {
            Answer refused = town.visit().beginWith(ada.email(), "not the password");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.error()).isEqualTo(unknown);
        }
        Answer locked = town.visit().beginWith(ada.email(), Town.PASSWORD);
        assertThat(locked.status()).isEqualTo(429);
        assertThat(locked.header("Retry-After")).isNotEmpty();
        assertThat(town.count("auth.auth_events", "and event_type = 'login_failed'"))
                .isEqualTo(5);
    }

    @Test
    void aPasswordAtTheBeginningIsCheckedLikeOneInItsStep() {
        Visit visit = town.visit();
        for (String password : List.of("\"\"", "\"%s\"".formatted("a".repeat(1001)), "7", "[]", "{}")) {
            Answer refused = visit.client()
                    .post(town.path() + "/v1/flows", "{\"identifier\":\"ada\",\"password\":" + password + "}");
            assertThat(refused.status()).as(password).isEqualTo(400);
            assertThat(refused.json().path("fields").path("password").asString())
                    .as(password)
                    .isNotEmpty();
        }
        Answer nobody = visit.client().post(town.path() + "/v1/flows", "{\"password\":\"granite owl 7\"}");
        assertThat(nobody.json().path("fields").path("identifier").asString()).contains("whose");
    }

    @Test
    void aNameAtTheBeginningIsCheckedLikeOneInItsStep() {
        for (String name : List.of("\"\"", "\" \"", "\"%s\"".formatted("a".repeat(321)), "7", "[]", "{}")) {
            Answer refused = town.visit().client().post(town.path() + "/v1/flows", "{\"identifier\":" + name + "}");
            assertThat(refused.status()).as(name).isEqualTo(400);
            assertThat(refused.json().path("fields").path("identifier").asString())
                    .as(name)
                    .isNotEmpty();
        }
    }
}
