package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Browser;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// FAPI 2.0 Security Profile (final), section 5.3.2.2 on the authorization code flow: each rule broken by a
/// client that is held to it.
class Fapi2CodeFlowTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final ProvingApplication BANK = ProvingApplication.fapi2(TOWN, "ES256");
    private static final String TOKEN = "/oauth/v2/token";
    private static final String PAR = "/oauth/v2/par";

    @Test
    void aRequestThatWasNotPushedIsRefused() {
        Answer page = BANK.registered().ask(TOWN.browser(), BANK.registered().request());
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.header("Location")).isEmpty();
        Answer posted =
                BANK.registered().post("/oauth/v2/authorize", BANK.registered().request(), Map.of());
        assertThat(posted.status()).isEqualTo(400);
    }

    @Test
    void aPushFromWhoProvesNothingIsRefused() {
        Answer answer = BANK.registered().post(PAR, BANK.registered().request(), Map.of());
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("invalid_client");
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "response_type|token|unsupported_response_type",
                "response_type|code id_token|unsupported_response_type",
                "code_challenge||invalid_request",
                "code_challenge_method|plain|invalid_request",
                "code_challenge_method||invalid_request",
                "redirect_uri||invalid_request",
                "request_uri|urn:ietf:params:oauth:request_uri:x|invalid_request",
            })
    void aPushedRequestThatBreaksARuleIsRefused(String name, String value, String code) {
        // Without openid, a plain client with one redirect URI need not name it.
        Map<String, String> request =
                BANK.registered().request("scope", "read:thing", name, value == null ? "" : value);
        Answer answer = BANK.push(request);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo(code);
    }

    @Test
    void aReferenceIsShortLivedAndForItsClient() {
        Answer pushed = BANK.push(BANK.registered().request());
        assertThat(pushed.json().path("expires_in").asInt()).isBetween(1, 599);
        String reference = pushed.json().path("request_uri").asString();
        ProvingApplication other = ProvingApplication.fapi2(TOWN, "ES256");
        Map<String, String> stolen = Map.of("client_id", other.registered().id(), "request_uri", reference);
        assertThat(other.registered().ask(TOWN.browser(), stolen).status()).isEqualTo(400);

        TOWN.change(
                "oauth.authorization_requests",
                "created_at = created_at - interval '61 seconds', expires_at = expires_at - interval '61 seconds'",
                "and used_at is null");
        Map<String, String> late = Map.of("client_id", BANK.registered().id(), "request_uri", reference);
        assertThat(BANK.registered().ask(TOWN.browser(), late).status()).isEqualTo(400);
    }

    @Test
    void aReferenceIsUsedUpByTheAnswerAndNotByThePage() {
        // Note 3: a page that is loaded twice, or by a program that looks ahead, does no harm.
        Map<String, String> brought = BANK.pushed(BANK.registered().request());
        Browser first = TOWN.browser();
        Browser second = TOWN.browser();
        Answer began = BANK.registered().ask(first, brought);
        Answer beganToo = BANK.registered().ask(second, brought);
        assertThat(List.of(began, beganToo))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(303));

        assertThat(Application.answer(BANK.registered().signIn(second, beganToo, ADA)))
                .containsKey("code");
        // RFC 9126 section 7.3: one answer for one reference.
        assertThat(BANK.registered().signIn(first, began, ADA).status()).isEqualTo(410);
        assertThat(BANK.registered().ask(second, brought).status()).isEqualTo(400);
    }

    @Test
    void aReferenceThatAFormBroughtIsUsedUpToo() {
        Map<String, String> brought = BANK.pushed(BANK.registered().request());
        Answer sent = BANK.registered().post("/oauth/v2/authorize", brought, Map.of());
        assertThat(sent.status()).isEqualTo(303);
        Browser browser = TOWN.browser();
        Answer asked = browser.open(browser.local(sent.header("Location")));
        assertThat(Application.answer(BANK.registered().signIn(browser, asked, ADA)))
                .containsKey("code");
        assertThat(BANK.registered().ask(browser, brought).status()).isEqualTo(400);
    }

    @Test
    void whatWasDeniedIsNotAskedForAgain() {
        Map<String, Object> settings = ProvingApplication.fapi2Settings(BANK.clientKey());
        settings.put("first_party", false);
        ProvingApplication foreign = ProvingApplication.registered(TOWN, settings, BANK.clientKey());
        Map<String, String> brought = foreign.pushed(foreign.registered().request());
        Browser browser = TOWN.browser();
        Answer page = foreign.registered().signIn(browser, foreign.registered().ask(browser, brought), ADA);
        String action = Application.consentForm(page);
        Answer denied = browser.submit(browser.local(action), Map.of("answer", "deny"));
        assertThat(Application.answer(denied)).containsEntry("error", "access_denied");
        assertThat(foreign.registered().ask(browser, brought).status()).isEqualTo(400);
    }

    @Test
    void theAnswerNamesItsIssuerAndNoRedirectRepeatsAForm() {
        Browser browser = TOWN.browser();
        Map<String, String> brought = BANK.pushed(BANK.registered().request());
        Answer asked = BANK.registered().ask(browser, brought);
        browser.open(browser.local(asked.header("Location")));
        Answer told = browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ADA.email()));
        browser.open(browser.local(told.header("Location")));
        Answer inside = browser.step("password", "password", Town.PASSWORD);
        Answer back = browser.open(browser.local(inside.header("Location")));
        assertThat(List.of(asked, told, inside, back))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(303));
        assertThat(Application.answer(back)).containsEntry("iss", BANK.issuer());
    }

    @Test
    void anErrorNamesItsIssuerToo() {
        Map<String, String> brought = BANK.pushed(BANK.registered().request("prompt", "none"));
        assertThat(Application.answer(BANK.registered().ask(TOWN.browser(), brought)))
                .containsEntry("error", "login_required")
                .containsEntry("iss", BANK.issuer());
    }

    @Test
    void aCodeIsRefusedTheSecondTime() {
        String code = BANK.code(ADA);
        Answer first = BANK.exchange(code);
        assertThat(first.status()).as(first.text()).isEqualTo(200);
        assertThat(BANK.exchange(code).error()).isEqualTo("invalid_grant");
        assertThat(BANK.userinfo(first.json().path("access_token").asString()).status())
                .isEqualTo(401);
    }

    @Test
    void aCodeOfAnotherClientIsRefused() {
        ProvingApplication other = ProvingApplication.fapi2(TOWN, "ES256");
        assertThat(other.exchange(BANK.code(ADA)).error()).isEqualTo("invalid_grant");
    }

    @Test
    void aVerifierThatDoesNotFitIsRefused() {
        Map<String, String> form = new LinkedHashMap<>(Application.exchanging(BANK.code(ADA)));
        form.put("code_verifier", "x".repeat(43));
        assertThat(BANK.post(TOKEN, form).error()).isEqualTo("invalid_grant");
    }

    @Test
    void aNonceOfSixtyFourCharactersComesBack() throws Exception {
        String nonce = "n".repeat(64);
        String code = BANK.code(TOWN.browser(), ADA, BANK.registered().request("nonce", nonce));
        String id = BANK.exchange(code).json().path("id_token").asString();
        assertThat(SignedJWT.parse(id).getJWTClaimsSet().getStringClaim("nonce"))
                .isEqualTo(nonce);
    }
}
