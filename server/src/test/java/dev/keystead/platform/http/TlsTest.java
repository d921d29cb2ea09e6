package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.config.HttpConfig;
import dev.keystead.platform.config.TlsConfig;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Authorities;
import dev.keystead.platform.tls.IdentityFiles;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Tls");

    @TempDir
    Path folder;

    @Test
    void bothVersionsOfHttpAreSpokenAndChosenByTheClient() throws Exception {
        try (TestServer server = start("EC", OptionalInt.empty())) {
            var one = get(server, HttpClient.Version.HTTP_1_1);
            var two = get(server, HttpClient.Version.HTTP_2);

            assertThat(one.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(two.version()).isEqualTo(HttpClient.Version.HTTP_2);
            for (var answer : List.of(one, two)) {
                assertThat(answer.body()).contains("127.0.0.1 https://127.0.0.1:" + server.port);
                // Every server on this machine shares that host: one must not decide for all.
                assertThat(answer.headers().firstValue("Strict-Transport-Security"))
                        .isEmpty();
            }
        }
    }

    /// What Node.js and other clients with HTTP/1.1 alone say of themselves (RFC 7301 section 3.1).
    @ParameterizedTest
    @ValueSource(strings = {"http/1.1", "h2"})
    void aClientMayNameASingleProtocol(String protocol) throws Exception {
        try (TestServer server = start("EC", OptionalInt.empty());
                SSLSocket socket = connect(server)) {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.startHandshake();

            assertThat(socket.getApplicationProtocol()).isEqualTo(protocol);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void everyKindOfKeyServesBothVersionsOfTls(String kind) throws Exception {
        try (TestServer server = start(kind, OptionalInt.empty())) {
            for (String version : List.of("TLSv1.3", "TLSv1.2")) {
                try (SSLSocket socket = connect(server)) {
                    socket.setEnabledProtocols(new String[] {version});
                    socket.startHandshake();

                    assertThat(socket.getSession().getProtocol()).isEqualTo(version);
                    assertThat(socket.getSession().getCipherSuite()).containsAnyOf("GCM", "POLY1305");
                }
            }
        }
    }

    @Test
    void olderVersionsAndWeakCiphersAreRefused() {
        try (TestServer server = start("EC", OptionalInt.empty())) {
            assertThat(new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_GCM).sendTo(server.port))
                    .isEqualTo(ClientHello.Answer.ACCEPTED);
            assertThat(new ClientHello(ClientHello.TLS_1_1, ClientHello.ECDHE_ECDSA_AES_128_CBC_SHA)
                            .sendTo(server.port))
                    .isEqualTo(ClientHello.Answer.REFUSED);
            assertThat(new ClientHello(ClientHello.TLS_1_2, ClientHello.ECDHE_ECDSA_AES_128_CBC_SHA)
                            .sendTo(server.port))
                    .isEqualTo(ClientHello.Answer.REFUSED);
        }
    }

    @Test
    void keyExchangeWithoutForwardSecrecyIsRefused() {
        try (TestServer server = start("RSA", OptionalInt.empty())) {
            assertThat(new ClientHello(ClientHello.TLS_1_2, ClientHello.RSA_AES_128_GCM).sendTo(server.port))
                    .isEqualTo(ClientHello.Answer.REFUSED);
        }
    }

    @Test
    void aHostThatTheCertificateDoesNotNameIsTheClientsBusiness() throws Exception {
        try (TestServer server = start("EC", OptionalInt.empty());
                SSLSocket socket = connect(server)) {
            var parameters = socket.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName("elsewhere.example")));
            socket.setSSLParameters(parameters);
            socket.getOutputStream()
                    .write("GET /v1/place HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("200 OK")
                    .contains("none '' https://localhost:" + server.port);
        }
    }

    @Test
    void aChangedCertificateIsTakenOverAndABadOneIsNot() throws Exception {
        Path file = folder.resolve("server.pem");
        try (TestServer server = start("EC", OptionalInt.empty())) {
            X509Certificate before = shownBy(server);

            Files.writeString(file, "half a file");
            var next = AUTHORITY.issue("renewed", "localhost", "127.0.0.1");
            // The bad file was looked at, or not even that: the old certificate is shown in between.
            assertThat(shownBy(server)).isEqualTo(before);
            next.write(file);

            Until.holds(
                    "the new certificate is shown",
                    Duration.ofSeconds(60),
                    () -> shownBy(server).equals(next.certificate()));
            assertThat(get(server, HttpClient.Version.HTTP_2).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void withoutACertificateNothingListens() {
        assertThatThrownBy(() -> TestServer.listening(
                        listening(folder.resolve("missing.pem"), OptionalInt.empty()), encrypted()))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("is not there");
    }

    @Test
    void thePlainPortSendsBrowsersOn() throws Exception {
        try (TestServer server = start("EC", OptionalInt.of(0))) {
            String answer = plain(server, "GET /t/acme/sign-in?next=%2Fx HTTP/1.1", "Accept: text/html");

            assertThat(answer)
                    .startsWith("HTTP/1.1 308 ")
                    .contains("Location: https://localhost:" + server.port + "/t/acme/sign-in?next=%2Fx\r\n")
                    .doesNotContain("Strict-Transport-Security");
            assertThat(plain(server, "HEAD / HTTP/1.1", "Accept: text/html,*/*"))
                    .startsWith("HTTP/1.1 308 ");
        }
    }

    @Test
    void thePlainPortSendsAHostOfAWorkspaceOnToItselfAndAForgedOneHome() throws Exception {
        try (TestServer server = start("EC", OptionalInt.of(0))) {
            assertThat(raw(server, "GET / HTTP/1.1\r\nHost: acme.id.example.com\r\nAccept: text/html\r\n\r\n"))
                    .contains("Location: https://acme.id.example.com:" + server.port + "/\r\n");
            assertThat(raw(server, "GET / HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\n\r\n"))
                    .contains("Location: https://localhost:" + server.port + "/\r\n");
        }
    }

    @Test
    void thePlainPortRefusesProgramsAndForms() throws Exception {
        try (TestServer server = start("EC", OptionalInt.of(0))) {
            String sentence = "this port is not encrypted and takes no requests; use https://localhost:" + server.port;

            assertThat(plain(server, "GET /v1/widgets HTTP/1.1", "Accept: application/json"))
                    .startsWith("HTTP/1.1 403 ")
                    .contains(sentence)
                    .doesNotContain("Location");
            assertThat(plain(server, "GET / HTTP/1.1", "Accept: text/html\r\nAuthorization: Bearer secret"))
                    .startsWith("HTTP/1.1 403 ");
            assertThat(plain(server, "POST /question HTTP/1.1", "Accept: text/html\r\nContent-Length: 0"))
                    .startsWith("HTTP/1.1 403 ")
                    .contains(sentence);
            assertThat(plain(server, "GET /healthz HTTP/1.1", "Accept: */*")).startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void theEncryptedPortAnswersNothingInTheClear() {
        try (TestServer server = start("EC", OptionalInt.empty())) {
            assertThat(server.raw("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .doesNotContain("HTTP/1.1 200");
            assertThat(server.server.redirectPort()).isEmpty();
        }
    }

    private TestServer start(String kind, OptionalInt redirectPort) {
        Path file = AUTHORITY
                .issue(kind, "server", TestAuthority.lasting(), "localhost", "127.0.0.1")
                .write(folder.resolve("server.pem"));
        return TestServer.listening(listening(file, redirectPort), encrypted());
    }

    private static Listening listening(Path file, OptionalInt redirectPort) {
        var files = new IdentityFiles(file, file, Optional.empty(), Clock.systemUTC());
        return new Listening(
                "127.0.0.1",
                0,
                List.of(),
                HttpLimits.USUAL,
                Optional.of(new Encryption(files, redirectPort, false)),
                "",
                Authorities.none());
    }

    private static HttpConfig encrypted() {
        HttpConfig plain = TestServer.PLAIN;
        return new HttpConfig(
                plain.host(),
                0,
                null,
                plain.maxBodyBytes(),
                plain.maxHeaderBytes(),
                plain.requestTimeout(),
                plain.idleTimeout(),
                plain.drainTimeout(),
                plain.maxInFlight(),
                List.of(),
                "",
                "id.example.com",
                new TlsConfig(new TlsConfig.Source.SelfSigned(), null, null, null, false, null));
    }

    private static HttpResponse<String> get(TestServer server, HttpClient.Version version)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .version(version)
                .sslContext(AUTHORITY.client(Optional.empty()))
                .build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + server.port + "/v1/origin"))
                            .build(),
                    BodyHandlers.ofString());
        }
    }

    private static SSLSocket connect(TestServer server) throws IOException {
        var socket = (SSLSocket) AUTHORITY
                .client(Optional.empty())
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static X509Certificate shownBy(TestServer server) {
        try (SSLSocket socket = connect(server)) {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        } catch (SSLPeerUnverifiedException e) {
            throw new AssertionError("no handshake", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String plain(TestServer server, String requestLine, String headers) throws IOException {
        return raw(server, requestLine + "\r\nHost: 127.0.0.1\r\n" + headers + "\r\n\r\n");
    }

    private static String raw(TestServer server, String text) throws IOException {
        int port = server.server.redirectPort().orElseThrow();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
