package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.postgres.TestPostgres;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole server behind its own TLS, and at the hosts of workspaces.
class EdgeTest {
    @TempDir
    Path folder;

    @Test
    void aServerWithACertificateOfItsOwnIsAtHttps() throws Exception {
        Config config = TestServer.config(
                TestPostgres.shared().createDatabase(), "--tls-certificate", "self-signed", "--tls-redirect-port", "0");
        try (KeysteadServer server = KeysteadServer.start(config, _ -> {});
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(trusting(config.dataDir().resolve("self-signed.pem")))
                        .build()) {
            assertThat(server.address()).hasScheme("https").hasHost("localhost");
            assertThat(server.setupLink().orElseThrow()).hasScheme("https");

            var answer = client.send(
                    HttpRequest.newBuilder(server.address().resolve("/readyz")).build(), BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    @Test
    void filesThatDoNotFitRefuseTheStartInOneSentence() {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        var authority = new TestAuthority("Edge");
        Path certificate = authority.issue("one").write(folder.resolve("one.pem"));
        Path key = authority.issue("two").write(folder.resolve("two.pem"));
        Path ended = authority.issue("EC", "ended", TestAuthority.ended()).write(folder.resolve("ended.pem"));

        refuses(
                database,
                "is not there",
                "--tls-certificate",
                folder.resolve("none.pem").toString());
        refuses(
                database,
                "does not hold the key of the first certificate",
                "--tls-certificate",
                certificate.toString(),
                "--tls-key",
                key.toString());
        refuses(database, "holds a certificate that ended on", "--tls-certificate", ended.toString());
        refuses(
                database,
                "is not there",
                "--tls-client-ca",
                folder.resolve("none.pem").toString());
        refuses(
                database,
                "is not there",
                "--outbound-ca",
                folder.resolve("none.pem").toString());
        refuses(database, "tls.redirect-port is set without TLS", "--tls-redirect-port", "0");
        refuses(database, "tls.client-certificates is set without TLS", "--tls-client-certificates", "true");
        refuses(database, "go with a certificate in a file", "--tls-key", key.toString());
    }

    @Test
    void aWorkspaceIsWholeAtItsOwnHost() throws IOException {
        try (TestServer server = TestServer.start("--http-workspace-domain", "id.example.com")) {
            server.makeOrganisation("acme");

            String page = ask(server, "acme.id.example.com", "/sign-in");
            assertThat(page).startsWith("HTTP/1.1 200 ").doesNotContain("/t/acme");
            assertThat(page).contains("action=\"/sign-in");
            assertThat(ask(server, "localhost", "/t/acme/sign-in")).contains("action=\"/t/acme/sign-in");
            assertThat(ask(server, "acme.id.example.com", "/account"))
                    .startsWith("HTTP/1.1 303 ")
                    .contains("Location: /sign-in?return_to=%2Faccount\r\n");
            assertThat(ask(server, "absent.id.example.com", "/sign-in")).startsWith("HTTP/1.1 404 ");
            assertThat(ask(server, "acme.id.example.com", "/t/acme/sign-in")).startsWith("HTTP/1.1 404 ");
        }
    }

    private static void refuses(TestPostgres.Database database, String sentence, String... flags) {
        assertThatThrownBy(() -> KeysteadServer.start(TestServer.config(database, flags), _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(sentence);
    }

    private static String ask(TestServer server, String host, String path) throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(30_000);
            String request =
                    "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAccept: text/html\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
        String pem = Files.readString(file);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream certificate = new ByteArrayInputStream(
                pem.substring(pem.indexOf("-----BEGIN CERTIFICATE")).getBytes(StandardCharsets.US_ASCII))) {
            trusted.setCertificateEntry(
                    "server", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
        }
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
