package dev.keystead.domain;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// A workspace that is found under a domain of its own: what applications and people see of it there.
class CustomHostTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final class Shared {
        private static final TestServer SERVER =
                TestServer.start("--master-key", Town.MASTER_KEY, "--http-trusted-proxies", "127.0.0.1");
    }

    @AfterAll
    static void stop() {
        Shared.SERVER.close();
    }

    private final Town town = Town.on(Shared.SERVER);
    private final Claims claims = Claims.of(town);
    private final Person ada = town.person("ada");
    private final String host = Claims.newDomain();
    private final String issuer =
            "http://" + host + ":" + Shared.SERVER.address().getPort();

    private Answer at(String name, String path) {
        return Shared.SERVER
                .as("")
                .with("Forwarded", "for=127.0.0.1;host=" + name)
                .get(path);
    }

    private Application application() {
        return Application.register(town, Application.usualSettings());
    }

    private void serve() {
        claims.own(host);
        Answer changed = claims.serve(host, true);
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().path("serves").asBoolean()).isTrue();
    }

    private static String issuerOf(Answer tokens, String kind) throws Exception {
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        return SignedJWT.parse(tokens.json().path(kind).asString())
                .getJWTClaimsSet()
                .getIssuer();
    }

    @Test
    void discoveryAtAHostOfItsOwnNamesThatHost() {
        serve();
        for (String path :
                new String[] {"/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"}) {
            Answer metadata = at(host, path);
            assertThat(metadata.status()).as(metadata.text()).isEqualTo(200);
            assertThat(metadata.json().path("issuer").asString()).isEqualTo(issuer);
            assertThat(metadata.json().path("token_endpoint").asString()).startsWith(issuer + "/");
            assertThat(metadata.json().path("jwks_uri").asString()).startsWith(issuer + "/");
        }
        String keys = at(host, "/.well-known/openid-configuration")
                .json()
                .path("jwks_uri")
                .asString();
        Answer there = at(host, keys.substring(issuer.length()));
        Answer byPath = Shared.SERVER.as("").get(town.path() + keys.substring(issuer.length()));
        assertThat(there.json().path("keys").size()).isPositive();
        assertThat(there.text()).isEqualTo(byPath.text());
    }

    @Test
    void tokensNameTheHostAtWhichTheyWereMadeAndGoOnDoingSo() throws Exception {
        serve();
        Application registered = application();
        Application shop = registered.atHost(host);
        Answer tokens = shop.exchange(shop.code(town.browserAt(host), ada, shop.request()));
        assertThat(issuerOf(tokens, "id_token")).isEqualTo(issuer).isEqualTo(shop.issuer());
        assertThat(issuerOf(tokens, "access_token")).isEqualTo(issuer);

        Map<String, String> refresh = Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.json().path("refresh_token").asString());
        Answer refreshed = registered.token(refresh);
        assertThat(issuerOf(refreshed, "id_token")).isEqualTo(issuer);
    }

    @Test
    void theAnswerOfAnAuthorizationNamesTheHost() {
        serve();
        Application shop = application().atHost(host);
        Browser browser = town.browserAt(host);
        String code = shop.code(browser, ada, shop.request());
        assertThat(code).isNotEmpty();
        assertThat(browser.cookies().keySet())
                .anyMatch(
                        name -> name.endsWith("keystead-session-" + town.place().slug()));
    }

    @Test
    void peopleSignInThereAndNowhereElseByIt() {
        serve();
        Browser there = town.browserAt(host);
        assertThat(there.signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(303);
        Answer account = there.open("/account");
        assertThat(account.status()).isEqualTo(200);
        assertThat(account.text()).contains(ada.email());
        // A page of the system workspace is not one of this host.
        assertThat(at(host, town.path() + "/sign-in").status()).isEqualTo(404);
    }

    @Test
    void passkeysAreOfferedAtTheInstallationsNameAlone() {
        serve();
        town.passkey(ada);
        Browser there = town.browserAt(host);
        assertThat(there.begin().text()).doesNotContain("data-passkey").doesNotContain("publicKey");
        Answer asked = there.signIn(ada.email(), Town.PASSWORD);
        Answer page = asked.status() == 303 ? there.open(there.local(asked.header("Location"))) : asked;
        assertThat(page.text()).contains("Passkeys do not work here").doesNotContain("rpId");
        assertThat(there.open("/account").status())
                .as("the second factor is not skipped")
                .isEqualTo(303);

        Browser usual = town.browser();
        assertThat(usual.begin().text()).contains("rpId");
        Answer second = usual.signIn(ada.email(), Town.PASSWORD);
        assertThat((second.status() == 303 ? usual.open(usual.local(second.header("Location"))) : second).text())
                .contains("rpId");
    }

    @Test
    void programsAreNotAskedForAPasskeyThere() {
        serve();
        town.passkey(ada);
        TestServer.Client there = Shared.SERVER.as("").with("Forwarded", "for=127.0.0.1;host=" + host);
        Answer flow = there.post("/v1/flows", "{\"identifier\":\"%s\"}".formatted(ada.email()));
        assertThat(flow.json().path("next").toString())
                .as(flow.text())
                .contains("password")
                .doesNotContain("webauthn");
        TestServer.Client known =
                there.with("Keystead-Browser", flow.json().path("browser_key").asString());
        String steps = "/v1/flows/" + flow.id() + "/steps/";
        assertThat(known.post(steps + "webauthn:begin", "{}").status()).isIn(404, 409, 410);
        Answer half = known.post(steps + "password", "{\"password\":\"%s\"}".formatted(Town.PASSWORD));
        assertThat(half.json().path("tokens").path("access_token").asString("")).isEmpty();
        assertThat(half.json().path("next").size()).as(half.text()).isZero();
    }

    @Test
    void noPasskeyIsMadeThere() {
        serve();
        Browser there = town.browserAt(host);
        assertThat(there.signIn(ada.email(), Town.PASSWORD).status()).isEqualTo(303);
        assertThat(there.open("/account/security").text()).doesNotContain("/account/security/passkeys/new");
        assertThat(there.open("/account/security/passkeys/new").status()).isEqualTo(404);
    }

    @Test
    void cookiesAreForThatHostAlone() {
        serve();
        Answer page = at(host, "/sign-in");
        assertThat(page.response().headers().allValues("Set-Cookie"))
                .isNotEmpty()
                .noneMatch(cookie -> cookie.toLowerCase(Locale.ROOT).contains("domain="));
    }

    @Test
    void aHostMeansNothingBeforeItServesAndAfterwards() {
        String installation = Shared.SERVER.address().toString();
        String path = "/.well-known/openid-configuration";
        assertThat(at(host, path).json().path("issuer").asString()).isEqualTo(installation);
        assertThat(claims.serve(host, true).status()).isEqualTo(404);
        claims.claimAndProve(host);
        assertThat(claims.serve(host, true).status()).isEqualTo(409);
        claims.verify(host);
        assertThat(at(host, path).json().path("issuer").asString()).isEqualTo(installation);
        claims.serve(host, true);
        assertThat(at(host, path).json().path("issuer").asString()).isEqualTo(issuer);
        claims.serve(host, false);
        assertThat(at(host, path).json().path("issuer").asString()).isEqualTo(installation);
        claims.serve(host, true);
        claims.delete(host);
        assertThat(at(host, path).json().path("issuer").asString()).isEqualTo(installation);
    }

    @Test
    void aHostMeansNothingAfterAnOperatorTookItAway() {
        serve();
        String path = "/.well-known/openid-configuration";
        assertThat(at(host, path).json().path("issuer").asString()).isEqualTo(issuer);
        assertThat(Shared.SERVER
                        .asAdministrator()
                        .post("/v1/domains/" + host + ":release")
                        .status())
                .isEqualTo(200);
        assertThat(at(host, path).json().path("issuer").asString())
                .isEqualTo(Shared.SERVER.address().toString());
    }

    @Test
    void anotherNodeHearsOfIt() {
        try (TestServer node = TestServer.start(
                Shared.SERVER.database(), "--master-key", Town.MASTER_KEY, "--http-trusted-proxies", "127.0.0.1")) {
            String there = "http://" + host + ":" + node.address().getPort();
            assertThat(issuerAt(node)).isEqualTo(node.address().toString());
            serve();
            Until.holds(
                    "the other node knows the host", LIMIT, () -> issuerAt(node).equals(there));
            claims.delete(host);
            Until.holds(
                    "the other node forgets the host",
                    LIMIT,
                    () -> !issuerAt(node).equals(there));
        }
    }

    private String issuerAt(TestServer node) {
        return node.as("")
                .with("Forwarded", "for=127.0.0.1;host=" + host)
                .get("/.well-known/openid-configuration")
                .json()
                .path("issuer")
                .asString();
    }

    @Test
    void whoeverBelongsElsewhereIsShownTheWay() {
        serve();
        Town other = Town.on(Shared.SERVER);
        town.decide("domain", "{\"route\":true,\"send_away\":true,\"capture\":false}");
        String foreign = Claims.of(other).own();
        Browser browser = town.browserAt(host);
        Answer page = browser.identify("bob@" + foreign);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains(other.path() + "/sign-in?login_hint=bob%40" + foreign);
    }
}
