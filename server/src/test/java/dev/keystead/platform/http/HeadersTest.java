package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeadersTest {
    private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([A-Za-z0-9_-]+)\"");
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/nothing", "/v1/broken", "/", "/v1/widgets"})
    void everyAnswerCarriesTheSecurityHeaders(String path) {
        var headers = server.get(path).headers();
        assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
        assertThat(headers.firstValue("Cross-Origin-Opener-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Cross-Origin-Resource-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Permissions-Policy")).isPresent();
        assertThat(headers.firstValue("X-Request-Id").orElse("")).matches("req_[0-9a-z]{26}");
        assertThat(headers.firstValue("Server")).isEmpty();
        assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'none'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
    }

    @Test
    void aClientsOwnRequestIdIsNotTakenOver() {
        HttpResponse<String> answer = server.get("/healthz", "X-Request-Id", "mine");
        assertThat(answer.headers().allValues("X-Request-Id")).hasSize(1).doesNotContain("mine");
    }

    @Test
    void aFormFromOurOwnPageIsTaken() {
        assertThat(submit(question(), "", "").statusCode()).isEqualTo(200);
    }

    @Test
    void theTokenLooksDifferentInEachPageAndStaysValid() {
        HttpResponse<String> first = question();
        HttpResponse<String> second = server.get("/question", "Cookie", cookie(first));
        assertThat(token(first)).isNotEqualTo(token(second));
        assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(post(cookie(first), token(second)).statusCode()).isEqualTo(200);
    }

    @Test
    void aFormWithoutItsTokenIsToldWhatToDo() {
        HttpResponse<String> answer = post(cookie(question()), "");
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        assertThat(answer.body()).contains("reload the page and send it again");
    }

    @Test
    void aTokenOfAnotherBrowserIsRefused() {
        HttpResponse<String> mine = question();
        HttpResponse<String> theirs = question();
        assertThat(post(cookie(mine), token(theirs)).statusCode()).isEqualTo(403);
        assertThat(post("x=y", token(mine)).statusCode()).isEqualTo(403);
    }

    @Test
    void aFormFromAnotherSiteIsRefusedEvenWithItsToken() {
        assertThat(submit(question(), "Sec-Fetch-Site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(submit(question(), "Origin", "https://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(submit(question(), "Origin", "null").statusCode()).isEqualTo(403);
        assertThat(submit(question(), "Origin", "http://127.0.0.1:" + server.port)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void theCookieIsKeptFromScriptsAndOtherSites() {
        assertThat(question().headers().firstValue("Set-Cookie").orElse(""))
                .endsWith("; Path=/; HttpOnly; SameSite=Lax");
    }

    @Test
    void textInPagesIsEscaped() {
        assertThat(question().body())
                .contains("value=\"&lt;tok>\"")
                .contains("A &amp; B")
                .doesNotContain("<tok>");
    }

    @Test
    void forwardingHeadersOfStrangersAreIgnored() {
        HttpResponse<String> answer = server.get(
                "/v1/origin",
                "X-Forwarded-For",
                "203.0.113.9",
                "X-Forwarded-Proto",
                "https",
                "Forwarded",
                "for=1.2.3.4");
        assertThat(answer.body()).isEqualTo("{\"text\":\"127.0.0.1 http://127.0.0.1:" + server.port + "\"}");
        assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "id.example.org,     true",
        "localhost.example,  true",
        "notlocalhost,       true",
        "128.0.0.1,          true",
        "localhost,          false",
        "LOCALHOST:8443,     false",
        "acme.localhost,     false",
        "127.0.0.1:8443,     false",
        "127.1.2.3,          false",
        "[::1]:8443,         false",
    })
    void onlyHostsThatAreNotThisMachineAreToInsistOnTls(String host, boolean insists) {
        assertThat(new Origin("203.0.113.9", "https", host).mayInsistOnTls()).isEqualTo(insists);
        assertThat(new Origin("203.0.113.9", "http", host).mayInsistOnTls()).isFalse();
    }

    @Test
    void aTrustedProxyIsBelievedUpToTheFirstStranger() {
        try (TestServer behind = TestServer.behindProxies("127.0.0.0/8", "10.0.0.0/8", "fd00::/8")) {
            HttpResponse<String> answer = behind.get(
                    "/v1/origin",
                    "X-Forwarded-For",
                    "6.6.6.6, 203.0.113.9, 10.1.2.3",
                    "X-Forwarded-Proto",
                    "https",
                    "X-Forwarded-Host",
                    "id.example.org");
            assertThat(answer.body()).isEqualTo("{\"text\":\"203.0.113.9 https://id.example.org\"}");
            assertThat(answer.headers().firstValue("Strict-Transport-Security")).isPresent();
            HttpResponse<String> official = behind.get(
                    "/v1/origin", "Forwarded", "for=6.6.6.6, for=\"[2001:db8::1]:4711\";proto=https;host=a.example");
            assertThat(official.body()).isEqualTo("{\"text\":\"2001:db8:0:0:0:0:0:1 https://a.example\"}");
            HttpResponse<String> broken =
                    behind.get("/v1/origin", "X-Forwarded-For", "evil", "X-Forwarded-Host", "a b/c");
            assertThat(broken.body()).startsWith("{\"text\":\"127.0.0.1 http://127.0.0.1:");
        }
    }

    private static HttpResponse<String> question() {
        return server.get("/question");
    }

    private static HttpResponse<String> submit(HttpResponse<String> page, String header, String value) {
        List<String> extra = header.isEmpty() ? List.of() : List.of(header, value);
        return post(cookie(page), token(page), extra.toArray(String[]::new));
    }

    private static HttpResponse<String> post(String cookie, String token, String... headers) {
        var all = new ArrayList<>(List.of("Content-Type", "application/x-www-form-urlencoded", "Cookie", cookie));
        all.addAll(List.of(headers));
        return server.send("POST", "/question", "answer=42&csrf=" + token, all.toArray(String[]::new));
    }

    private static String cookie(HttpResponse<String> page) {
        return page.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private static String token(HttpResponse<String> page) {
        Matcher found = TOKEN.matcher(page.body());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
