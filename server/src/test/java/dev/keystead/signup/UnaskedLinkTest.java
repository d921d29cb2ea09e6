package dev.keystead.signup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Browser;
import dev.keystead.login.Door;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.login.Visit;
import dev.keystead.server.Insider;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Somebody types a stranger's address, and the stranger opens the link that comes unasked for.
class UnaskedLinkTest {
    private static final String THIEFS = "thiefs own words 1";
    private static final String OWN = "granite owl 7 west";
    private static final String KEY = "t".repeat(43);

    private final Town town = Town.make();
    private final TestServer.Client anybody = town.server().as("");
    private final String victim = "victim@" + town.place().slug() + ".test";

    private void open() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
    }

    private boolean getsIn(String email, String password) {
        return Visit.isInside(town.visit().signIn(email, password));
    }

    private Answer confirm(TestServer.Client client, String body) {
        return client.post(town.path() + "/v1/email-verifications:confirm", body);
    }

    @Test
    void onThePagesTheThiefsPasswordDiesWithTheLink() {
        open();
        Browser thief = town.browser();
        thief.open("/sign-up");
        thief.submit("/sign-up", Map.of("email", victim, "display_name", "Eve", "password", THIEFS));
        String token = town.inbox().await(victim, 1).token();

        Browser owner = town.browser();
        Answer page = owner.open("/verify-email?token=" + token);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("name=\"password\"").contains("another browser");
        assertThat(owner.submit("/verify-email", Map.of("token", token)).status())
                .isEqualTo(422);
        assertThat(owner.submit("/verify-email", Map.of("token", token, "password", "password"))
                        .status())
                .isEqualTo(422);
        assertThat(getsIn(victim, THIEFS)).isFalse();
        assertThat(owner.submit("/verify-email", Map.of("token", token, "password", OWN))
                        .status())
                .isEqualTo(200);
        assertThat(getsIn(victim, THIEFS)).isFalse();
        assertThat(getsIn(victim, OWN)).isTrue();
    }

    @Test
    void programsAreHeldToTheSame() {
        open();
        Answer asked = anybody.with(Door.HEADER, KEY)
                .post(
                        town.path() + "/v1/registrations",
                        "{\"email\":\"%s\",\"display_name\":\"Eve\",\"password\":\"%s\"}".formatted(victim, THIEFS));
        assertThat(asked.status()).isEqualTo(202);
        String token = town.inbox().await(victim, 1).token();
        Answer elsewhere = confirm(anybody, "{\"token\":\"%s\"}".formatted(token));
        assertThat(elsewhere.status()).isEqualTo(400);
        assertThat(elsewhere.json().path("fields").path("password").asString()).contains("is needed");
        assertThat(confirm(anybody, "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(token, OWN))
                        .status())
                .isEqualTo(204);
        assertThat(getsIn(victim, THIEFS)).isFalse();
        assertThat(getsIn(victim, OWN)).isTrue();
    }

    @Test
    void whoeverAskedForTheAccountKeepsTheirPassword() {
        open();
        TestServer.Client own = anybody.with(Door.HEADER, KEY);
        own.post(
                town.path() + "/v1/registrations",
                "{\"email\":\"%s\",\"display_name\":\"Zoe\",\"password\":\"%s\"}".formatted(victim, OWN));
        String token = town.inbox().await(victim, 1).token();
        assertThat(confirm(own, "{\"token\":\"%s\"}".formatted(token)).status()).isEqualTo(204);
        assertThat(getsIn(victim, OWN)).isTrue();
    }

    @Test
    void anInvitationToSuchAnAccountSetsTheOwnersPassword() {
        open();
        Browser thief = town.browser();
        thief.open("/sign-up");
        thief.submit("/sign-up", Map.of("email", victim, "display_name", "Eve", "password", THIEFS));
        town.inbox().await(victim, 1);
        String id = town.administrator()
                .get("/v1/users?status=pending_verification")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asString();
        assertThat(town.administrator().post("/v1/users/" + id + ":invite").status())
                .isEqualTo(202);
        String token = town.inbox().await(victim, 2).token();
        Browser owner = town.browser();
        assertThat(owner.open("/welcome?token=" + token).status()).isEqualTo(200);
        assertThat(owner.submit("/welcome", Map.of("token", token, "password", OWN))
                        .status())
                .isEqualTo(200);
        assertThat(getsIn(victim, THIEFS)).isFalse();
        assertThat(getsIn(victim, OWN)).isTrue();
    }

    /// Otherwise an account of the thief's would count as reachable at the victim's address.
    @Test
    void aStrangersAddressIsNotProvenForAnAccountThatIsNotTheirs() {
        Person eve = town.person("eve");
        Insider thief = Insider.enter(
                town.server(), town.place().workspace(), town.place().slug(), eve.id());
        Answer changed = thief.form("/account", "/account/address", Map.of("contact_email", victim));
        assertThat(changed.status()).as(changed.text()).isEqualTo(303);
        String token = town.inbox().await(victim, 1).token();

        Browser stranger = town.browser();
        Answer page = stranger.open("/verify-email?token=" + token);
        assertThat(page.status()).isEqualTo(409);
        assertThat(page.text()).contains("did not ask for it");
        stranger.open("/password-reset");
        assertThat(stranger.submit("/verify-email", Map.of("token", token, "password", OWN))
                        .status())
                .isEqualTo(409);
        assertThat(confirm(anybody, "{\"token\":\"%s\",\"password\":\"%s\"}".formatted(token, OWN))
                        .status())
                .isEqualTo(409);
        String proven = "and id = '%s' and email_verified_at is not null"
                .formatted(eve.id().value());
        assertThat(town.count("identity.users", proven)).isZero();

        Answer own = thief.form("/verify-email?token=" + token, "/verify-email", Map.of("token", token));
        assertThat(own.status()).as("whoever is signed in to the account").isEqualTo(200);
        assertThat(town.count("identity.users", proven)).isOne();
        assertThat(getsIn(eve.email(), OWN)).isFalse();
    }
}
