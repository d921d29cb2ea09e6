package dev.keystead.oauth.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.AtOnce;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The flow of devices without a browser (RFC 8628).
class DeviceFlowTest {
    private static final String GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Application tv = Application.register(town, settings());

    private static Map<String, Object> settings() {
        var settings = new LinkedHashMap<>(Application.usualSettings());
        settings.put("name", "The television");
        settings.put("grant_types", List.of(GRANT_TYPE, "refresh_token"));
        settings.remove("redirect_uris");
        return settings;
    }

    private JsonNode begin() {
        Answer begun = tv.post("/oauth/v2/device_authorization", Map.of("scope", "openid email"));
        assertThat(begun.status()).as(begun.text()).isEqualTo(200);
        return begun.json();
    }

    private Answer poll(JsonNode begun) {
        return poll(begun.path("device_code").asString());
    }

    private Answer poll(String deviceCode) {
        return tv.token(Map.of("grant_type", GRANT_TYPE, "device_code", deviceCode));
    }

    private static String error(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        return answer.json().path("error").asString();
    }

    private Browser inside() {
        Browser browser = town.browser();
        browser.signIn(ada.email(), Town.PASSWORD);
        browser.open("/oauth/v2/device");
        return browser;
    }

    private static Answer look(Browser browser, String code) {
        return browser.submit("/oauth/v2/device", Map.of("user_code", code));
    }

    private static Answer answer(Browser browser, JsonNode begun, String answer) {
        String code = begun.path("user_code").asString();
        look(browser, code);
        return browser.submit("/oauth/v2/device/answer", Map.of("user_code", code, "answer", answer));
    }

    @Test
    void aDeviceThatIsAllowedGetsItsTokensOnce() {
        JsonNode begun = begin();
        assertThat(begun.path("verification_uri").asString()).isEqualTo(tv.issuer() + "/device");
        assertThat(begun.path("verification_uri_complete").asString())
                .isEqualTo(tv.issuer() + "/device?user_code="
                        + begun.path("user_code").asString());
        assertThat(begun.path("expires_in").asInt()).isEqualTo(600);
        assertThat(begun.path("interval").asInt()).isEqualTo(5);
        assertThat(error(poll(begun))).isEqualTo("authorization_pending");

        Browser browser = inside();
        Answer page = look(browser, begun.path("user_code").asString().toLowerCase(Locale.ROOT));
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        assertThat(page.text())
                .contains("The television", "127.0.0.1", "See your e-mail address", "id=\"deny\"", "id=\"allow\"");
        Answer done = answer(browser, begun, "allow");
        assertThat(done.text()).contains("Your device is connected");
        assertThat(town.count("audit.written", "and event_type = 'device.answer'"))
                .isEqualTo(1);

        Answer tokens = poll(begun);
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        assertThat(tokens.json().path("scope").asString()).isEqualTo("openid email");
        assertThat(tokens.json().path("refresh_token").asString()).startsWith("krft_");
        String access = tokens.json().path("access_token").asString();
        Answer info = tv.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access));
        assertThat(info.json().path("email").asString()).isEqualTo(ada.email());

        assertThat(error(poll(begun))).isEqualTo("invalid_grant");
        assertThat(tv.get("/oidc/v1/userinfo", Map.of("Authorization", "Bearer " + access))
                        .status())
                .as("a device code that is used twice ends what it gave")
                .isEqualTo(401);
    }

    @Test
    void ofManyWhoPresentOneCodeAtOnceOneGetsTokens() throws Exception {
        JsonNode begun = begin();
        answer(inside(), begun, "allow");
        List<Answer> answers = AtOnce.run(6, () -> poll(begun));
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    }

    @Test
    void aDeviceThatIsDeniedIsTold() {
        JsonNode begun = begin();
        assertThat(answer(inside(), begun, "deny").text()).contains("Nothing was connected");
        assertThat(error(poll(begun))).isEqualTo("access_denied");
        assertThat(town.count("audit.written", "and event_type = 'device.answer'"))
                .isEqualTo(1);
    }

    @Test
    void anAnswerIsGivenOnce() {
        JsonNode begun = begin();
        Browser browser = inside();
        answer(browser, begun, "deny");
        browser.open("/oauth/v2/device");
        assertThat(answer(browser, begun, "allow").status()).isEqualTo(422);
        assertThat(error(poll(begun))).isEqualTo("access_denied");
    }

    @Test
    void whoAsksTooSoonMustWaitFiveSecondsLonger() {
        // RFC 8628 section 3.5.
        JsonNode begun = begin();
        assertThat(error(poll(begun))).isEqualTo("authorization_pending");
        assertThat(error(poll(begun))).isEqualTo("slow_down");
        assertThat(town.count("oauth.device_codes", "and interval_seconds = 10"))
                .isEqualTo(1);
        town.change("oauth.device_codes", "polled_at = polled_at - interval '11 seconds'", "");
        assertThat(error(poll(begun))).isEqualTo("authorization_pending");
    }

    @Test
    void aCodeThatIsTooOldIsOver() {
        JsonNode begun = begin();
        town.change("oauth.device_codes", "expires_at = created_at", "");
        assertThat(error(poll(begun))).isEqualTo("expired_token");
        assertThat(look(inside(), begun.path("user_code").asString()).status()).isEqualTo(422);
    }

    @Test
    void anotherApplicationsCodeIsUnknown() {
        JsonNode begun = begin();
        Application other = Application.register(town, settings());
        Answer answer = other.token(Map.of(
                "grant_type",
                GRANT_TYPE,
                "device_code",
                begun.path("device_code").asString()));
        assertThat(error(answer)).isEqualTo("invalid_grant");
        assertThat(error(poll("kdev_nonsense"))).isEqualTo("invalid_grant");
    }

    @Test
    void onlyApplicationsThatAreRegisteredForItMayBegin() {
        Application shop = Application.usual(town);
        assertThat(error(shop.post("/oauth/v2/device_authorization", Map.of()))).isEqualTo("unauthorized_client");
        assertThat(error(tv.post("/oauth/v2/device_authorization", Map.of("scope", "unheard-of"))))
                .isEqualTo("invalid_scope");
        assertThat(tv.post("/oauth/v2/device_authorization", Map.of(), Map.of()).status())
                .isEqualTo(401);
    }

    @Test
    void whoIsNotInsideSignsInFirstAndConfirmsAllTheSame() {
        JsonNode begun = begin();
        String code = begun.path("user_code").asString();
        Browser browser = town.browser();
        Answer led = browser.open("/device?user_code=" + code);
        assertThat(browser.local(led.header("Location"))).isEqualTo("/oauth/v2/device?user_code=" + code);
        Answer door = browser.open(browser.local(led.header("Location")));
        assertThat(door.header("Location")).contains("/sign-in?return_to=");
        Answer page = tv.signIn(browser, door, ada);
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        // RFC 8628 section 5.4: a link alone connects nothing.
        assertThat(page.text()).contains("value=\"" + code + "\"");
        assertThat(error(poll(begun))).isEqualTo("authorization_pending");
    }

    @Test
    void aFormWithoutItsGuardIsRefused() {
        JsonNode begun = begin();
        Browser browser = inside();
        Answer forged = browser.submit(
                "/oauth/v2/device/answer",
                Map.of("user_code", begun.path("user_code").asString(), "answer", "allow", "csrf", "forged"));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(error(poll(begun))).isEqualTo("authorization_pending");
    }

    @Test
    void guessesAreBraked() {
        // RFC 8628 section 5.1.
        JsonNode begun = begin();
        Browser browser = inside();
        for (String guess : List.of("BBBB-BBBB", "CCCC-CCCC", "DDDD-DDDD", "FFFF-FFFF", "GGGG-GGGG")) {
            assertThat(look(browser, guess).status()).isEqualTo(422);
        }
        Answer locked = look(browser, begun.path("user_code").asString());
        assertThat(locked.status()).isEqualTo(429);
        assertThat(locked.header("Retry-After")).isNotEmpty();
        assertThat(locked.text()).doesNotContain("The television");
        assertThat(answer(browser, begun, "allow").status()).isEqualTo(429);
        assertThat(error(poll(begun))).isEqualTo("authorization_pending");
        browser.open("/account");
        browser.submit("/sign-out", Map.of());
        assertThat(browser.signIn(ada.email(), Town.PASSWORD).status())
                .as("who mistypes codes can sign in where they did before")
                .isEqualTo(303);
    }

    @Test
    void tokensEndWithTheSessionInWhichTheyWereAllowed() {
        JsonNode begun = begin();
        Browser browser = inside();
        answer(browser, begun, "allow");
        Answer tokens = poll(begun);
        browser.open("/account");
        browser.submit("/sign-out", Map.of());
        Answer refreshed = tv.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.json().path("refresh_token").asString()));
        assertThat(error(refreshed)).isEqualTo("invalid_grant");
    }

    @Test
    void theIssuerTellsWhereDevicesBegin() {
        Answer metadata = tv.get("/.well-known/openid-configuration", Map.of());
        assertThat(metadata.json().path("device_authorization_endpoint").asString())
                .isEqualTo(tv.issuer() + "/oauth/v2/device_authorization");
        assertThat(metadata.json().path("grant_types_supported").toString()).contains(GRANT_TYPE);
    }

    @Test
    void thePageSpeaksTheLanguagesOfThePeople() {
        Browser browser = inside();
        assertThat(browser.open("/oauth/v2/device?ui_locales=pt").text()).contains("Conectar um dispositivo");
        assertThat(browser.open("/oauth/v2/device?ui_locales=es").text()).contains("Conectar un dispositivo");
    }
}
