package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.config.HttpConfig;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server at `https://www.example.com` with hosts of workspaces below `id.example.com`, behind a proxy.
class WorkspaceHostTest {
    private static TestServer server;

    @BeforeAll
    static void start() {
        HttpConfig plain = TestServer.PLAIN;
        var http = new HttpConfig(
                plain.host(),
                0,
                URI.create("https://www.example.com"),
                plain.maxBodyBytes(),
                plain.maxHeaderBytes(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.drainTimeout(),
                plain.maxInFlight(),
                List.of(),
                "",
                "id.example.com",
                plain.tls());
        var listening = new Listening("127.0.0.1", 0, List.of(AddressRange.of("127.0.0.1")), HttpLimits.USUAL);
        server = TestServer.listening(listening, http);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            www.example.com         | /v1/place        | none '' https://www.example.com
            www.example.com         | /t/acme/v1/place | acme '/t/acme' https://www.example.com/t/acme
            acme.id.example.com     | /v1/place        | acme '' https://acme.id.example.com
            ACME.id.Example.com:443 | /v1/place        | acme '' https://acme.id.example.com
            login.acme.example      | /v1/place        | acme '' https://login.acme.example
            id.example.com          | /v1/place        | none '' https://www.example.com
            evil.example            | /v1/place        | none '' https://www.example.com
            evil.example            | /t/acme/v1/place | acme '/t/acme' https://www.example.com/t/acme
            acme.id.example.com.evil.example | /v1/place | none '' https://www.example.com
            xid.example.com         | /v1/place        | none '' https://www.example.com
            """)
    void theHostOrThePathNamesTheWorkspace(String host, String path, String place) {
        assertThat(ask(host, path)).startsWith("HTTP/1.1 200 ").contains("\"" + place + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "acme.id.example.com, /t/acme/v1/place",
        "acme.id.example.com, /t/other/v1/place",
        "login.acme.example, /t/acme/v1/place",
        "a.b.id.example.com, /v1/place",
        "9acme.id.example.com, /v1/place",
        "a.id.example.com, /v1/place",
        ".id.example.com, /v1/place"
    })
    void namedTwiceOrNamedWrongIsNotFound(String host, String path) {
        assertThat(ask(host, path)).startsWith("HTTP/1.1 4").doesNotContain("HTTP/1.1 401");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acme.id.example.com", "login.acme.example"})
    void theGateIsAskedForTheWorkspaceOfTheHost(String host) {
        assertThat(ask(host, "/v1/widgets", "Authorization: Bearer reader")).startsWith("HTTP/1.1 200 ");
        assertThat(ask("other.id.example.com", "/v1/widgets", "Authorization: Bearer reader"))
                .startsWith("HTTP/1.1 404 ");
    }

    @Test
    void aTrustedProxyTellsTheHost() {
        assertThat(ask(
                        "10.1.2.3",
                        "/v1/place",
                        "X-Forwarded-For: 203.0.113.7",
                        "X-Forwarded-Proto: https",
                        "X-Forwarded-Host: acme.id.example.com"))
                .contains("acme '' https://acme.id.example.com");
    }

    @Test
    void cookiesStayWithTheHostThatSetThem() {
        String answer = ask(
                "acme.id.example.com",
                "/question",
                "X-Forwarded-For: 203.0.113.7",
                "X-Forwarded-Proto: https",
                "X-Forwarded-Host: acme.id.example.com");

        assertThat(answer).contains("Set-Cookie: __Host-keystead-form=").doesNotContain("Domain=");
    }

    private static String ask(String host, String path, String... headers) {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return server.raw("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n" + more + "\r\n");
    }
}
