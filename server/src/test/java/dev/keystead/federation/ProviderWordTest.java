package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What else a provider says: its keys, its userinfo endpoint, its second factor; and how programs go there.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderWordTest {
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
        return OidcSignInTest.connect(town, house, "\"accounts\":" + accounts);
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

    @Test
    void keysThatRotateAreAskedForButNotForEveryToken() {
        String connection = justInTime();
        new Traveller(town, house, connection).travel(Traveller.person("mia", "mia@house.example"));
        int before = house.keyCalls();
        new Traveller(town, house, connection).travel(Traveller.person("mia", "mia@house.example"));
        assertThat(house.keyCalls()).isEqualTo(before);
        house.lie = ForeignHouse.Lie.NONE;
        house.rotate();
        new Traveller(town, house, connection).travel(Traveller.person("mia", "mia@house.example"));
        house.rotate();
        new Traveller(town, house, connection).travel(Traveller.person("mia", "mia@house.example"));
        house.rotate();
        new Traveller(town, house, connection).travel(Traveller.person("mia", "mia@house.example"));
        assertThat(house.keyCalls()).isLessThanOrEqualTo(before + 1);
    }

    @Test
    void userinfoFillsInAndMustBeAboutTheSamePerson() {
        Answer made = town.administrator().post("/v1/connections", """
                {"kind":"oidc","name":"House","issuer":"%s","client_secret":"%s",
                 "oidc":{"preset":"none","client_id":"%s","auth_method":"client_secret_basic",
                         "scopes":["openid"],"userinfo":true},"accounts":%s}""".formatted(
                        house.issuer(), ForeignHouse.SECRET, ForeignHouse.CLIENT, accounts(true, "")));
        assertThat(new Traveller(town, house, made.id())
                        .travel(Map.of("sub", "ned"))
                        .status())
                .isEqualTo(303);
        assertThat(count("identity.users", "email = 'ned@info.example'")).isOne();
        house.lie = ForeignHouse.Lie.USERINFO_OF_ANOTHER;
        assertThat(new Traveller(town, house, made.id())
                        .travel(Map.of("sub", "oz"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void whatIsConfirmedIsTheClaimEmailAndNoOther() {
        Answer made = town.administrator().post("/v1/connections", """
                {"kind":"oidc","name":"House","issuer":"%s","client_secret":"%s",
                 "oidc":{"preset":"none","client_id":"%s","auth_method":"client_secret_basic",
                         "scopes":["openid"],"userinfo":false},"accounts":%s,
                 "mapping":{"email":"preferred_username"}}""".formatted(
                        house.issuer(), ForeignHouse.SECRET, ForeignHouse.CLIENT, accounts(true, "")));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        Map<String, Object> chosen = Map.of(
                "sub",
                "tim",
                "email",
                "tim@house.example",
                "email_verified",
                true,
                "preferred_username",
                "boss@acme.example");
        var traveller = new Traveller(town, house, made.id());
        assertThat(traveller.travel(chosen).status()).isEqualTo(403);
        assertThat(count("identity.users", "true")).isZero();

        town.administrator().patch("/v1/connections/" + made.id(), """
                {"accounts":{"just_in_time":true,"allowed_domains":[],"trust_email":true,"trust_mfa":false}}""");
        assertThat(new Traveller(town, house, made.id()).travel(chosen).status())
                .isEqualTo(303);
    }

    @Test
    void whatOneDocumentConfirmsSaysNothingAboutAnother() {
        Answer made = town.administrator().post("/v1/connections", """
                {"kind":"oidc","name":"House","issuer":"%s","client_secret":"%s",
                 "oidc":{"preset":"none","client_id":"%s","auth_method":"client_secret_basic",
                         "scopes":["openid"],"userinfo":true},"accounts":%s}""".formatted(
                        house.issuer(), ForeignHouse.SECRET, ForeignHouse.CLIENT, accounts(true, "")));
        // The userinfo endpoint confirms its own address, not the one in the token.
        assertThat(new Traveller(town, house, made.id())
                        .travel(Map.of("sub", "una", "email", "boss@acme.example"))
                        .status())
                .isEqualTo(403);
        // The token confirms nothing about the address that only the userinfo endpoint tells.
        assertThat(new Traveller(town, house, made.id())
                        .travel(Map.of("sub", "vic", "email_verified", false))
                        .status())
                .isEqualTo(303);
        assertThat(count("identity.users", "email = 'vic@info.example'")).isOne();
    }

    @Test
    void whoProvedThemselvesThereLongAgoDidNotDoSoJustNow() {
        String connection = justInTime();
        var person = new LinkedHashMap<>(Traveller.person("wim", "wim@house.example"));
        person.put("auth_time", Instant.now().minusSeconds(3 * 3600).getEpochSecond());
        var traveller = new Traveller(town, house, connection);
        assertThat(traveller.travel(person).status()).isEqualTo(303);
        assertThat(count(
                        "session.sessions",
                        "proven_at between now() - interval '4 hours' and now() - interval '2 hours'"))
                .isOne();
        assertThat(traveller.browser().open("/account/identities").text()).contains("/step-up?return_to=");

        house.lie = ForeignHouse.Lie.NO_AUTH_TIME;
        assertThat(new Traveller(town, house, connection)
                        .travel(Traveller.person("xia", "xia@house.example"))
                        .status())
                .isEqualTo(303);
        assertThat(count("session.sessions", "proven_at < now() - interval '12 hours'"))
                .isOne();

        house.lie = ForeignHouse.Lie.NONE;
        person.put("auth_time", Instant.now().plusSeconds(3 * 3600).getEpochSecond());
        new Traveller(town, house, connection).travel(person);
        assertThat(count("session.sessions", "proven_at > now() + interval '1 minute'"))
                .isZero();
    }

    @Test
    void theWorkspacesOwnSecondFactorIsStillAskedFor() {
        town.decide("mfa", """
                {"required":"all","allowed_factors":["totp","passkey","recovery"],"attestation":"none",
                 "attestation_formats":["none"],"user_verification":"preferred"}""");
        String connection = justInTime();
        var traveller = new Traveller(town, house, connection);
        Answer onward = traveller.travel(Traveller.person("pam", "pam@house.example"));
        assertThat(onward.status()).isEqualTo(303);
        assertThat(onward.header("Location")).contains("/sign-in/flo_");
        assertThat(traveller.isInside()).isFalse();

        town.administrator().patch("/v1/connections/" + connection, """
                {"accounts":{"just_in_time":true,"allowed_domains":[],"trust_email":false,"trust_mfa":true}}""");
        var weak = new Traveller(town, house, connection);
        weak.travel(Traveller.person("quin", "quin@house.example"));
        assertThat(weak.isInside()).isFalse();
        var strong = new Traveller(town, house, connection);
        var person = new LinkedHashMap<>(Traveller.person("ria", "ria@house.example"));
        person.put("amr", List.of("pwd", "mfa"));
        strong.travel(person);
        assertThat(strong.isInside()).isTrue();
        assertThat(count("session.sessions", "'fed' = any (methods) and 'mfa' = any (methods)"))
                .isOne();
    }

    @Test
    void programsAreToldWhereToGoAndTheSameBrowserComesIn() {
        String connection = justInTime();
        var visit = town.server().as("");
        Answer begun = visit.post(town.path() + "/v1/flows", "{}");
        assertThat(begun.json().path("next").toString()).contains("federated");
        assertThat(begun.json().path("connections").get(0).path("connection_id").asString())
                .isEqualTo(connection);
        String cookie = begun.response()
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .split(";", -1)[0];
        Answer way = visit.with("Cookie", cookie)
                .post(
                        town.path() + "/v1/flows/" + begun.id() + "/steps/federated",
                        "{\"connection_id\":\"" + connection + "\"}");
        assertThat(way.status()).as(way.text()).isEqualTo(200);
        String address = way.json().path("continue_at").asString();
        Map<String, String> asked = ForeignHouse.query(address.substring(address.indexOf('?') + 1));
        String code = house.letIn(asked, Traveller.person("sue", "sue@house.example"));
        Answer back = visit.with("Cookie", cookie)
                .get(town.path() + "/federation/" + connection + "/callback?code=" + code + "&state="
                        + asked.get("state") + "&iss=" + house.issuer());
        assertThat(back.status()).as(back.text()).isEqualTo(303);
        assertThat(visit.with("Cookie", cookie)
                        .get(town.path() + "/v1/flows/" + begun.id())
                        .json()
                        .path("status")
                        .asString())
                .isEqualTo("completed");
    }
}
