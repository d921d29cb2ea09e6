package dev.keystead.oauth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.AtOnce;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.oauth.Application;
import dev.keystead.oauth.HolderKey;
import dev.keystead.oauth.ProvingApplication;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.server.TestServer.Answer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tokens that are bound to a key by proofs (RFC 9449), on a whole server.
class DpopTest {
    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Application SHOP = Application.usual(TOWN);
    private static final String TOKEN = "/oauth/v2/token";
    private static final String USERINFO = "/oidc/v1/userinfo";
    private static final HolderKey KEY = HolderKey.of("ES256");
    private static final Map<String, String> FOR_ITSELF = Map.of("grant_type", "client_credentials");

    private static Answer token(Map<String, String> form, String proof) {
        return SHOP.post(TOKEN, form, Map.of("Authorization", SHOP.basic(), "DPoP", proof));
    }

    private static HolderKey.Draft proof() {
        return KEY.proof("POST", SHOP.issuer() + TOKEN);
    }

    private static Answer userinfo(String scheme, String token, HolderKey.Draft proof) {
        return SHOP.get(USERINFO, Map.of("Authorization", scheme + " " + token, "DPoP", proof.signed()));
    }

    private static HolderKey.Draft use(HolderKey key, String token) {
        return key.proof("GET", SHOP.issuer() + USERINFO).with(token);
    }

    private static String boundToken() {
        Answer answer = token(Application.exchanging(SHOP.code(ADA)), proof().signed());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().path("access_token").asString();
    }

    @Test
    void aProofBindsTheTokensToItsKey() throws Exception {
        Answer answer = token(Application.exchanging(SHOP.code(ADA)), proof().signed());
        assertThat(answer.json().path("token_type").asString())
                .as(answer.text())
                .isEqualTo("DPoP");
        String access = answer.json().path("access_token").asString();
        assertThat(SignedJWT.parse(access).getJWTClaimsSet().getJSONObjectClaim("cnf"))
                .isEqualTo(Map.of("jkt", KEY.thumbprint()));

        Answer told = SHOP.post("/oauth/v2/introspect", Map.of("token", access));
        assertThat(told.json().path("cnf").path("jkt").asString()).isEqualTo(KEY.thumbprint());
        assertThat(told.json().path("token_type").asString()).isEqualTo("DPoP");

        Answer info = userinfo("DPoP", access, use(KEY, access));
        assertThat(info.json().path("sub").asString())
                .as(info.text())
                .isEqualTo(ADA.id().text());
    }

    @Test
    void aBoundTokenDoesNotWorkWithoutItsKey() {
        String access = boundToken();
        // Section 7.2: nobody may use it as if it were not bound.
        Answer bearer = userinfo("Bearer", access, use(KEY, access));
        assertThat(bearer.status()).isEqualTo(401);
        assertThat(bearer.header("WWW-Authenticate"))
                .startsWith("DPoP error=\"invalid_token\"")
                .contains("algs=");
        assertThat(SHOP.post(USERINFO, Map.of("access_token", access), Map.of()).status())
                .isEqualTo(401);

        Answer bare = SHOP.get(USERINFO, Map.of("Authorization", "DPoP " + access));
        assertThat(bare.status()).isEqualTo(401);
        assertThat(bare.error()).isEqualTo("invalid_dpop_proof");

        HolderKey other = HolderKey.of("ES256");
        assertThat(userinfo("DPoP", access, use(other, access)).error()).isEqualTo("invalid_token");
        assertThat(userinfo("DPoP", access, use(KEY, "another token")).error()).isEqualTo("invalid_dpop_proof");
        assertThat(userinfo("DPoP", access, use(KEY, access).claim("htm", "POST"))
                        .error())
                .isEqualTo("invalid_dpop_proof");
    }

    @Test
    void aTokenThatIsNotBoundDoesNotPassForOne() {
        String access =
                SHOP.exchange(SHOP.code(ADA)).json().path("access_token").asString();
        Answer answer = userinfo("DPoP", access, use(KEY, access));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.error()).isEqualTo("invalid_token");
    }

    @Test
    void aProofCountsOnce() throws Exception {
        String proof = proof().signed();
        List<Answer> answers = AtOnce.run(6, () -> token(FOR_ITSELF, proof));
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allSatisfy(answer -> assertThat(answer.error()).isEqualTo("invalid_dpop_proof"));

        String access = boundToken();
        HolderKey.Draft use = use(KEY, access);
        assertThat(userinfo("DPoP", access, use).status()).isEqualTo(200);
        assertThat(userinfo("DPoP", access, use).error()).isEqualTo("invalid_dpop_proof");
    }

    @Test
    void aWrongProofIsToldSo() {
        Answer answer = token(
                FOR_ITSELF, proof().claim("htu", SHOP.issuer() + "/elsewhere").signed());
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo("invalid_dpop_proof");
        assertThat(token(FOR_ITSELF, "rubbish").error()).isEqualTo("invalid_dpop_proof");
    }

    @Test
    void twoProofsAreOneTooMany() throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(SHOP.issuer() + TOKEN))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .header("Authorization", SHOP.basic())
                    .header("DPoP", proof().signed())
                    .header("DPoP", proof().signed())
                    .POST(BodyPublishers.ofString(Application.encoded(FOR_ITSELF)))
                    .build();
            var answer = new Answer(client.send(request, BodyHandlers.ofString()));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.error()).isEqualTo("invalid_dpop_proof");
        }
    }

    @Test
    void whoRegisteredForProofsGetsNothingWithoutOne() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("dpop_bound_access_tokens", true);
        Application bound = Application.register(TOWN, settings);
        Answer answer = bound.token(FOR_ITSELF);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error()).isEqualTo("invalid_request");
    }

    @Test
    void whoCannotKeepASecretNeedsANonce() {
        ProvingApplication phone = ProvingApplication.open(TOWN);
        Map<String, String> form = phone.identified(Application.exchanging(phone.code(ADA)));
        Answer first = phone.registered()
                .post(TOKEN, form, Map.of("DPoP", phone.proof("POST", TOKEN).signed()));
        assertThat(first.status()).isEqualTo(400);
        assertThat(first.error()).isEqualTo("use_dpop_nonce");
        String nonce = first.header("DPoP-Nonce");
        assertThat(nonce).matches("[A-Za-z0-9_-]{22}");

        HolderKey.Draft proof = phone.proof("POST", TOKEN).claim("nonce", nonce);
        Answer second = phone.registered().post(TOKEN, form, Map.of("DPoP", proof.signed()));
        assertThat(second.status()).as(second.text()).isEqualTo(200);

        String access = second.json().path("access_token").asString();
        Answer info = phone.userinfo(access, phone.proof("GET", USERINFO).with(access));
        assertThat(info.status()).isEqualTo(401);
        assertThat(info.error()).isEqualTo("use_dpop_nonce");
        assertThat(info.header("WWW-Authenticate")).startsWith("DPoP error=\"use_dpop_nonce\"");
        assertThat(phone.userinfo(access).status()).isEqualTo(200);
    }

    @Test
    void anAnswerBringsTheNonceThatFollowed() {
        byte[] master = Base64.getDecoder().decode(Town.MASTER_KEY);
        Clock past = Clock.offset(Clock.systemUTC(), Nonces.WINDOW.negated());
        String old = new Nonces(MasterKey.of(master), past).current(TOWN.place().workspace());
        Answer answer = token(FOR_ITSELF, proof().claim("nonce", old).signed());
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        String next = answer.header("DPoP-Nonce");
        assertThat(next).isNotEmpty().isNotEqualTo(old);
        assertThat(token(FOR_ITSELF, proof().claim("nonce", next).signed()).status())
                .isEqualTo(200);
    }

    @Test
    void aRefreshTokenOfWhoCannotKeepASecretIsBoundToo() {
        ProvingApplication phone = ProvingApplication.open(TOWN);
        String refresh =
                phone.exchange(phone.code(ADA)).json().path("refresh_token").asString();
        Map<String, String> form = phone.identified(Map.of("grant_type", "refresh_token", "refresh_token", refresh));
        assertThat(phone.with(HolderKey.of("ES256")).refresh(refresh).error()).isEqualTo("invalid_grant");
        assertThat(phone.registered().post(TOKEN, form, Map.of()).error()).isEqualTo("invalid_grant");
        Answer right = phone.refresh(refresh);
        assertThat(right.status()).as(right.text()).isEqualTo(200);
        assertThat(right.json().path("refresh_token").asString()).isNotEqualTo(refresh);
    }

    @Test
    void aCodeIsBoundToTheKeyThatItWasAskedForWith() {
        // Section 10.
        Map<String, String> request = SHOP.request("dpop_jkt", KEY.thumbprint());
        String other =
                HolderKey.of("ES256").proof("POST", SHOP.issuer() + TOKEN).signed();
        String code = SHOP.code(TOWN.browser(), ADA, request);
        assertThat(token(Application.exchanging(code), other).error()).isEqualTo("invalid_grant");
        assertThat(SHOP.exchange(SHOP.code(TOWN.browser(), ADA, request)).error())
                .isEqualTo("invalid_grant");
        String third = SHOP.code(TOWN.browser(), ADA, request);
        assertThat(token(Application.exchanging(third), proof().signed()).status())
                .isEqualTo(200);
    }

    @Test
    void aProofWithAPushedRequestBindsItsCode() {
        // Section 10.1.
        Map<String, String> headers = Map.of(
                "Authorization",
                SHOP.basic(),
                "DPoP",
                KEY.proof("POST", SHOP.issuer() + "/oauth/v2/par").signed());
        Answer pushed = SHOP.post("/oauth/v2/par", SHOP.request(), headers);
        assertThat(pushed.status()).as(pushed.text()).isEqualTo(201);
        Map<String, String> request = Map.of(
                "client_id",
                SHOP.id(),
                "request_uri",
                pushed.json().path("request_uri").asString());
        assertThat(SHOP.exchange(SHOP.code(TOWN.browser(), ADA, request)).error())
                .isEqualTo("invalid_grant");

        Map<String, String> again = Map.of(
                "Authorization",
                SHOP.basic(),
                "DPoP",
                KEY.proof("POST", SHOP.issuer() + "/oauth/v2/par").signed());
        String other = HolderKey.of("ES256").thumbprint();
        assertThat(SHOP.post("/oauth/v2/par", SHOP.request("dpop_jkt", other), again)
                        .error())
                .isEqualTo("invalid_dpop_proof");
    }

    @Test
    void whoProvesItselfMayRefreshWithAnotherKey() {
        // Section 5: the refresh token is bound to the client by its authentication.
        Map<String, Object> settings = Application.usualSettings();
        settings.put("dpop_bound_access_tokens", true);
        Application bound = Application.register(TOWN, settings);
        Answer first = with(bound, Application.exchanging(bound.code(ADA)), KEY);
        String refresh = first.json().path("refresh_token").asString();
        HolderKey other = HolderKey.of("EdDSA");
        Answer second = with(bound, Map.of("grant_type", "refresh_token", "refresh_token", refresh), other);
        assertThat(second.status()).as(second.text()).isEqualTo(200);
        String access = second.json().path("access_token").asString();
        assertThat(userinfo("DPoP", access, use(other, access)).status()).isEqualTo(200);
    }

    private static Answer with(Application application, Map<String, String> form, HolderKey key) {
        String proof = key.proof("POST", application.issuer() + TOKEN).signed();
        return application.post(TOKEN, form, Map.of("Authorization", application.basic(), "DPoP", proof));
    }
}
