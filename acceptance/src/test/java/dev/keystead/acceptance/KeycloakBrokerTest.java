package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// People who come from a realm of Keycloak by OpenID Connect, and whose sessions here end with those there.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeycloakBrokerTest {
    private static final String REALM = "guild";
    private static final String PASSWORD = "five brown wrens";
    private static final String SECRET = "a secret of the guild";

    private Keycloak keycloak;
    private Installation installation;
    private Installation.Workspace quay;

    @BeforeAll
    void introduce() {
        Keycloak.assume();
        keycloak = Keycloak.shared();
        installation = Installation.callingItself();
        quay = installation.makeWorkspace("quay", "Quay");
        keycloak.makeRealm(REALM, "olga", PASSWORD);
        Client.Answer made =
                quay.owner().post("/v1/connections", """
                {"kind":"oidc","name":"Guild","issuer":"%s","client_secret":"%s",
                 "oidc":{"preset":"keycloak","client_id":"keystead","auth_method":"client_secret_basic",
                         "scopes":["openid","email","profile"],"userinfo":false},
                 "accounts":{"just_in_time":true,"allowed_domains":[],"trust_email":false,"trust_mfa":false}}""".formatted(keycloak.address() + "/realms/" + REALM, SECRET));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String connection = made.json().get("id").asString();
        keycloak.makeClient(REALM, "keystead", SECRET, quay.issuer(), quay.issuer() + "/federation/" + connection);
        Client.Answer tested = quay.owner().post("/v1/connections/" + connection + ":test", "");
        assertThat(tested.json().get("works").asBoolean()).as(tested.body()).isTrue();
    }

    @AfterAll
    void end() {
        if (installation != null) {
            installation.close();
        }
    }

    private void comeBy(Person olga) {
        olga.open(quay.base() + "/sign-in");
        olga.page().locator("a[href*='/with/con_']").first().click();
        olga.page().waitForSelector("#username");
        olga.page().fill("#username", "olga");
        olga.page().fill("#password", PASSWORD);
        olga.page().click("#kc-login");
        olga.page().waitForURL(url -> url.endsWith("/t/quay/account"));
        assertThat(olga.isInside("quay")).isTrue();
    }

    private static boolean isOutside(Person person, Installation.Workspace place) {
        person.open(place.base() + "/account");
        return person.place().equals(place.base() + "/sign-in");
    }

    @Test
    void whoComesFromARealmIsKnownAsSuchAndLeavesBothPlaces() {
        try (Person olga = installation.person()) {
            comeBy(olga);
            JsonNode users = quay.owner().get("/v1/users?q=olga").json().get("items");
            assertThat(users).singleElement().satisfies(user -> {
                assertThat(user.get("email").asString()).isEqualTo("olga@example.test");
                assertThat(user.get("backend").asString()).isEqualTo("keycloak_broker");
            });
            olga.page().locator("form[action$='/sign-out'] button").first().click();
            olga.page()
                    .locator("a[href*='/protocol/openid-connect/logout']")
                    .first()
                    .click();
            olga.page().waitForURL(url -> url.endsWith("/t/quay/sign-in"));
            assertThat(keycloak.sessionsOf(REALM, "olga")).isZero();
        }
    }

    @Test
    void aSessionThatAnAdministratorEndsThereEndsHere() {
        try (Person olga = installation.person();
                Person again = installation.person()) {
            comeBy(olga);
            comeBy(again);
            assertThat(isOutside(olga, quay)).isFalse();
            keycloak.signOut(REALM, "olga");
            // Nothing but Keycloak's own call tells us.
            Until.isTrue("the first session is over", () -> isOutside(olga, quay));
            Until.isTrue("the other session is over", () -> isOutside(again, quay));
            assertThat(keycloak.sessionsOf(REALM, "olga")).isZero();
        }
    }
}
