package dev.keystead.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.login.Town.Person;
import dev.keystead.server.TestServer.Answer;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every field of every form and step, with what no person would send: one clear sentence, never a failure of ours.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputTest {
    private static final String FORM = "application/x-www-form-urlencoded";

    private final Town town = Town.make();
    private final Person ada = town.person("ada");

    BadInputTest() {
        town.decide("sign-up", "{\"mode\":\"open\",\"allowed_domains\":[]}");
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":1,\"max_seconds\":1}");
    }

    /// A form or body and the field that is to be spoilt.
    ///
    /// @param path with FLOW where the id of a sign-in belongs
    /// @param others the fields around it, so that the spoilt one is what is looked at
    record Place(String path, String field, Map<String, String> others) {
        @Override
        public String toString() {
            return path + " " + field;
        }
    }

    private static Place place(String path, String field, String... others) {
        var all = new LinkedHashMap<String, String>();
        for (int i = 0; i < others.length; i += 2) {
            all.put(others[i], others[i + 1]);
        }
        return new Place(path, field, all);
    }

    static Stream<Place> forms() {
        return Stream.of(
                place("/sign-in", "identifier", "flow", "FLOW"),
                place("/sign-in", "flow", "identifier", "ada"),
                place("/sign-in/FLOW/password", "password"),
                place("/sign-in/FLOW/totp", "code"),
                place("/sign-in/FLOW/recovery-code", "code"),
                place("/sign-in/FLOW/otp", "code"),
                place("/sign-in/FLOW/enrol-totp", "code"),
                place("/sign-in/FLOW/webauthn", "credential", "challenge", "chl_01m7h72r1re6gahwfdxr082m9m"),
                place("/sign-in/FLOW/webauthn", "challenge", "credential", "{}"),
                place("/sign-in/FLOW/select-workspace", "workspace"),
                place("/sign-in/link", "token"),
                place("/sign-up", "email", "display_name", "Zoe", "password", "granite owl 7 west"),
                place("/sign-up", "display_name", "email", "z@example.org", "password", "granite owl 7 west"),
                place("/sign-up", "password", "email", "z@example.org", "display_name", "Zoe"),
                place("/password-reset", "identifier"),
                place("/password-reset/confirm", "token", "password", "granite owl 7 west"),
                place("/password-reset/confirm", "password", "token", "kreset_x"),
                place("/welcome", "token", "password", "granite owl 7 west"),
                place("/verify-email", "token"));
    }

    static Stream<Place> bodies() {
        return Stream.of(
                // Without a name, with one that is left out too, nobody's password is meant.
                place("/v1/flows", "identifier", "password", "granite owl 7 west"),
                place("/v1/flows/FLOW/steps/identify", "identifier"),
                place("/v1/flows/FLOW/steps/password", "password"),
                place("/v1/flows/FLOW/steps/totp", "code"),
                place("/v1/flows/FLOW/steps/recovery-code", "code"),
                place("/v1/flows/FLOW/steps/otp", "code"),
                place("/v1/flows/FLOW/steps/webauthn", "credential", "challenge", "chl_01m7h72r1re6gahwfdxr082m9m"),
                place("/v1/flows/FLOW/steps/webauthn", "challenge", "credential", "{}"),
                place("/v1/flows/FLOW/steps/select-workspace", "workspace_id"),
                place("/v1/registrations", "email", "display_name", "Zoe", "password", "granite owl 7 west"),
                place("/v1/registrations", "display_name", "email", "z@example.org", "password", "granite owl 7 west"),
                place("/v1/registrations", "password", "email", "z@example.org", "display_name", "Zoe"),
                place("/v1/password-resets", "identifier"),
                place("/v1/password-resets:confirm", "token", "password", "granite owl 7 west"),
                place("/v1/password-resets:confirm", "password", "token", "kreset_x"),
                place("/v1/email-verifications:confirm", "token"),
                place("/v1/sessions:refresh", "refresh_token"));
    }

    private static void isClear(Answer answer, String what) {
        assertThat(answer.status()).as(what + ": " + answer.text()).isLessThan(500);
        assertThat(answer.text())
                .as(what)
                .doesNotContain("Exception", "\tat ", "org.postgresql", "dev.keystead", "incident");
    }

    private static void isRefused(Answer answer, String what) {
        isClear(answer, what);
        assertThat(answer.status()).as(what + ": " + answer.text()).isBetween(400, 499);
    }

    /// What a field holds, percent-encoded.
    private static List<String> spoilt() {
        return List.of(
                "",
                "%20%09",
                "x".repeat(5_000),
                "%00",
                "a%00b",
                "%0d%0aSet-Cookie:%20a=b",
                "%f0%9f%92%a9",
                "%e2%80%ae%ef%bb%bf",
                "'%3b%20drop%20table%20users%3b--",
                "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
                "flo_01m7h72r1re6gahwfdxr082m9m",
                "wsp_01m7h72r1re6gahwfdxr082m9m",
                "-1",
                "%7B%22id%22%3A%5B%5D%7D");
    }

    /// What no form field can hold at all.
    private static List<byte[]> broken() {
        return List.of(
                "%".getBytes(StandardCharsets.US_ASCII),
                "%zz".getBytes(StandardCharsets.US_ASCII),
                "%ff%fe".getBytes(StandardCharsets.US_ASCII),
                "%ed%a0%80".getBytes(StandardCharsets.US_ASCII),
                new byte[] {(byte) 0xc3, 0x28},
                "x".repeat(1_100_000).getBytes(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aFormIsAnsweredClearlyWhateverItHolds(Place place) {
        Browser browser = town.browser();
        for (String value : spoilt()) {
            browser.identify(ada.email());
            isClear(send(browser, place, value.getBytes(StandardCharsets.US_ASCII)), place + " = " + value);
        }
        for (byte[] value : broken()) {
            isRefused(send(browser, place, value), place + " with " + value.length + " broken bytes");
        }
        String path = place.path().replace("FLOW", browser.flow());
        isClear(browser.submit(path, without(place, browser)), place + " without the field");
        String twice = place.field() + "=a&" + place.field() + "=b&csrf=" + browser.csrf();
        isRefused(browser.raw(path, FORM, twice.getBytes(StandardCharsets.US_ASCII)), place + " twice");
        isRefused(browser.raw(path, "application/json", "{}".getBytes(StandardCharsets.US_ASCII)), place + " as JSON");
        assertThat(browser.raw(path, FORM, (place.field() + "=a").getBytes(StandardCharsets.US_ASCII))
                        .status())
                .as("without the guard against forged forms")
                .isEqualTo(403);
        assertThat(browser.submit(path, Map.of(place.field(), "a", "csrf", "a".repeat(86)))
                        .status())
                .as("with a made-up guard")
                .isEqualTo(403);
    }

    private static Map<String, String> without(Place place, Browser browser) {
        var others = new LinkedHashMap<>(place.others());
        others.replaceAll((_, value) -> value.replace("FLOW", browser.flow()));
        return others;
    }

    private static Answer send(Browser browser, Place place, byte[] value) {
        var body = new ByteArrayOutputStream();
        body.writeBytes((place.field() + "=").getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(value);
        without(place, browser)
                .forEach((name, text) ->
                        body.writeBytes(("&" + name + "=" + URLEncoder.encode(text, StandardCharsets.UTF_8))
                                .getBytes(StandardCharsets.US_ASCII)));
        body.writeBytes(("&csrf=" + browser.csrf()).getBytes(StandardCharsets.US_ASCII));
        return browser.raw(place.path().replace("FLOW", browser.flow()), FORM, body.toByteArray());
    }

    /// What a member can be in JSON, as it stands there.
    private static List<String> texts() {
        return List.of(
                "\"\"",
                "\" \\t\"",
                "\"" + "x".repeat(30_000) + "\"",
                "\"\\u0000\"",
                "\"a\\u0000b\"",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\"",
                "\"\\r\\nSet-Cookie: a=b\"",
                "\"\\ud83d\\udca9\"",
                "\"'; drop table users;--\"");
    }

    private static List<String> values() {
        return List.of(
                "null", "[]", "[\"a\"]", "{}", "1", "true", "1e999", "\"" + "x".repeat(1_100_000) + "\"", "\"a", "");
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyIsAnsweredClearlyWhateverItHolds(Place place) {
        var around = new ArrayList<String>();
        place.others().forEach((name, value) -> around.add("\"" + name + "\":\"" + value.replace("\"", "\\\"") + "\""));
        String rest = around.isEmpty() ? "" : "," + String.join(",", around);
        Visit visit = town.visit();
        for (String value : texts()) {
            visit.again().identify(ada.email());
            isClear(post(visit, place, "{\"" + place.field() + "\":" + value + rest + "}"), place + " = " + value);
        }
        for (String value : values()) {
            String what = place + " = " + value.substring(0, Math.min(20, value.length()));
            isRefused(post(visit, place, "{\"" + place.field() + "\":" + value + rest + "}"), what);
        }
        isRefused(post(visit, place, "{" + rest.replaceFirst(",", "") + "}"), place + " without the field");
        String twice = "\"" + place.field() + "\":\"a\"";
        isRefused(post(visit, place, "{" + twice + "," + twice + rest + "}"), place + " twice");
        isRefused(post(visit, place, "{" + twice + rest + ",\"is_admin\":true}"), place + " and one more");
        isRefused(post(visit, place, "[]"), place + " in a list");
        isRefused(post(visit, place, ""), place + " in nothing");
        Answer form = visit.client()
                .with("Content-Type", FORM)
                .post(town.path() + place.path().replace("FLOW", visit.flow()), place.field() + "=a");
        isRefused(form, place + " in a form");
    }

    private Answer post(Visit visit, Place place, String body) {
        return visit.client().post(town.path() + place.path().replace("FLOW", visit.flow()), body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.test",
                "/%5cevil.test",
                "https://evil.test",
                "/%5c/evil.test",
                "%2f%2fevil.test",
                "%5c%5cevil.test",
                "/%09/evil.test",
                "/%0d%0aLocation:%20https://evil.test",
                "javascript:alert(1)",
                "evil.test",
                "/%00",
                "%20//evil.test",
                "/",
                "/a%e2%80%a8b"
            })
    void nobodyIsLedAway(String target) {
        Browser browser = town.browser();
        Answer page = browser.open("/sign-in?return_to=" + target);
        isClear(page, target);
        if (page.status() == 200) {
            browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ada.email()));
            Answer inside = browser.step("password", "password", Town.PASSWORD);
            assertThat(inside.status()).isEqualTo(303);
            assertThat(inside.header("Location")).isEqualTo(town.path() + "/account");
        }
    }

    @Test
    void whoeverIsLedBackIsLedToAPageOfOurs() {
        Browser browser = town.browser();
        browser.open("/sign-in?return_to=/t/x/account?tab=1%26x=%252f");
        browser.submit("/sign-in", Map.of("flow", browser.flow(), "identifier", ada.email()));
        assertThat(browser.step("password", "password", Town.PASSWORD).header("Location"))
                .isEqualTo("/t/x/account?tab=1&x=%2f");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flo_", "flo_x", "flo_01m7h72r1re6gahwfdxr082m9m", "usr_01m7h72r1re6gahwfdxr082m9m", "%00"})
    void anIdThatIsNoneIsNotThere(String id) {
        Browser browser = town.browser();
        browser.begin();
        Answer page = browser.open("/sign-in/" + id);
        isRefused(page, id);
        isRefused(town.visit().client().get(town.path() + "/v1/flows/" + id), id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "klink_x", "%00", "%ff"})
    void aLinkThatIsNoneIsDead(String token) {
        for (String page : List.of("/sign-in/link", "/password-reset", "/welcome", "/verify-email")) {
            Answer answer = town.browser().open(page + "?token=" + token);
            isRefused(answer, page + "?token=" + token);
        }
    }
}
