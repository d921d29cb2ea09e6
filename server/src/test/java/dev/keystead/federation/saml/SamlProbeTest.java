package dev.keystead.federation.saml;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.keystead.login.Town;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a test of a SAML connection says, against a provider that is what the test wants it to be.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SamlProbeTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Providers");
    private static final String FIRST = certificate(300);
    private static final String NEXT = certificate(600);

    private final Map<String, String> pages = new ConcurrentHashMap<>();
    private TestServer server;
    private HttpServer provider;
    private Town town;

    @BeforeAll
    void start() {
        server = TestServer.start("--master-key", Town.MASTER_KEY, "--outbound-allow-private", "true");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void build() throws IOException {
        town = Town.on(server);
        pages.clear();
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        provider.createContext("/", exchange -> {
            try (exchange) {
                String page = pages.getOrDefault(exchange.getRequestURI().getPath(), "");
                byte[] body = page.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(page.isEmpty() ? 404 : 200, body.length == 0 ? -1 : body.length);
                exchange.getResponseBody().write(body);
            }
        });
        provider.start();
        pages.put("/realm/saml", "What do you want?");
    }

    @AfterEach
    void tearDown() {
        provider.stop(0);
    }

    private static String certificate(int days) {
        Instant now = Instant.now();
        var times = new TestAuthority.Times(now.minus(Duration.ofDays(700)), now.plus(Duration.ofDays(days)));
        try {
            return Base64.getEncoder()
                    .encodeToString(AUTHORITY
                            .issue("EC", "provider", times)
                            .certificate()
                            .getEncoded());
        } catch (CertificateEncodingException e) {
            throw new AssertionError(e);
        }
    }

    private String address(String path) {
        return "http://127.0.0.1:" + provider.getAddress().getPort() + path;
    }

    private static String metadata(String name, String place, String... certificates) {
        String keys = Arrays.stream(certificates)
                .map(certificate -> """
                        <KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
                        <ds:X509Certificate>%s</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>""".formatted(certificate))
                .collect(Collectors.joining());
        return """
                <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="%s">
                <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">%s
                <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="%s"/>
                </IDPSSODescriptor></EntityDescriptor>""".formatted(name, keys, place);
    }

    /// What is said about a connection, by what was looked at.
    private record Told(boolean works, Map<String, String> good, Map<String, String> bad) {}

    private Told test(String issuer, String place, String... certificates) {
        return test(town, issuer, place, certificates);
    }

    private static Told test(Town where, String issuer, String place, String... certificates) {
        Answer made = where.administrator().post("/v1/connections", """
                {"kind":"saml","name":"X","issuer":"%s","saml":{"sso_url":"%s","certificates":[%s]}}""".formatted(
                        issuer,
                        place,
                        Arrays.stream(certificates)
                                .map(certificate -> "\"" + certificate + "\"")
                                .collect(Collectors.joining(","))));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        Answer tested = where.administrator().post("/v1/connections/" + made.id() + ":test");
        assertThat(tested.status()).as(tested.text()).isEqualTo(200);
        return new Told(tested.json().path("works").asBoolean(), sentences(tested, true), sentences(tested, false));
    }

    private static Map<String, String> sentences(Answer tested, boolean good) {
        return tested.json()
                .path("findings")
                .valueStream()
                .filter(finding -> finding.path("good").asBoolean() == good)
                .collect(Collectors.toMap(
                        finding -> finding.path("what").asString(),
                        finding -> finding.path("sentence").asString()));
    }

    @Test
    void aProviderThatIsWhatTheConnectionSaysWorks() {
        String place = address("/realm/saml");
        pages.put("/realm", metadata(address("/realm"), place, FIRST));
        Told told = test(address("/realm"), place, FIRST);
        assertThat(told.works()).as(told.toString()).isTrue();
        assertThat(told.good())
                .containsEntry("place", "sso_url answers.")
                .containsEntry("certificates", "1 of 1 certificates are current.")
                .containsEntry("issuer", "The provider calls itself what the connection says.")
                .containsEntry("metadata", "The certificates are those of the provider's metadata.");
    }

    @Test
    void metadataIsAlsoFoundWhereKeycloakHasIt() {
        String place = address("/realm/saml");
        pages.put("/realm/saml/descriptor", metadata("urn:the:provider", place, FIRST));
        assertThat(test("urn:the:provider", place, FIRST).good().get("metadata"))
                .contains("are those of");
    }

    @Test
    void withoutMetadataNothingIsCompared() {
        Told told = test("urn:the:provider", address("/realm/saml"), FIRST);
        assertThat(told.works()).isTrue();
        assertThat(told.good().get("metadata")).contains("nothing could be compared");
    }

    @Test
    void anotherNameIsTold() {
        pages.put("/realm/saml/descriptor", metadata("urn:another", address("/realm/saml"), FIRST));
        Told told = test("urn:the:provider", address("/realm/saml"), FIRST);
        assertThat(told.works()).isFalse();
        assertThat(told.bad().get("issuer")).contains("calls itself urn:another and not urn:the:provider");
    }

    @Test
    void otherCertificatesAreTold() {
        String place = address("/realm/saml");
        pages.put("/realm/saml/descriptor", metadata("urn:the:provider", place, NEXT));
        Told other = test("urn:the:provider", place, FIRST);
        assertThat(other.works()).isFalse();
        assertThat(other.bad().get("metadata")).startsWith("None of the connection's certificates");

        pages.put("/realm/saml/descriptor", metadata("urn:rolling", place, FIRST, NEXT));
        Told rolling = test("urn:rolling", place, FIRST);
        assertThat(rolling.works()).isTrue();
        assertThat(rolling.good().get("metadata")).contains("has 1 more certificates");
    }

    @Test
    void certificatesThatEndedOrWillSoonAreTold() {
        String place = address("/realm/saml");
        Told ended = test("urn:one", place, certificate(-1));
        assertThat(ended.works()).isFalse();
        assertThat(ended.bad().get("certificates")).contains("has ended");
        Told soon = test("urn:two", place, certificate(-1), certificate(5));
        assertThat(soon.works()).isTrue();
        assertThat(soon.good().get("certificates")).startsWith("1 of 2 certificates are current, but the last");
        assertThat(test("urn:three", place, certificate(5), FIRST).good().get("certificates"))
                .isEqualTo("2 of 2 certificates are current.");
    }

    @Test
    void aPlaceThatIsNotThereIsTold() throws IOException {
        Told missing = test("urn:one", address("/elsewhere"), FIRST);
        assertThat(missing.works()).isFalse();
        assertThat(missing.bad().get("place")).contains("the status 404");
        String closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = "http://127.0.0.1:" + socket.getLocalPort() + "/sso";
        }
        assertThat(test("urn:two", closed, FIRST).bad().get("place")).contains("takes no connections");
        String place = address("/realm/saml");
        pages.put("/realm/saml/descriptor", metadata("urn:three", address("/other"), FIRST));
        assertThat(test("urn:three", place, FIRST).bad().get("address")).contains(address("/other"));
    }

    /// A workspace has four calls under way at most: a fifth waits for one of them, and nobody else does.
    @Test
    void aProviderThatHangsKeepsItsOwnWorkspaceWaitingAlone() throws Exception {
        var arrived = new CountDownLatch(4);
        var released = new CountDownLatch(1);
        var fifths = new AtomicInteger();
        HttpServer slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            slow.setExecutor(threads);
            slow.createContext("/slow", exchange -> {
                arrived.countDown();
                try (exchange) {
                    released.await();
                    exchange.sendResponseHeaders(200, -1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            slow.createContext("/fifth", exchange -> {
                fifths.incrementAndGet();
                exchange.sendResponseHeaders(200, -1);
            });
            slow.start();
            String base = "http://127.0.0.1:" + slow.getAddress().getPort();
            List<Future<Told>> hanging = IntStream.range(0, 4)
                    .mapToObj(i -> threads.submit(() -> test(town, "urn:slow:" + i, base + "/slow", FIRST)))
                    .toList();
            arrived.await();
            Future<Told> fifth = threads.submit(() -> test(town, "urn:fifth", base + "/fifth", FIRST));
            Town elsewhere = Town.on(server);
            for (int i = 0; i < 3; i++) {
                Told told = test(elsewhere, "urn:" + i, address("/realm/saml"), FIRST);
                assertThat(told.works()).as(told.toString()).isTrue();
            }
            int early = fifths.get();
            released.countDown();
            boolean allWaited = true;
            for (Future<Told> told : hanging) {
                allWaited &= "sso_url answers.".equals(told.get().good().get("place"));
            }
            // On a machine that is so slow that one of them gave up, its place may have been the fifth's.
            assertThat(early).isLessThanOrEqualTo(allWaited ? 0 : 1);
            assertThat(fifth.get().good()).containsEntry("place", "sso_url answers.");
        } finally {
            released.countDown();
            slow.stop(0);
        }
    }

    @Test
    void whatIsNotMetadataOrHostileIsNotCompared() {
        String place = address("/realm/saml");
        List<String> documents =
                List.of("{}", "<html/>", "<!DOCTYPE a [<!ENTITY b \"c\">]>" + metadata("urn:2", place, FIRST));
        for (int i = 0; i < documents.size(); i++) {
            pages.put("/realm/saml/descriptor", documents.get(i));
            Told told = test("urn:" + i, place, FIRST);
            assertThat(told.works()).isTrue();
            assertThat(told.good().get("metadata")).contains("nothing could be compared");
        }
    }
}
