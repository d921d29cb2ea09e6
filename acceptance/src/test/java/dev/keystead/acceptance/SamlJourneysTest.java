package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// People who come from an identity provider that speaks SAML, and leave again: Keycloak, which signs and encrypts what
/// it says.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SamlJourneysTest {
    private static final String PASSWORD = "six grey geese";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Keycloak keycloak;
    private Installation installation;
    private Installation.Workspace pier;

    @BeforeAll
    void introduce() {
        Keycloak.assume();
        keycloak = Keycloak.shared();
        installation = Installation.callingItself();
        pier = installation.makeWorkspace("pier", "Pier");
        keycloak.makeRealm("staff", "iris", PASSWORD);
        Client.Answer read = pier.owner()
                .post("/v1/connections:read-metadata", "{\"url\":\"" + keycloak.metadataOf("staff") + "\"}");
        assertThat(read.status()).as(read.body()).isEqualTo(200);
        var saml = (ObjectNode) read.json().get("saml");
        saml.put("idp_initiated", true).put("encrypted_only", true);
        Client.Answer made = pier.owner()
                .post(
                        "/v1/connections",
                        JSON.writeValueAsString(Map.of(
                                "kind",
                                "saml",
                                "name",
                                "Staff",
                                "issuer",
                                read.json().get("issuer").asString(),
                                "saml",
                                saml,
                                "accounts",
                                Map.of(
                                        "just_in_time", true,
                                        "allowed_domains", new String[0],
                                        "trust_email", true,
                                        "trust_mfa", false),
                                "mapping",
                                Map.of("email", "email", "handle", "username"))));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        Client.Answer ours = installation.anyone().get(pier.base() + "/saml/metadata");
        assertThat(ours.status()).as(ours.body()).isEqualTo(200);
        keycloak.makeService("staff", ours.body(), "pier");
    }

    @AfterAll
    void end() {
        if (installation != null) {
            installation.close();
        }
    }

    private static void signInThere(Person person) {
        person.page().waitForSelector("#username");
        person.page().fill("#username", "iris");
        person.page().fill("#password", PASSWORD);
        person.page().click("#kc-login");
    }

    private void comeBy(Person iris) {
        iris.open(pier.base() + "/sign-in");
        iris.page().locator("a[href*='/with/con_']").first().click();
        signInThere(iris);
        iris.page().waitForURL(url -> url.endsWith("/t/pier/account"));
        assertThat(iris.isInside("pier")).isTrue();
    }

    private JsonNode users() {
        return pier.owner().get("/v1/users?q=iris").json().get("items");
    }

    @Test
    void somebodyComesByTheButtonAndLeavesBothPlaces() {
        try (Person iris = installation.person()) {
            comeBy(iris);
            assertThat(users())
                    .singleElement()
                    .satisfies(user -> assertThat(user.get("email").asString()).isEqualTo("iris@example.test"));

            iris.open(pier.base() + "/account");
            iris.page().locator("form[action$='/sign-out'] button").first().click();
            iris.page().locator("a[href*='/protocol/saml']").first().click();
            iris.page().waitForSelector("#signed-out");
            assertThat(iris.place()).isEqualTo("/t/pier/saml/slo");

            // Keycloak forgot them too: it asks again.
            iris.open(pier.base() + "/sign-in");
            iris.page().locator("a[href*='/with/con_']").first().click();
            iris.page().waitForSelector("#username");
        }
    }

    @Test
    void somebodyBeginsAtTheProvider() {
        try (Person iris = installation.person()) {
            iris.page().navigate(keycloak.address() + "/realms/staff/protocol/saml/clients/pier");
            signInThere(iris);
            iris.page().waitForURL(url -> url.endsWith("/t/pier/account"));
            assertThat(iris.isInside("pier")).isTrue();
        }
    }

    @Test
    void whoSignsOutThereIsSignedOutHere() {
        try (Person iris = installation.person()) {
            comeBy(iris);
            iris.page().navigate(keycloak.address() + "/realms/staff/protocol/openid-connect/logout");
            iris.page().click("#kc-logout");
            // The way there leads by our page and back; whoever leaves before its end is not signed out.
            iris.page().waitForSelector("text=You are logged out");
            Until.isTrue("the session is over", () -> {
                iris.open(pier.base() + "/account");
                return iris.place().equals("/t/pier/sign-in");
            });
        }
    }

    @Test
    void anAnswerThatNobodySignedLetsNobodyIn() {
        try (Person eve = installation.person()) {
            String consumer = installation
                    .anyone()
                    .get(pier.base() + "/saml/metadata")
                    .body()
                    .replaceFirst("(?s).*AssertionConsumerService[^>]* Location=\"([^\"]+)\".*", "$1");
            eve.page()
                    .setContent("<form method=post action='" + consumer
                            + "'><input name=SAMLResponse value='PGEvPg=='><button>Go</button></form>");
            eve.page().click("button");
            eve.page().waitForSelector("#refused");
            assertThat(eve.isInside("pier")).isFalse();
            eve.examine("saml-refused");
        }
    }
}
