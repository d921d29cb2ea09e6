package dev.keystead.oauth.logout;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.keystead.key.Algorithm;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.server.KeyRings;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.Until;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Applications sign people out (OpenID Connect RP-Initiated Logout 1.0 and Front-Channel Logout 1.0).
class LogoutTest {
    private static final String PATH = "/oidc/v1/end_session";
    private static final String BYE = "https://app.example/bye";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");
    private final Application shop = application(Map.of());
    private final Browser browser = town.browser();

    private Application application(Map<String, Object> more) {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("post_logout_redirect_uris", List.of(BYE));
        settings.putAll(more);
        return Application.register(town, settings);
    }

    private Answer signIn(Application application) {
        return application.exchange(application.code(browser, ada, application.request()));
    }

    private String hint() {
        return signIn(shop).json().path("id_token").asString();
    }

    private Answer ask(String... parameters) {
        return browser.open(parameters.length == 0 ? PATH : PATH + "?" + Application.encoded(named(parameters)));
    }

    private static Map<String, String> named(String... parameters) {
        var named = new LinkedHashMap<String, String>();
        for (int i = 0; i < parameters.length; i += 2) {
            named.put(parameters[i], parameters[i + 1]);
        }
        return named;
    }

    private boolean isInside() {
        return Application.answer(shop.ask(browser, shop.request("prompt", "none")))
                .containsKey("code");
    }

    private void isRefused(Answer answer, String because) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("id=\"error\"").contains(because);
        assertThat(isInside())
                .as("nobody is signed out by a request that is refused")
                .isTrue();
    }

    @Test
    void theIdTokenOfThisSessionEndsItWithoutAQuestion() {
        Answer answer = ask("id_token_hint", hint(), "post_logout_redirect_uri", BYE, "state", "a state");
        assertThat(answer.status()).as(answer.text()).isEqualTo(303);
        assertThat(answer.header("Location")).isEqualTo(BYE + "?state=a+state");
        assertThat(isInside()).isFalse();
        assertThat(town.count("audit.written", "and event_type = 'session.end'"))
                .isEqualTo(1);
        assertThat(town.count("auth.auth_events", "and event_type = 'signed_out'"))
                .isEqualTo(1);
    }

    @Test
    void stateIsNotSentWhereNoneCame() {
        Answer answer = ask("id_token_hint", hint(), "post_logout_redirect_uri", BYE);
        assertThat(answer.header("Location")).isEqualTo(BYE);
    }

    @Test
    void anIdTokenThatHasExpiredWillDo() throws Exception {
        JWTClaimsSet claims = SignedJWT.parse(hint()).getJWTClaimsSet();
        String expired = signed(Map.of("sid", claims.getStringClaim("sid")));
        assertThat(ask("id_token_hint", expired).text()).contains("id=\"signed-out\"");
        assertThat(isInside()).isFalse();
    }

    /// An old ID token of this workspace for the shop.
    private String signed(Map<String, Object> more) {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", shop.issuer());
        claims.put("sub", ada.id().text());
        claims.put("aud", shop.id());
        claims.put("iat", 1_600_000_000L);
        claims.put("exp", 1_600_000_600L);
        claims.putAll(more);
        return KeyRings.of(town.server()).sign(town.place().workspace(), Algorithm.RS256, "JWT", claims);
    }

    @Test
    void withoutParametersThePersonIsAskedAndSignsOut() {
        signIn(shop);
        Answer asked = ask();
        assertThat(asked.status()).isEqualTo(200);
        assertThat(asked.text())
                .contains("id=\"sign-out\"")
                .contains("id=\"stay\"")
                .contains(">ada<");
        assertThat(isInside()).isTrue();
        ask();
        Answer done = browser.submit(PATH + "/answer", Map.of("answer", "sign-out"));
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.text()).contains("id=\"signed-out\"");
        assertThat(isInside()).isFalse();
        assertThat(town.count("audit.written", "and event_type = 'session.end'"))
                .isEqualTo(1);
    }

    @Test
    void whoIsAskedMayStay() {
        signIn(shop);
        ask("client_id", shop.id(), "post_logout_redirect_uri", BYE);
        Answer stayed = browser.submit(PATH + "/answer", Map.of("answer", "stay", "client_id", shop.id()));
        assertThat(stayed.text()).contains("id=\"stayed\"");
        assertThat(isInside()).isTrue();
    }

    @Test
    void aClientIdAloneAsksAndThenLeadsBack() {
        signIn(shop);
        Answer asked = ask("client_id", shop.id(), "post_logout_redirect_uri", BYE, "state", "s");
        assertThat(asked.text()).contains("The shop").contains("name=\"post_logout_redirect_uri\"");
        assertThat(asked.header("Content-Security-Policy")).contains("form-action 'self' https://app.example");
        Answer done = browser.submit(
                PATH + "/answer",
                named("answer", "sign-out", "client_id", shop.id(), "post_logout_redirect_uri", BYE, "state", "s"));
        assertThat(done.status()).isEqualTo(303);
        assertThat(done.header("Location")).isEqualTo(BYE + "?state=s");
    }

    @Test
    void anAnswerThatAnotherSiteForgedIsRefused() {
        signIn(shop);
        ask();
        Answer forged = browser.submit(PATH + "/answer", Map.of("answer", "sign-out", "csrf", "guessed"));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(isInside()).isTrue();
    }

    @Test
    void theIdTokenOfAnotherSessionDoesNotEndThisOne() {
        String other = shop.exchange(shop.code(town.browser(), ada, shop.request()))
                .json()
                .path("id_token")
                .asString();
        signIn(shop);
        assertThat(ask("id_token_hint", other).text()).contains("id=\"sign-out\"");
        assertThat(isInside()).isTrue();
    }

    @Test
    void aModifiedIdTokenIsRefused() {
        String hint = hint();
        int middle = hint.indexOf('.') + 20;
        char other = hint.charAt(middle) == 'A' ? 'B' : 'A';
        String modified = hint.substring(0, middle) + other + hint.substring(middle + 1);
        String wrong = "id_token_hint is not an ID token that was issued here";
        isRefused(ask("id_token_hint", modified, "post_logout_redirect_uri", BYE), wrong);
        isRefused(ask("id_token_hint", "no.id.token", "post_logout_redirect_uri", BYE), wrong);
    }

    @Test
    void anAccessTokenIsNoHint() {
        String access = signIn(shop).json().path("access_token").asString();
        isRefused(ask("id_token_hint", access), "id_token_hint is not an ID token");
    }

    @Test
    void anotherWorkspacesIdTokenIsNoHint() {
        signIn(shop);
        Town elsewhere = Town.make();
        Application foreign = Application.usual(elsewhere);
        String hint = foreign.exchange(foreign.code(elsewhere.person("bob")))
                .json()
                .path("id_token")
                .asString();
        isRefused(ask("id_token_hint", hint), "id_token_hint is not an ID token");
    }

    @Test
    void browsersAreSentNowhereElse() {
        String hint = hint();
        String wrong = "post_logout_redirect_uri is not one that the application registered";
        isRefused(ask("id_token_hint", hint, "post_logout_redirect_uri", "https://evil.example/"), wrong);
        isRefused(ask("id_token_hint", hint, "post_logout_redirect_uri", BYE + "?more=1"), wrong);
        isRefused(ask("id_token_hint", hint, "post_logout_redirect_uri", Application.CALLBACK), wrong);
        isRefused(ask("id_token_hint", hint, "post_logout_redirect_uri", "http://[bad"), "is not a URI");
        isRefused(ask("post_logout_redirect_uri", BYE, "state", "s"), "needs an id_token_hint or a client_id");
    }

    @Test
    void theClientThatIsNamedMustBeTheOneOfTheIdToken() {
        Application other = application(Map.of());
        String hint = hint();
        isRefused(ask("id_token_hint", hint, "client_id", other.id()), "for another application");
        isRefused(ask("id_token_hint", hint, "client_id", "nobody-knows-it"), "not that of an application known");
        isRefused(browser.open(PATH + "?state=a&state=b"), "state was given more than once");
    }

    @Test
    void whoIsNotSignedInIsSignedOut() {
        assertThat(ask().text()).contains("id=\"signed-out\"");
        assertThat(ask("state", "alone").text()).contains("id=\"signed-out\"");
        Answer back = ask("client_id", shop.id(), "post_logout_redirect_uri", BYE, "state", "s");
        assertThat(back.header("Location")).isEqualTo(BYE + "?state=s");
    }

    @Test
    void aFormOfAnotherSiteComesBackByGet() {
        String hint = hint();
        Browser bare = town.browser();
        byte[] form = Application.encoded(
                        named("id_token_hint", hint, "post_logout_redirect_uri", BYE, "state", "s", "unknown", "x"))
                .getBytes(StandardCharsets.UTF_8);
        Answer kept = bare.raw(PATH, "application/x-www-form-urlencoded", form);
        assertThat(kept.status()).as(kept.text()).isEqualTo(303);
        assertThat(kept.header("Location")).contains(PATH + "?id_token_hint=").doesNotContain("unknown");
        assertThat(isInside()).isTrue();
        Answer done = browser.open(browser.local(kept.header("Location")));
        assertThat(done.header("Location")).isEqualTo(BYE + "?state=s");
        assertThat(isInside()).isFalse();
    }

    @Test
    void pagesSpeakTheLanguageThatIsWishedFor() {
        signIn(shop);
        assertThat(ask("ui_locales", "xx pt").text()).contains("lang=\"pt").contains("Sair?");
    }

    @Test
    void thePageHoldsTheFramesOfClientsAndNoOthers() throws Exception {
        Application framed = application(Map.of("frontchannel_logout_uri", "https://framed.example/out;now?a=1"));
        String hint = hint();
        framed.exchange(
                Application.answer(framed.ask(browser, framed.request())).get("code"));
        String sid = SignedJWT.parse(hint).getJWTClaimsSet().getStringClaim("sid");

        Answer page = ask("id_token_hint", hint, "post_logout_redirect_uri", BYE, "state", "s");
        assertThat(page.status()).isEqualTo(200);
        String frame = "https://framed.example/out;now?a=1&iss="
                + Application.encoded(Map.of("x", shop.issuer())).substring(2) + "&sid=" + sid;
        assertThat(page.text().replace("&amp;", "&"))
                .contains("src=\"" + frame + "\"")
                .contains("id=\"continue\" href=\"" + BYE + "?state=s\"")
                .contains("onward.");
        assertThat(page.header("Content-Security-Policy"))
                .contains("frame-src https://framed.example/out%3Bnow")
                .contains("default-src 'none'");
        assertThat(isInside()).isFalse();
    }

    @Test
    void anAddressInsideIsNotCalledAndTheTrailSaysSo() {
        Application inside = application(Map.of("backchannel_logout_uri", "http://127.0.0.1:9/logout"));
        String hint = inside.exchange(inside.code(browser, ada, inside.request()))
                .json()
                .path("id_token")
                .asString();
        ask("id_token_hint", hint);
        Until.holds(
                "it is given up",
                Duration.ofSeconds(60),
                () -> town.count("audit.written", "and event_type = 'logout.fail'") == 1);
        assertThat(town.count("session.logout_notices", "")).isZero();
    }

    @Test
    void metadataTellsWhereAndHow() {
        var metadata = shop.get("/.well-known/openid-configuration", Map.of()).json();
        assertThat(metadata.path("end_session_endpoint").asString()).isEqualTo(shop.issuer() + PATH);
        for (String member : List.of(
                "frontchannel_logout_supported",
                "frontchannel_logout_session_supported",
                "backchannel_logout_supported",
                "backchannel_logout_session_supported")) {
            assertThat(metadata.path(member).asBoolean()).as(member).isTrue();
        }
    }
}
