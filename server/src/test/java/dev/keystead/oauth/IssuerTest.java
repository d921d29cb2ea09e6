package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.logout.Receiver;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A workspace has an address by path and one by host. A client knows one of them, and every token and
/// notice that it gets names that one.
class IssuerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final class Shared {
        private static final TestServer SERVER = TestServer.start(
                "--master-key",
                Town.MASTER_KEY,
                "--outbound-allow-private",
                "true",
                "--http-workspace-domain",
                "id.example.com",
                "--http-trusted-proxies",
                "127.0.0.1");
    }

    @AfterAll
    static void stop() {
        Shared.SERVER.close();
    }

    private final Town town = Town.on(Shared.SERVER);
    private final Person ada = town.person("ada");
    private final String host = town.place().slug() + ".id.example.com";

    /// An application, and a browser, that know the workspace by path or by host.
    private record Meeting(Application application, Browser browser) {}

    private Meeting meet(boolean byHost, Map<String, Object> more) {
        Map<String, Object> settings = Application.usualSettings();
        settings.putAll(more);
        Application registered = Application.register(town, settings);
        return byHost
                ? new Meeting(registered.atHost(host), town.browserAt(host))
                : new Meeting(registered, town.browser());
    }

    private static String issuer(String token) throws ParseException {
        return SignedJWT.parse(token).getJWTClaimsSet().getIssuer();
    }

    private static String member(Answer answer, String name) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path(name).asString();
    }

    private static Map<String, String> refreshing(Answer tokens) {
        return Map.of("grant_type", "refresh_token", "refresh_token", member(tokens, "refresh_token"));
    }

    /// OpenID Connect Core section 12.2, wherever the refresh token is sent.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void refreshedTokensNameTheIssuerOfTheFirst(boolean byHost) throws Exception {
        Meeting meeting = meet(byHost, Map.of());
        Application shop = meeting.application();
        Application other = byHost ? shop.atHost("") : shop.atHost(host);
        Answer first = shop.exchange(shop.code(meeting.browser(), ada, shop.request()));
        assertThat(issuer(member(first, "id_token"))).isEqualTo(shop.issuer());

        Answer second = other.token(refreshing(first));

        assertThat(issuer(member(second, "id_token"))).isEqualTo(shop.issuer()).isNotEqualTo(other.issuer());
        assertThat(issuer(member(second, "access_token"))).isEqualTo(shop.issuer());
        assertThat(SignedJWT.parse(member(second, "access_token"))
                        .getJWTClaimsSet()
                        .getAudience())
                .containsExactly(shop.issuer());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void introspectionNamesTheIssuerOfTheGrant(boolean byHost) {
        Meeting meeting = meet(byHost, Map.of());
        Application shop = meeting.application();
        Application other = byHost ? shop.atHost("") : shop.atHost(host);
        Answer tokens = shop.exchange(shop.code(meeting.browser(), ada, shop.request()));

        for (String kind : List.of("access_token", "refresh_token")) {
            Answer told = other.post("/oauth/v2/introspect", Map.of("token", member(tokens, kind)));
            assertThat(member(told, "iss")).as(kind).isEqualTo(shop.issuer());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogoutTokenNamesTheIssuerOfTheIdToken(boolean byHost) throws Exception {
        try (var receiver = Receiver.willing()) {
            Meeting meeting = meet(byHost, Map.of("backchannel_logout_uri", receiver.address()));
            Application shop = meeting.application();
            Browser browser = meeting.browser();
            String id = member(shop.exchange(shop.code(browser, ada, shop.request())), "id_token");
            browser.open("/account");
            assertThat(browser.submit("/sign-out", Map.of()).status()).isEqualTo(303);

            Until.holds("the client is told", LIMIT, () -> !receiver.tokens().isEmpty());
            assertThat(issuer(receiver.tokens().getFirst()))
                    .isEqualTo(issuer(id))
                    .isEqualTo(shop.issuer());
        }
    }

    @Test
    void whatWasGivenBeforeIssuersWereKeptNamesTheAddressThatIsAsked() throws Exception {
        Meeting meeting = meet(true, Map.of());
        Application shop = meeting.application();
        Answer first = shop.exchange(shop.code(meeting.browser(), ada, shop.request()));
        town.change("session.grants", "issuer = null", "");

        Answer second = shop.atHost("").token(refreshing(first));

        assertThat(issuer(member(second, "id_token"))).isEqualTo(shop.atHost("").issuer());
    }

    @Test
    void framesNameTheIssuerThatEachClientKnows() {
        Meeting meeting = meet(true, Map.of("frontchannel_logout_uri", "https://app.example/frame"));
        Application shop = meeting.application();
        Browser browser = meeting.browser();
        // The code is asked for at the host and exchanged at the path: what counts is where tokens came from.
        Answer tokens = shop.atHost("").exchange(shop.code(browser, ada, shop.request()));

        Answer left = browser.open("/oidc/v1/end_session?id_token_hint=" + member(tokens, "id_token"));

        assertThat(left.status()).as(left.text()).isEqualTo(200);
        assertThat(left.text())
                .contains("iss="
                        + Application.encoded(Map.of("x", shop.atHost("").issuer()))
                                .substring(2));
    }
}
