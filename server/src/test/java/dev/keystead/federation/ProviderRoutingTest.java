package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.credential.SoftKey;
import dev.keystead.domain.TestDns;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Visit;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A proven domain leads to a provider, and a workspace can decide that it is the only way in.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderRoutingTest {
    private TestServer server;
    private Town town;
    private ForeignHouse house;
    private String domain;

    @BeforeAll
    void start() {
        server = TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void build() {
        town = Town.on(server);
        house = new ForeignHouse();
        domain = town.place().slug() + ".test";
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private void own() {
        String claims = "/v1/workspaces/" + town.place().workspace().text() + "/domains";
        Answer claimed =
                town.administrator().post(claims, "{\"domain\":\"%s\",\"method\":\"dns_txt\"}".formatted(domain));
        TestDns.shared().prove(claimed.json());
        assertThat(town.administrator().post(claims + "/" + domain + ":verify").status())
                .isEqualTo(200);
    }

    private String connect(boolean only) {
        return OidcSignInTest.connect(
                town,
                house,
                "\"routing\":{\"domains\":[\"%s\"],\"only\":%s},".formatted(domain, only)
                        + "\"accounts\":{\"just_in_time\":true,\"allowed_domains\":[],\"trust_email\":false,"
                        + "\"trust_mfa\":false}");
    }

    @Test
    void theDomainLeadsToTheProviderWhetherThereIsSuchAnAccountOrNot() {
        own();
        String connection = connect(false);
        Town.Person ada = town.person("ada");
        for (String name : new String[] {ada.email(), "nobody@" + domain}) {
            Browser browser = town.browser();
            Answer page = browser.identify(name);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text())
                    .contains("Continue with House")
                    .contains("/with/" + connection)
                    .doesNotContain("name=\"password\"");
            Answer own = browser.open("/sign-in/" + browser.flow() + "?use=own");
            assertThat(own.text()).contains("name=\"password\"");
        }
        Answer elsewhere = town.browser().identify("somebody@elsewhere.example");
        assertThat(elsewhere.text()).contains("name=\"password\"");
        Answer flow = town.visit().identify(ada.email());
        assertThat(flow.json().path("connections").get(0).path("meant").asBoolean())
                .isTrue();
    }

    @Test
    void aDomainThatIsNotProvenLeadsNowhere() {
        connect(true);
        Town.Person ada = town.person("ada");
        Browser browser = town.browser();
        assertThat(browser.identify(ada.email()).text()).contains("name=\"password\"");
        assertThat(browser.step("password", "password", Town.PASSWORD).status()).isEqualTo(303);
        assertThat(browser.open("/account").status()).isEqualTo(200);
    }

    @Test
    void whereItIsTheOnlyWayPasswordsAndPasskeysAreRefusedButThoseOfOwners() {
        own();
        Town.Person ada = town.person("ada");
        assertThat(ada.email()).endsWith("@" + domain);
        String connection = connect(true);
        Browser browser = town.browser();
        assertThat(browser.identify(ada.email()).text()).contains("Owners of the workspace");
        Answer refused = browser.step("password", "password", Town.PASSWORD);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(browser.open("/account").status()).isNotEqualTo(200);
        Answer mail = browser.submit("/sign-in/" + browser.flow() + "/magic-link", Map.of());
        assertThat(mail.status()).isEqualTo(303);
        assertThat(town.count("events.mails", "and purpose = 'magic_link'")).isZero();

        var owner = server.makeOwner(town.place());
        town.giveSharedPassword(town.place().workspace(), owner.user());
        Browser emergency = town.browser();
        emergency.identify("owner@" + domain);
        assertThat(emergency.step("password", "password", Town.PASSWORD).status())
                .isEqualTo(303);
        assertThat(emergency.open("/account").status()).isEqualTo(200);

        var traveller = new Traveller(town, house, connection);
        assertThat(traveller.travel(Traveller.person("new", "new@" + domain)).status())
                .isEqualTo(303);
        assertThat(traveller.isInside()).isTrue();
    }

    /// Otherwise whoever cannot come in by a password learns at least which one it is.
    @Test
    void whereItIsTheOnlyWayARightPasswordIsRefusedLikeAWrongOne() {
        own();
        Town.Person ada = town.person("ada");
        connect(true);
        Answer right = town.visit().signIn(ada.email(), Town.PASSWORD);
        Answer wrong = town.visit().signIn(ada.email(), "granite owl 7 west");
        assertThat(right.status()).isEqualTo(wrong.status());
        assertThat(right.json().path("error")).isEqualTo(wrong.json().path("error"));
        Answer nobody = town.visit().signIn("nobody@" + domain, Town.PASSWORD);
        assertThat(right.json().path("error")).isEqualTo(nobody.json().path("error"));
        assertThat(town.count("auth.auth_events", "and event_type = 'login_failed'"))
                .as("each leaves an event")
                .isEqualTo(3);
    }

    private long failures(String why) {
        return town.count(
                "auth.auth_events", "and event_type = 'federation_failed' and details ->> 'why' = '" + why + "'");
    }

    private void link(Town.Person person, String issuer, String subject) {
        link(person.id().value().toString(), issuer, subject);
    }

    private void link(String user, String issuer, String subject) {
        server.execute("""
                insert into identity.external_identities
                    (tenant_id, id, user_id, connection_id, issuer, subject, linked_at)
                select tenant_id, gen_random_uuid(), '%s', id, issuer, '%s', now()
                from admin.connections where tenant_id = '%s' and issuer = '%s'""".formatted(user, subject, town.place().workspace().value(), issuer));
    }

    @Test
    void whereItIsTheOnlyWayNoOtherProviderIsOne() {
        own();
        connect(true);
        Town.Person ada = town.person("ada");
        try (var other = new ForeignHouse()) {
            String elsewhere = OidcSignInTest.connect(
                    town,
                    other,
                    "\"accounts\":{\"just_in_time\":true,\"allowed_domains\":[],\"trust_email\":false,"
                            + "\"trust_mfa\":false}");
            link(ada, other.issuer(), "ada-there");
            var linked = new Traveller(town, other, elsewhere);
            Answer refused = linked.travel(Traveller.person("ada-there", "ada@elsewhere.example"));
            assertThat(refused.status()).as(refused.text()).isEqualTo(403);
            assertThat(refused.text()).contains("another way in");
            assertThat(linked.isInside()).isFalse();

            var stranger = new Traveller(town, other, elsewhere);
            assertThat(stranger.travel(Traveller.person("new", "new@" + domain)).status())
                    .isEqualTo(403);
            assertThat(stranger.isInside()).isFalse();
            assertThat(town.count("identity.users", "and email like 'new@%'")).isZero();

            Town.Person bea = town.person("bea");
            town.change(
                    "identity.users",
                    "email = 'bea@elsewhere.example', email_key = 'bea@elsewhere.example'",
                    "and id = '" + bea.id().value() + "'");
            link(bea, other.issuer(), "bea-there");
            var asserted = new Traveller(town, other, elsewhere);
            assertThat(asserted.travel(Traveller.person("bea-there", "bea@" + domain))
                            .status())
                    .isEqualTo(403);
            assertThat(failures("other-provider")).isEqualTo(3);

            var outside = new Traveller(town, other, elsewhere);
            assertThat(outside.travel(Traveller.person("cy", "cy@elsewhere.example"))
                            .status())
                    .isEqualTo(303);
            assertThat(outside.isInside()).isTrue();

            var owner = server.makeOwner(town.place());
            link(owner.user().value().toString(), other.issuer(), "owner-there");
            var emergency = new Traveller(town, other, elsewhere);
            assertThat(emergency
                            .travel(Traveller.person("owner-there", "owner@" + domain))
                            .status())
                    .isEqualTo(303);
            assertThat(emergency.isInside()).isTrue();
        }
    }

    @Test
    void whereItIsTheOnlyWayAPasskeyOpensNothing() {
        own();
        Town.Person ada = town.person("ada");
        SoftKey passkey = town.passkey(ada);
        assertThat(Visit.isInside(town.visit().passkey(passkey))).isTrue();
        String connection = connect(true);

        Answer named = refused(town.visit(), ada, passkey);
        // Whoever does not say who they are is found by the passkey, and refused all the same.
        Answer unnamed = town.visit().passkey(passkey);
        assertThat(Visit.isInside(unnamed)).as(unnamed.text()).isFalse();
        assertThat(unnamed.status()).isEqualTo(named.status());

        // Nothing was taken away: without the rule it works again.
        town.administrator()
                .patch(
                        "/v1/connections/" + connection,
                        "{\"routing\":{\"domains\":[\"%s\"],\"only\":false}}".formatted(domain));
        assertThat(Visit.isInside(town.visit().passkey(passkey))).isTrue();
    }

    private static Answer refused(Visit visit, Town.Person person, SoftKey passkey) {
        visit.identify(person.email());
        Answer answer = visit.passkey(passkey);
        assertThat(Visit.isInside(answer)).as(answer.text()).isFalse();
        return answer;
    }

    @Test
    void buttonsStandInTheirOrderAndOnlyWhileTheirConnectionsAreOn() {
        String connection = connect(false);
        assertThat(town.browser().begin().text()).contains("Sign in with House");
        Answer put = town.administrator()
                .patch("/v1/connections/" + connection, "{\"button_text\":\"Come <in> by the House\"}");
        assertThat(put.status()).isEqualTo(200);
        assertThat(town.browser().begin().text()).contains("Come &lt;in&gt; by the House");
        town.administrator().patch("/v1/connections/" + connection, "{\"enabled\":false}");
        Browser browser = town.browser();
        assertThat(browser.begin().text()).doesNotContain("/with/");
        assertThat(browser.open("/sign-in/" + browser.flow() + "/with/" + connection)
                        .status())
                .isIn(404, 410);
    }

    @Test
    void theSecretIsNeverReturnedAndTheRulesHold() {
        String connection = connect(false);
        Answer read = town.administrator().get("/v1/connections/" + connection);
        assertThat(read.text()).doesNotContain(ForeignHouse.SECRET).contains("\"has_secret\":true");
        assertThat(town.count("admin.connections", "and position('a secret' in encode(secret, 'escape')) > 0"))
                .isZero();
        assertThat(Town.on(server)
                        .administrator()
                        .get("/v1/connections/" + connection)
                        .status())
                .isEqualTo(404);
        Answer twice = town.administrator().post("/v1/connections", """
                {"kind":"oidc","name":"Again","issuer":"%s","client_secret":"s",
                 "oidc":{"preset":"none","client_id":"c","auth_method":"client_secret_basic","scopes":["openid"],
                         "userinfo":false}}""".formatted(house.issuer()));
        assertThat(twice.status()).isEqualTo(409);
        for (String wrong : new String[] {
            "{\"kind\":\"oidc\",\"name\":\"x\",\"issuer\":\"https://a.example\"}",
            "{\"kind\":\"saml\",\"name\":\"x\",\"issuer\":\"https://a.example\"}",
            "{\"kind\":\"oidc\",\"name\":\"x\",\"issuer\":\"ftp://a.example\",\"client_secret\":\"s\",\"oidc\":{\"preset\":"
                    + "\"none\",\"client_id\":\"c\",\"auth_method\":\"client_secret_basic\",\"scopes\":[\"openid\"],"
                    + "\"userinfo\":false}}",
            "{\"kind\":\"oidc\",\"name\":\"x\",\"issuer\":\"https://a.example\",\"oidc\":{\"preset\":\"keycloak\","
                    + "\"client_id\":\"c\",\"auth_method\":\"private_key_jwt\",\"scopes\":[\"openid\"],\"userinfo\":false}}"
        }) {
            assertThat(town.administrator().post("/v1/connections", wrong).status())
                    .as(wrong)
                    .isEqualTo(400);
        }
        Answer tested = town.administrator().post("/v1/connections/" + connection + ":test");
        assertThat(tested.json().path("works").asBoolean()).as(tested.text()).isTrue();
        town.administrator().patch("/v1/connections/" + connection, "{\"client_secret\":\"another\"}");
        Answer refused = town.administrator().post("/v1/connections/" + connection + ":test");
        assertThat(refused.json().path("works").asBoolean()).isFalse();
        assertThat(refused.text()).contains("invalid_client").doesNotContain("another");
    }
}
