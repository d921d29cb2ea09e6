package dev.keystead.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer;
import org.junit.jupiter.api.Test;

/// Whoever ends a session, its person finds an event about it, as after the pages.
class SessionEndingsTest {
    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final TestServer.Client inside =
            town.server().as(Visit.accessToken(town.visit().signIn(ada.email(), Town.PASSWORD)));

    private String newSession() {
        return town.visit()
                .signIn(ada.email(), Town.PASSWORD)
                .json()
                .path("tokens")
                .path("session_id")
                .asString();
    }

    private long events(String by) {
        return town.count(
                "auth.auth_events",
                "and event_type = 'session_ended' and user_id = '%s' and details ->> 'by' = '%s'"
                        .formatted(ada.id().value(), by));
    }

    @Test
    void endingOneOfOnesOwnLeavesAnEvent() {
        String other = newSession();
        assertThat(inside.delete("/v1/me/sessions/" + other).status()).isEqualTo(204);
        assertThat(events("owner")).isOne();
        assertThat(town.count(
                        "auth.auth_events",
                        "and session_id = app.id_uuid('" + other + "')" + " and event_type = 'session_ended'"))
                .isOne();
        assertThat(inside.delete("/v1/me/sessions/" + other).status()).isEqualTo(404);
        assertThat(events("owner")).as("nothing ended the second time").isOne();
    }

    @Test
    void endingAllOthersLeavesOneEvent() {
        assertThat(inside.post("/v1/me/sessions:end-others")
                        .json()
                        .path("ended")
                        .intValue())
                .isZero();
        assertThat(events("owner")).isZero();
        newSession();
        newSession();
        assertThat(inside.post("/v1/me/sessions:end-others")
                        .json()
                        .path("ended")
                        .intValue())
                .isEqualTo(2);
        assertThat(events("owner")).isOne();
    }

    @Test
    void anAdministratorWhoEndsOneLeavesAnEventForItsPerson() {
        String path = "/v1/users/" + ada.id().text() + "/sessions/" + newSession();
        assertThat(town.administrator().delete(path).status()).isEqualTo(204);
        assertThat(events("administrator")).isOne();
        assertThat(events("owner")).isZero();
        assertThat(inside.get("/v1/me/events").text()).contains("session_ended");
    }
}
