package dev.keystead.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.login.Town;
import dev.keystead.platform.id.Prefix;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Signing out at the provider too, and being told by it that somebody signed out there.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpstreamLogoutTest {
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

    private TestServer server;
    private Town town;
    private ForeignHouse house;
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
        connection = OidcSignInTest.connect(
                town,
                house,
                "\"accounts\":{\"just_in_time\":true,\"allowed_domains\":[],\"trust_email\":false,\"trust_mfa\":false}");
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private Traveller inside(String subject, String session) {
        var traveller = new Traveller(town, house, connection);
        var person = new LinkedHashMap<>(Traveller.person(subject, subject + "@house.example"));
        person.put("sid", session);
        assertThat(traveller.travel(person).status()).isEqualTo(303);
        assertThat(traveller.isInside()).isTrue();
        return traveller;
    }

    private Map<String, Object> claims() {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", house.issuer());
        claims.put("aud", ForeignHouse.CLIENT);
        claims.put("iat", Instant.now().getEpochSecond());
        claims.put("exp", Instant.now().getEpochSecond() + 120);
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("events", Map.of(EVENT, Map.of()));
        return claims;
    }

    private Answer tell(Map<String, Object> claims) {
        return send(house.sign(claims, "logout+jwt"));
    }

    private Answer send(String token) {
        return server.as("")
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(town.path() + "/federation/" + connection + "/logout", "logout_token=" + token);
    }

    @Test
    void aSessionOfTheProviderEndsOursAndNoOther() {
        Traveller first = inside("ada", "s1");
        Traveller second = inside("ada", "s2");
        Map<String, Object> claims = claims();
        claims.put("sid", "s1");
        assertThat(tell(claims).status()).isEqualTo(200);
        assertThat(first.isInside()).isFalse();
        assertThat(second.isInside()).isTrue();
        assertThat(town.count("session.sessions", "and revoked_why = 'upstream'"))
                .isOne();
    }

    @Test
    void aPersonOfTheProviderIsOutEverywhereAndNobodyElse() {
        Traveller first = inside("bea", "b1");
        Traveller second = inside("bea", "b2");
        Traveller other = inside("cy", "c1");
        Map<String, Object> claims = claims();
        claims.put("sub", "bea");
        assertThat(tell(claims).status()).isEqualTo(200);
        assertThat(first.isInside()).isFalse();
        assertThat(second.isInside()).isFalse();
        assertThat(other.isInside()).isTrue();
    }

    @Test
    void aSessionThatTheProviderDidNotNameMayBeAnyThatItNamesLater() {
        var unnamed = new Traveller(town, house, connection);
        unnamed.travel(Traveller.person("lea", "lea@house.example"));
        assertThat(unnamed.isInside()).isTrue();
        Traveller named = inside("lea", "l1");
        Traveller other = inside("max", "m1");
        Map<String, Object> claims = claims();
        claims.put("sub", "lea");
        claims.put("sid", "l2");
        assertThat(tell(claims).status()).isEqualTo(200);
        assertThat(unnamed.isInside()).isFalse();
        assertThat(named.isInside()).isTrue();
        assertThat(other.isInside()).isTrue();
    }

    @Test
    void aLogoutTokenWithAnEndBeyondAllTimesCounts() {
        Traveller nia = inside("nia", "n1");
        Map<String, Object> claims = claims();
        claims.put("sub", "nia");
        claims.put("exp", 99_999_999_999_999L);
        String token = house.sign(claims, "logout+jwt");
        assertThat(send(token).status()).isEqualTo(200);
        assertThat(nia.isInside()).isFalse();
        assertThat(send(token).status()).isEqualTo(400);
    }

    @Test
    void aTokenThatNamesAnotherPersonsSessionEndsNothing() {
        Traveller dan = inside("dan", "d1");
        Map<String, Object> claims = claims();
        claims.put("sub", "eve");
        claims.put("sid", "d1");
        assertThat(tell(claims).status()).isEqualTo(200);
        assertThat(dan.isInside()).isTrue();
    }

    @Test
    void aLogoutTokenCountsOnce() {
        inside("fay", "f1");
        Map<String, Object> claims = claims();
        claims.put("sub", "fay");
        String token = house.sign(claims, "logout+jwt");
        assertThat(send(token).status()).isEqualTo(200);
        Traveller back = inside("fay", "f2");
        Answer again = send(token);
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.json().path("error").asString()).isEqualTo("invalid_request");
        assertThat(back.isInside()).isTrue();
    }

    @Test
    void whatIsNoLogoutTokenEndsNothing() {
        Traveller gil = inside("gil", "g1");
        Map<String, Object> noEvent = claims();
        noEvent.put("sub", "gil");
        noEvent.remove("events");
        Map<String, Object> nonce = claims();
        nonce.put("sub", "gil");
        nonce.put("nonce", "n");
        Map<String, Object> nobody = claims();
        Map<String, Object> otherIssuer = claims();
        otherIssuer.put("sub", "gil");
        otherIssuer.put("iss", "https://elsewhere.example");
        Map<String, Object> otherAudience = claims();
        otherAudience.put("sub", "gil");
        otherAudience.put("aud", "somebody-else");
        Map<String, Object> old = claims();
        old.put("sub", "gil");
        old.put("iat", Instant.now().getEpochSecond() - 3600);
        Map<String, Object> expired = claims();
        expired.put("sub", "gil");
        expired.put("exp", Instant.now().getEpochSecond() - 120);
        Map<String, Object> noId = claims();
        noId.put("sub", "gil");
        noId.remove("jti");
        for (Map<String, Object> claims :
                List.of(noEvent, nonce, nobody, otherIssuer, otherAudience, old, expired, noId)) {
            assertThat(tell(claims).status()).as(claims.toString()).isEqualTo(400);
        }
        Map<String, Object> good = claims();
        good.put("sub", "gil");
        assertThat(send(house.sign(good, "at+jwt")).status()).isEqualTo(400);
        house.lie = ForeignHouse.Lie.OTHER_KEY;
        assertThat(tell(good).status()).isEqualTo(400);
        house.lie = ForeignHouse.Lie.UNSIGNED;
        assertThat(tell(good).status()).isEqualTo(400);
        assertThat(send("nonsense").status()).isEqualTo(400);
        assertThat(gil.isInside()).isTrue();
    }

    private long refusals() {
        return town.count(
                "auth.auth_events",
                "and event_type = 'federation_failed' and details ->> 'why' = 'logout' and details ->> 'connection' = '"
                        + connection + "'");
    }

    @Test
    void whatIsNoLogoutTokenLeavesAnEvent() {
        assertThat(send("nonsense").status()).isEqualTo(400);
        assertThat(refusals()).isOne();
        Map<String, Object> claims = claims();
        claims.put("sub", "kim");
        String token = house.sign(claims, "logout+jwt");
        assertThat(send(token).status()).isEqualTo(200);
        assertThat(send(token).status()).isEqualTo(400);
        assertThat(refusals()).isEqualTo(2);
    }

    @Test
    void whoIsSignedOutThereMeanwhileDoesNotComeIn() {
        for (String name : List.of("sub", "sid")) {
            inside(name, "first-" + name);
            String user = town.administrator()
                    .get("/v1/users?q=" + name + "@house")
                    .json()
                    .path("items")
                    .get(0)
                    .path("id")
                    .asString();
            Town.App app = town.app(
                    new Town.Person(Prefix.USER.parse(user, UserId::new).orElseThrow(), name + "@house.example"));
            var traveller = new Traveller(town, house, connection);
            var person = new LinkedHashMap<>(Traveller.person(name, name + "@house.example"));
            person.put("sid", "second-" + name);
            Answer onward = traveller.travel(person);
            assertThat(onward.header("Location")).contains("/sign-in/flo_");
            traveller.browser().open(traveller.browser().local(onward.header("Location")));
            Map<String, Object> claims = claims();
            claims.put(name, name.equals("sub") ? name : "second-sid");
            assertThat(tell(claims).status()).isEqualTo(200);
            traveller.browser().step("totp", "code", app.code(0));
            assertThat(traveller.isInside()).as(name).isFalse();
        }
    }

    @Test
    void anotherWorkspaceIsNotReached() {
        Town elsewhere = Town.on(server);
        Map<String, Object> claims = claims();
        claims.put("sub", "hal");
        Answer told = server.as("")
                .with("Content-Type", "application/x-www-form-urlencoded")
                .post(
                        elsewhere.path() + "/federation/" + connection + "/logout",
                        "logout_token=" + house.sign(claims, "logout+jwt"));
        assertThat(told.status()).isEqualTo(404);
    }

    @Test
    void whoSignsOutIsOfferedToSignOutThereToo() {
        Traveller ida = inside("ida", "i1");
        ida.browser().open("/account");
        Answer out = ida.browser().submit("/sign-out", Map.of());
        assertThat(out.status()).as(out.text()).isEqualTo(200);
        assertThat(out.text()).contains(house.issuer() + "/end?id_token_hint=").contains("client_id=keystead");
        assertThat(ida.isInside()).isFalse();

        Town.Person own = town.person("jo");
        var browser = town.browser();
        browser.signIn(own.email(), Town.PASSWORD);
        browser.open("/account");
        assertThat(browser.submit("/sign-out", Map.of()).status()).isEqualTo(303);
    }
}
