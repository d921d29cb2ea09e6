package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.tls.Authorities;
import dev.keystead.platform.tls.IdentityFiles;
import dev.keystead.platform.tls.TestAuthority;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientCertificateTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Clients");
    private static final TestAuthority.Issued TRUSTED = AUTHORITY.issue("trusted");
    private static final TestAuthority.Issued SELF_SIGNED = TestAuthority.selfSigned("own");
    private static final TestAuthority.Issued ENDED = AUTHORITY.issue("EC", "ended", TestAuthority.ended());
    private static final String NGINX = "X-SSL-Client-Cert";

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = HttpClient.Version.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void theOneOfTheConnectionIsTakenWhateverItIs(HttpClient.Version version) throws Exception {
        try (TestServer server = encrypted(true)) {
            assertThat(over(server, version, Optional.of(TRUSTED))).contains("\"CN=trusted trusted\"");
            assertThat(over(server, version, Optional.of(SELF_SIGNED))).contains("\"CN=own not trusted\"");
            assertThat(over(server, version, Optional.of(ENDED))).contains("\"CN=ended not trusted\"");
            assertThat(over(server, version, Optional.empty())).contains("\"none\"");
        }
    }

    @Test
    void nobodyIsAskedUnlessTheOperatorWantsIt() throws Exception {
        try (TestServer server = encrypted(false)) {
            assertThat(over(server, HttpClient.Version.HTTP_1_1, Optional.of(TRUSTED)))
                    .contains("\"none\"");
        }
    }

    @Test
    void aTrustedProxyPassesItOnAsRfc9440WritesIt() throws Exception {
        try (TestServer server = behindProxy("Client-Cert", "127.0.0.1")) {
            assertThat(ask(server, "Client-Cert: " + sequence(TRUSTED.certificate())))
                    .contains("\"CN=trusted trusted\"");
            assertThat(ask(
                            server,
                            "Client-Cert: " + sequence(TRUSTED.certificate()),
                            "Client-Cert-Chain: " + sequence(AUTHORITY.root())))
                    .contains("\"CN=trusted trusted\"");
            assertThat(ask(server, "Client-Cert: " + sequence(SELF_SIGNED.certificate())))
                    .contains("\"CN=own not trusted\"");
            assertThat(ask(server)).contains("\"none\"");
        }
    }

    @Test
    void aTrustedProxyPassesItOnAsNginxWritesIt() {
        try (TestServer server = behindProxy(NGINX, "127.0.0.1")) {
            String escaped = URLEncoder.encode(TRUSTED.certificatePem(), StandardCharsets.US_ASCII)
                    .replace("+", "%20");

            assertThat(ask(server, NGINX + ": " + escaped)).contains("\"CN=trusted trusted\"");
            assertThat(ask(server, NGINX + ":")).contains("\"none\"");
            assertThat(ask(server, "Client-Cert: :AAAA:")).contains("\"none\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Client-Cert", NGINX})
    void aForgedHeaderFromAnybodyElseIsIgnored(String header) throws Exception {
        try (TestServer server = behindProxy(header, "10.0.0.0/8")) {
            assertThat(ask(server, header + ": " + sequence(TRUSTED.certificate())))
                    .contains("\"none\"");
            assertThat(ask(server, header + ": rubbish")).contains("\"none\"");
            // The address that a forwarding header names is not the one that sent it.
            assertThat(ask(server, "X-Forwarded-For: 10.0.0.1", header + ": " + sequence(TRUSTED.certificate())))
                    .contains("\"none\"");
        }
    }

    @Test
    void withoutTheSettingNoHeaderIsRead() throws Exception {
        try (TestServer server = behindProxy("", "127.0.0.1")) {
            assertThat(ask(server, "Client-Cert: " + sequence(TRUSTED.certificate())))
                    .contains("\"none\"");
        }
    }

    @Test
    void whatIsNoCertificateIsRefused() throws Exception {
        String good = sequence(TRUSTED.certificate());
        try (TestServer server = behindProxy("Client-Cert", "127.0.0.1")) {
            for (String wrong : List.of(":AAAA:", "AAAA", ":A:", "::", good + good, good.substring(0, 40) + ":")) {
                assertThat(ask(server, "Client-Cert: " + wrong))
                        .startsWith("HTTP/1.1 400 ")
                        .contains("the header Client-Cert does not hold a certificate");
            }
            assertThat(ask(server, "Client-Cert: " + good, "Client-Cert: " + good))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("was sent more than once");
        }
        try (TestServer server = behindProxy(NGINX, "127.0.0.1")) {
            for (String wrong : List.of("%zz", "-----BEGIN%20CERTIFICATE-----", "%00%ff", good)) {
                assertThat(ask(server, NGINX + ": " + wrong)).startsWith("HTTP/1.1 400 ");
            }
        }
    }

    private TestServer encrypted(boolean asksClients) {
        Path file = AUTHORITY.issue("server", "localhost", "127.0.0.1").write(folder.resolve("server.pem"));
        var files = new IdentityFiles(file, file, Optional.empty(), Clock.systemUTC());
        var encryption = new Encryption(files, OptionalInt.empty(), asksClients);
        return TestServer.listening(
                new Listening("127.0.0.1", 0, List.of(), HttpLimits.USUAL, Optional.of(encryption), "", authorities()),
                TestServer.PLAIN);
    }

    private TestServer behindProxy(String header, String proxy) {
        return TestServer.listening(
                new Listening(
                        "127.0.0.1",
                        0,
                        List.of(AddressRange.of(proxy)),
                        HttpLimits.USUAL,
                        Optional.empty(),
                        header,
                        authorities()),
                TestServer.PLAIN);
    }

    private Authorities authorities() {
        return Authorities.in(AUTHORITY.writeRoot(folder.resolve("root.pem")), "tls.client-ca");
    }

    private static String over(
            TestServer server, HttpClient.Version version, Optional<TestAuthority.Issued> certificate)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .version(version)
                .sslContext(AUTHORITY.client(certificate))
                .build()) {
            var address = URI.create("https://127.0.0.1:" + server.port + "/v1/certificate");
            var answer = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(version);
            return answer.body();
        }
    }

    private static String ask(TestServer server, String... headers) {
        String more = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return server.raw("GET /v1/certificate HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + more + "\r\n");
    }

    private static String sequence(X509Certificate certificate) throws CertificateEncodingException {
        return ":" + Base64.getEncoder().encodeToString(certificate.getEncoded()) + ":";
    }
}
