package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What an application wants to be proven anew is asked of the provider too, and a provider that did not ask again is
/// not taken for one that did.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FreshProofTest {
    private TestServer server;
    private Town town;
    private ForeignHouse house;
    private Application shop;
    private String connection;

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
        shop = Application.usual(town);
        connection = OidcSignInTest.connect(
                town,
                house,
                "\"accounts\":{\"just_in_time\":true,\"allowed_domains\":[],\"trust_email\":false,\"trust_mfa\":false}");
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    /// Comes to the door by way of an application.
    private Traveller wanting(String... changes) {
        Browser browser = town.browser();
        Answer toDoor = shop.ask(browser, shop.request(changes));
        assertThat(toDoor.header("Location")).contains("/sign-in?return_to=");
        browser.open(browser.local(toDoor.header("Location")));
        return new Traveller(town, house, connection, browser);
    }

    private static Map<String, Object> person(Duration ago) {
        var person = new LinkedHashMap<>(Traveller.person("ada", "ada@house.example"));
        person.put("auth_time", Instant.now().minus(ago).getEpochSecond());
        return person;
    }

    private static Map<String, String> answer(Traveller traveller, Answer inside) {
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        Browser browser = traveller.browser();
        return Application.answer(browser.open(browser.local(inside.header("Location"))));
    }

    @Test
    void whoMustProveThemselvesAnewIsSentToDoSo() {
        Traveller traveller = wanting("prompt", "login");
        Map<String, String> asked = traveller.setOutAgain();
        assertThat(asked).containsEntry("prompt", "login").containsEntry("max_age", "0");
        Answer old = traveller.comeBack(asked, house.letIn(asked, person(Duration.ofHours(3))));
        assertThat(old.status()).isEqualTo(403);
        assertThat(old.text()).contains("did not ask you again");
        assertThat(town.count(
                        "auth.auth_events", "and event_type = 'federation_failed' and details ->> 'why' = 'too-old'"))
                .isOne();
        assertThat(town.count("identity.users", "")).isZero();

        Map<String, String> again = traveller.setOutAgain();
        Answer inside = traveller.comeBack(again, house.letIn(again, person(Duration.ZERO)));
        assertThat(answer(traveller, inside)).containsKey("code");
    }

    @Test
    void anAgeIsAskedForAsItIs() {
        Traveller traveller = wanting("max_age", "7200");
        Map<String, String> asked = traveller.setOutAgain();
        assertThat(asked).containsEntry("max_age", "7200").doesNotContainKey("prompt");
        Answer old = traveller.comeBack(asked, house.letIn(asked, person(Duration.ofHours(3))));
        assertThat(old.status()).isEqualTo(403);
        Map<String, String> again = traveller.setOutAgain();
        Answer inside = traveller.comeBack(again, house.letIn(again, person(Duration.ofHours(1))));
        assertThat(answer(traveller, inside)).containsKey("code");
        assertThat(town.count("session.sessions", "and proven_at < now() - interval '50 minutes'"))
                .isOne();
    }

    @Test
    void aProviderThatDoesNotSayWhenIsFollowedByAProofHere() {
        house.lie = ForeignHouse.Lie.NO_AUTH_TIME;
        Traveller traveller = wanting("prompt", "login");
        Map<String, String> asked = traveller.setOutAgain();
        Answer inside = traveller.comeBack(asked, house.letIn(asked, Traveller.person("bea", "bea@house.example")));
        assertThat(inside.status()).as(inside.text()).isEqualTo(303);
        Browser browser = traveller.browser();
        assertThat(browser.open(browser.local(inside.header("Location"))).header("Location"))
                .contains("/step-up?return_to=");
    }

    @Test
    void whoeverWantsNothingSpecialIsAskedForNothingSpecial() {
        assertThat(wanting().setOutAgain()).doesNotContainKeys("prompt", "max_age");
    }
}
