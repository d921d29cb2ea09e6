package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// People who come from an identity provider that is not ours, oidc-provider, in a real browser.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FederationJourneysTest {
    private static final String PASSWORD = "seven quiet otters";

    private Installation installation;

    @BeforeAll
    void start() {
        ForeignHouse.assume();
        Folder folder = Folder.make();
        Product product = Product.serve(folder.path(), "--outbound-allow-private", "true");
        installation = new Installation(folder, product, Client.of(product.address()));
    }

    @AfterAll
    void end() {
        if (installation != null) {
            installation.close();
        }
    }

    private static String connect(Installation.Workspace place, int port) {
        Client.Answer made = place.owner().post("/v1/connections", """
                {"kind":"oidc","name":"House","issuer":"http://127.0.0.1:%d","client_secret":"%s",
                 "oidc":{"preset":"none","client_id":"keystead","auth_method":"client_secret_basic",
                         "scopes":["openid","email","profile"],"userinfo":false},
                 "accounts":{"just_in_time":true,"allowed_domains":[],"trust_email":false,"trust_mfa":false}}""".formatted(port, ForeignHouse.SECRET));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        return made.json().get("id").asString();
    }

    /// Signs in on the provider's own pages, which take any password.
    private static void passTheHouse(Person person, String name) {
        person.page().locator("input[name=login]").fill(name);
        person.page().locator("input[name=password]").fill("anything");
        person.follow(person.page().locator("button[type=submit]"));
        person.follow(person.page().locator("button[type=submit]"));
    }

    @Test
    void somebodyComesFromTheHouseGetsAnAccountAndSignsOutOfBoth() {
        Installation.Workspace place = installation.makeWorkspace("meadow", "Meadow");
        int port = Ports.free();
        String house = "http://127.0.0.1:" + port;
        String connection = connect(place, port);
        try (ForeignHouse open = ForeignHouse.open(port, place.issuer(), connection);
                Person ada = installation.person()) {
            Client.Answer tested = place.owner().post("/v1/connections/" + connection + ":test", "");
            assertThat(tested.json().get("works").asBoolean()).as(tested.body()).isTrue();

            ada.knows(house);
            ada.open("/t/meadow/sign-in");
            ada.examine("federation-sign-in");
            ada.press("Sign in with House");
            passTheHouse(ada, "ada");
            assertThat(ada.place()).isEqualTo("/t/meadow/account");
            assertThat(ada.isInside("meadow")).isTrue();
            assertThat(ada.page().inputValue("input[name=display_name]")).isEqualTo("Ada of the House");

            ada.open("/t/meadow/account/identities");
            ada.examine("federation-identities");
            assertThat(ada.text()).contains("ada@house.example");
            ada.follow(ada.page().locator("form[action$='/sign-out'] button").first());
            ada.examine("federation-signed-out");
            assertThat(ada.isInside("meadow")).isFalse();
            assertThat(ada.text()).contains("Sign out of House too");
            ada.press("Sign out of House too");
            assertThat(ada.page().url()).startsWith(house);
            assertThat(open).isNotNull();
        }
    }

    private static void comeFromTheHouse(Person person, String workspace, String name) {
        person.open("/t/" + workspace + "/sign-in");
        person.press("Sign in with House");
        passTheHouse(person, name);
        assertThat(person.place()).isEqualTo("/t/" + workspace + "/account");
    }

    private static boolean isOutside(Person person, String workspace) {
        person.open("/t/" + workspace + "/account");
        return person.place().equals("/t/" + workspace + "/sign-in");
    }

    @Test
    void whoSignsOutOfTheHouseIsOutHereTooInThatBrowserAlone() {
        Installation.Workspace place = installation.makeWorkspace("garden", "Garden");
        int port = Ports.free();
        String house = "http://127.0.0.1:" + port;
        String connection = connect(place, port);
        try (ForeignHouse open = ForeignHouse.open(port, place.issuer(), connection);
                Person cy = installation.person();
                Person elsewhere = installation.person()) {
            cy.knows(house);
            elsewhere.knows(house);
            comeFromTheHouse(cy, "garden", "cy");
            comeFromTheHouse(elsewhere, "garden", "cy");
            assertThat(isOutside(cy, "garden")).isFalse();
            cy.page().navigate(house + "/session/end");
            cy.follow(cy.page().locator("button[name=logout]"));
            // Nothing but the provider's own call tells us.
            Until.isTrue("the session of that browser is over", () -> isOutside(cy, "garden"));
            assertThat(isOutside(elsewhere, "garden")).isFalse();
            assertThat(open).isNotNull();
        }
    }

    @Test
    void somebodyWithAnAccountIsAskedToSignInFirstAndLinksThen() {
        Installation.Workspace place = installation.makeWorkspace("orchard", "Orchard");
        int port = Ports.free();
        String connection = connect(place, port);
        Client.Answer made = place.owner().post("/v1/users", """
                {"email":"bea@house.example","display_name":"Bea"}""");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        installation.anyone().post("/t/orchard/v1/password-resets", "{\"identifier\":\"bea@house.example\"}");
        try (ForeignHouse open = ForeignHouse.open(port, place.issuer(), connection);
                Person bea = installation.person()) {
            bea.knows("http://127.0.0.1:" + port);
            bea.open("/t/orchard/sign-in");
            bea.press("Sign in with House");
            passTheHouse(bea, "bea");
            bea.examine("federation-taken");
            assertThat(bea.heading()).contains("There is an account with your address");
            assertThat(bea.isInside("orchard")).isFalse();

            installation.inbox().followLink(bea, "bea@house.example", "reset_password");
            bea.type("password", PASSWORD);
            bea.go();
            bea.signIn("/t/orchard", "bea@house.example", PASSWORD);
            assertThat(bea.isInside("orchard")).isTrue();
            bea.open("/t/orchard/account/identities");
            bea.press("Link House");
            bea.examine("federation-go");
            bea.press("Go to House");
            // The house knows her still.
            assertThat(bea.place()).isEqualTo("/t/orchard/account/identities");
            bea.examine("federation-linked");
            assertThat(bea.text()).contains("bea@house.example");
            assertThat(open).isNotNull();
        }
    }
}
