package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// People who come from another identity provider: who gets in, who gets an account, and what no lie achieves.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OidcSignInTest {
    private TestServer server;
    private Town town;
    private ForeignHouse house;

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
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private String connect(String accounts) {
        return connect(town, house, "\"accounts\":" + accounts);
    }

    static String connect(Town town, ForeignHouse house, String more) {
        Answer made = town.administrator()
                .post("/v1/connections", """
                {"kind":"oidc","name":"House","issuer":"%s","client_secret":"%s",
                 "oidc":{"preset":"none","client_id":"%s","auth_method":"client_secret_basic",
                         "scopes":["openid","email","profile"],"userinfo":false},%s}""".formatted(house.issuer(), ForeignHouse.SECRET, ForeignHouse.CLIENT, more));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.id();
    }

    private static String accounts(boolean justInTime, String domains) {
        return "{\"just_in_time\":%s,\"allowed_domains\":[%s],\"trust_email\":false,\"trust_mfa\":false}"
                .formatted(justInTime, domains);
    }

    private String justInTime() {
        return connect(accounts(true, ""));
    }

    private long count(String table, String what) {
        return town.count(table, "and " + what);
    }

    private void change(String table, String set, String what) {
        town.change(table, set, "and " + what);
    }

    private long users() {
        return count("identity.users", "true");
    }

    private long failures(String why) {
        return count("auth.auth_events", "event_type = 'federation_failed' and details ->> 'why' = '" + why + "'");
    }

    @Test
    void whoComesForTheFirstTimeGetsAnAccountAndTheSameOneTheNextTime() {
        String connection = justInTime();
        var first = new Traveller(town, house, connection);
        assertThat(first.travel(Traveller.person("ada", "ada@house.example")).status())
                .isEqualTo(303);
        assertThat(first.isInside()).isTrue();
        assertThat(count(
                        "identity.users",
                        "email = 'ada@house.example' and backend = 'oidc' and status = 'active'"
                                + " and email_verified_at is not null and display_name = 'Zoë ada'"))
                .isOne();

        var again = new Traveller(town, house, connection);
        assertThat(again.travel(Map.of(
                                "sub", "ada", "email", "ada@new.example", "email_verified", true, "name", "Ada L."))
                        .status())
                .isEqualTo(303);
        assertThat(again.isInside()).isTrue();
        assertThat(count("identity.users", "email = 'ada@new.example' and display_name = 'Ada L.'"))
                .isOne();
        assertThat(count("identity.external_identities", "subject = 'ada'")).isOne();
    }

    @Test
    void theRequestIsBoundByStateNonceAndVerifier() {
        Map<String, String> asked = new Traveller(town, house, justInTime()).setOut();
        assertThat(asked)
                .containsEntry("response_type", "code")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("scope", "openid email profile");
        assertThat(asked.get("state")).hasSize(43);
        assertThat(asked.get("nonce")).hasSize(43).isNotEqualTo(asked.get("state"));
        assertThat(asked.get("redirect_uri")).startsWith(server.address() + town.path() + "/federation/con_");
    }

    @Test
    void methodsSayThatSomebodyElseVouched() {
        var traveller = new Traveller(town, house, justInTime());
        traveller.travel(Traveller.person("amr", "amr@house.example"));
        assertThat(count("session.sessions", "'fed' = any (methods) and not 'mfa' = any (methods)"))
                .isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = ForeignHouse.Lie.class,
            names = {
                "UNSIGNED",
                "OTHER_KEY",
                "HMAC_OF_PUBLIC_KEY",
                "ISSUER_OF_TOKEN",
                "AUDIENCE",
                "OTHER_PARTY",
                "EXPIRED",
                "FUTURE",
                "NONCE",
                "ACCESS_TOKEN_HASH",
                "NO_ID_TOKEN"
            })
    void aTokenThatDoesNotHoldLetsNobodyIn(ForeignHouse.Lie lie) {
        var traveller = new Traveller(town, house, justInTime());
        long before = users();
        house.lie = lie;
        Answer told = traveller.travel(Traveller.person("liar", "liar@house.example"));
        assertThat(told.status()).isEqualTo(400);
        assertThat(told.header("Content-Type")).startsWith("text/html");
        assertThat(told.text()).contains("does not hold");
        assertThat(traveller.isInside()).isFalse();
        assertThat(users()).isEqualTo(before);
        assertThat(failures("token")).isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = ForeignHouse.Lie.class,
            names = {
                "ISSUER_OF_DOCUMENT",
                "HANGS",
                "LOOPBACK_REDIRECT",
                "TWENTY_MEGABYTES",
                "NOT_JSON",
                "NO_TOKEN_ENDPOINT",
                "INSIDE_ADDRESS"
            })
    void nobodyIsSentToAHouseThatIsNotInOrder(ForeignHouse.Lie lie) {
        String connection = justInTime();
        house.lie = lie;
        var browser = town.browser();
        browser.begin();
        Answer told = browser.open("/sign-in/" + browser.flow() + "/with/" + connection);
        boolean lying = lie == ForeignHouse.Lie.ISSUER_OF_DOCUMENT;
        assertThat(told.status()).as(told.text()).isEqualTo(lying ? 400 : 502);
        assertThat(told.text()).contains(lying ? "Somebody else answered" : "does not answer");
        assertThat(failures(lying ? "issuer" : "unreachable")).isOne();
        Answer tested = town.administrator().post("/v1/connections/" + connection + ":test");
        assertThat(tested.status()).isEqualTo(200);
        assertThat(tested.json().path("works").asBoolean()).isFalse();
        assertThat(tested.json().path("findings").get(0).path("sentence").asString())
                .isNotBlank();
    }

    @Test
    void aStateWorksOnceInOneBrowserAndForAWhile() {
        String connection = justInTime();
        var traveller = new Traveller(town, house, connection);
        Map<String, String> asked = traveller.setOut();
        String code = house.letIn(asked, Traveller.person("bea", "bea@house.example"));

        var thief = new Traveller(town, house, connection);
        thief.browser().begin();
        assertThat(thief.comeBack(asked, code).status()).isEqualTo(400);
        assertThat(thief.isInside()).isFalse();

        assertThat(traveller.comeBack(asked, code).status()).isEqualTo(303);
        Answer again = traveller.comeBack(asked, code);
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.text()).contains("does not count");

        var late = new Traveller(town, house, connection);
        Map<String, String> old = late.setOut();
        change("auth.federation_journeys", "expires_at = now() - interval '1 second'", "true");
        assertThat(late.comeBack(old, house.letIn(old, Traveller.person("cy", "cy@house.example")))
                        .status())
                .isEqualTo(400);
        assertThat(late.isInside()).isFalse();
        assertThat(failures("state")).isEqualTo(3);
    }

    @Test
    void aCodeThatWasUsedOrIsSomebodyElsesLetsNobodyIn() {
        String connection = justInTime();
        var traveller = new Traveller(town, house, connection);
        Map<String, String> first = traveller.setOut();
        String code = house.letIn(first, Traveller.person("dan", "dan@house.example"));
        var other = new Traveller(town, house, connection);
        Map<String, String> second = other.setOut();
        // Injected into another browser's journey, whose verifier it was not made for.
        assertThat(other.comeBack(second, code).status()).isEqualTo(400);
        assertThat(other.isInside()).isFalse();
        assertThat(traveller.comeBack(first, code).status()).isEqualTo(400);
        assertThat(users()).isZero();
    }

    @Test
    void anAnswerOfAnotherIssuerDoesNotCount() {
        var traveller = new Traveller(town, house, justInTime());
        Map<String, String> asked = traveller.setOut();
        String code = house.letIn(asked, Traveller.person("eve", "eve@house.example"));
        Answer mixed = traveller.comeBack(
                Map.of("code", code, "state", asked.get("state"), "iss", "https://elsewhere.example"));
        assertThat(mixed.status()).isEqualTo(400);
        Map<String, String> anew = traveller.setOut();
        Answer silent = traveller.comeBack(Map.of("code", code, "state", anew.get("state")));
        assertThat(silent.status()).isEqualTo(400);
        assertThat(failures("issuer")).isEqualTo(2);
        assertThat(traveller.isInside()).isFalse();
    }

    @Test
    void whoeverSaysNoIsToldSo() {
        var traveller = new Traveller(town, house, justInTime());
        Map<String, String> asked = traveller.setOut();
        Answer told = traveller.comeBack(
                Map.of("error", "access_denied", "state", asked.get("state"), "iss", house.issuer()));
        assertThat(told.status()).isEqualTo(403);
        assertThat(told.text()).contains("You were not signed in");
        assertThat(failures("denied")).isOne();
    }

    @Test
    void onlyAllowedDomainsCome() {
        String connection = connect(accounts(true, "\"house.example\""));
        var foreign = new Traveller(town, house, connection);
        assertThat(foreign.travel(Traveller.person("fay", "fay@elsewhere.example"))
                        .status())
                .isEqualTo(403);
        assertThat(failures("email-domain")).isOne();
        var unproven = new Traveller(town, house, connection);
        assertThat(unproven.travel(Map.of("sub", "gil", "email", "gil@house.example", "email_verified", false))
                        .status())
                .isEqualTo(403);
        assertThat(failures("email-unproven")).isOne();
        assertThat(users()).isZero();
        assertThat(new Traveller(town, house, connection)
                        .travel(Traveller.person("hal", "hal@house.example"))
                        .status())
                .isEqualTo(303);
    }

    @Test
    void anAddressThatIsTakenLeadsToNoAccount() {
        Town.Person owner = town.person("ida");
        var traveller = new Traveller(town, house, justInTime());
        Answer told = traveller.travel(Traveller.person("ida-there", owner.email()));
        assertThat(told.status()).isEqualTo(409);
        assertThat(told.text()).contains("Sign in to that account first");
        assertThat(traveller.isInside()).isFalse();
        assertThat(count("identity.external_identities", "true")).isZero();

        // Whoever cannot prove the address does not even learn that it is taken.
        var stranger = new Traveller(
                town,
                house,
                town.administrator()
                        .get("/v1/connections")
                        .json()
                        .path("items")
                        .get(0)
                        .path("id")
                        .asString());
        Answer unproven = stranger.travel(Map.of("sub", "x", "email", owner.email(), "email_verified", false));
        assertThat(unproven.status()).isEqualTo(403);
        assertThat(failures("email-unproven")).isOne();
    }

    @Test
    void whereNoAccountsAreMadeStrangersAreTold() {
        String connection = connect(accounts(false, ""));
        var traveller = new Traveller(town, house, connection);
        assertThat(traveller.travel(Traveller.person("jo", "jo@house.example")).status())
                .isEqualTo(403);
        assertThat(failures("unknown")).isOne();
        assertThat(users()).isZero();
    }

    @Test
    void aSuspendedAccountStaysOutside() {
        String connection = justInTime();
        new Traveller(town, house, connection).travel(Traveller.person("kim", "kim@house.example"));
        change("identity.users", "status = 'suspended'", "email = 'kim@house.example'");
        Answer told = new Traveller(town, house, connection).travel(Traveller.person("kim", "kim@house.example"));
        assertThat(told.status()).isEqualTo(403);
        assertThat(failures("closed")).isOne();
    }

    @Test
    void ofManyWindowsAtOnceOneMakesTheAccount() throws InterruptedException, ExecutionException {
        String connection = justInTime();
        List<Callable<Answer>> windows = IntStream.range(0, 6)
                .<Callable<Answer>>mapToObj(_ -> () ->
                        new Traveller(town, house, connection).travel(Traveller.person("lou", "lou@house.example")))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(6)) {
            for (Future<Answer> answer : threads.invokeAll(windows)) {
                assertThat(answer.get().status()).as(answer.get().text()).isEqualTo(303);
            }
        }
        assertThat(users()).isOne();
        assertThat(count("identity.external_identities", "true")).isOne();
        assertThat(count("session.sessions", "true")).isEqualTo(6);
    }
}
