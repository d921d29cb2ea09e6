package dev.keystead.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.login.Town;
import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Authorization details in requests for tokens (RFC 9396 section 6).
class NarrowedDetailsTest {
    private static final String FIRST = "{\"type\":\"payment\",\"amount\":\"10\",\"to\":\"Ada\"}";
    private static final String SECOND = "{\"type\":\"payment\",\"amount\":\"99\",\"to\":\"Eve\"}";
    private static final String REFUSED = "invalid_authorization_details";

    private static final Town TOWN = Town.make();
    private static final Person ADA = TOWN.person("ada");
    private static final Application BANK = bank();

    private static Application bank() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("authorization_details_types", List.of("payment"));
        return Application.register(TOWN, settings);
    }

    private static Map<String, String> exchanging(String details) {
        Map<String, String> request = BANK.request("authorization_details", "[" + FIRST + "," + SECOND + "]");
        var form = new LinkedHashMap<>(Application.exchanging(BANK.code(TOWN.browser(), ADA, request)));
        form.put("authorization_details", details);
        return form;
    }

    private static Answer refresh(Answer tokens, String details) {
        return BANK.token(Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                tokens.json().path("refresh_token").asString(),
                "authorization_details",
                details));
    }

    private static List<Object> inToken(Answer tokens) throws Exception {
        assertThat(tokens.status()).as(tokens.text()).isEqualTo(200);
        List<Object> claim = SignedJWT.parse(tokens.json().path("access_token").asString())
                .getJWTClaimsSet()
                .getListClaim("authorization_details");
        assertThat(tokens.json().path("authorization_details")).hasSize(claim.size());
        return claim;
    }

    @Test
    void aTokenCarriesWhatIsAskedForOfWhatWasAllowed() throws Exception {
        Answer tokens = BANK.token(exchanging("[" + SECOND + "]"));
        assertThat(inToken(tokens)).hasSize(1).first().asString().contains("Eve");
        // The grant is as wide as it was: the next token may have all of it, or the other part.
        Answer all = refresh(tokens, "");
        assertThat(inToken(all)).hasSize(2);
        assertThat(inToken(refresh(all, "[" + FIRST + "]")))
                .hasSize(1)
                .first()
                .asString()
                .contains("Ada");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"type\":\"payment\",\"amount\":\"1000\",\"to\":\"Eve\"}]",
                "[{\"type\":\"payment\"}]",
                "[{\"type\":\"unknown\"}]",
                "[{}]",
                "[]",
                "{}",
                "not json"
            })
    void moreThanWasAllowedIsRefused(String details) {
        assertThat(BANK.token(exchanging(details)).error()).isEqualTo(REFUSED);
        Answer tokens = BANK.token(exchanging("[" + FIRST + "]"));
        assertThat(refresh(tokens, details).error()).isEqualTo(REFUSED);
    }

    @Test
    void whereNobodyAllowedAnythingNothingIsPassedOver() {
        assertThat(BANK.token(Map.of("grant_type", "client_credentials", "authorization_details", "[" + FIRST + "]"))
                        .error())
                .isEqualTo(REFUSED);
    }

    /// Section 5: what would not be given is not passed over.
    @Test
    void aDeviceDoesNotGetThem() {
        Map<String, Object> settings = Application.usualSettings();
        settings.put("grant_types", List.of("urn:ietf:params:oauth:grant-type:device_code"));
        settings.put("redirect_uris", List.of());
        settings.put("response_types", List.of());
        settings.put("authorization_details_types", List.of("payment"));
        Application device = Application.register(TOWN, settings);
        Answer refused =
                device.post("/oauth/v2/device_authorization", Map.of("authorization_details", "[" + FIRST + "]"));
        assertThat(refused.error()).as(refused.text()).isEqualTo(REFUSED);
    }
}
