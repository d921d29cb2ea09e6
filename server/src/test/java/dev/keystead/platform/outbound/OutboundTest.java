package dev.keystead.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.keystead.platform.outbound.OutboundOutcome.Failed;
import dev.keystead.platform.outbound.OutboundOutcome.Fetched;
import dev.keystead.platform.outbound.OutboundOutcome.Reason;
import dev.keystead.platform.outbound.OutboundOutcome.Refused;
import dev.keystead.platform.tls.Authorities;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Outbound");
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final Outbound.Limits QUICK =
            new Outbound.Limits(Duration.ofSeconds(5), Duration.ofSeconds(1), 1024, 2);
    private static final Outbound.Limits PATIENT =
            new Outbound.Limits(Duration.ofSeconds(20), Duration.ofSeconds(30), 1024, 2);

    @TempDir
    Path folder;

    private final List<String> lookedUp = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        over.countDown();
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    @Test
    void aDocumentIsFetchedFromTheAddressThatWasCheckedUnderItsOwnName() throws IOException {
        int port = serve("app.example", answering(200, "{\"keys\":[]}"));
        Outbound outbound = allowingPrivate(PATIENT);

        Fetched fetched = (Fetched) outbound.fetch(URI.create("https://app.example:" + port + "/jwks?x=1"));

        assertThat(fetched.status()).isEqualTo(200);
        assertThat(fetched.contentType()).isEqualTo("application/json");
        assertThat(new String(fetched.body(), StandardCharsets.UTF_8)).isEqualTo("{\"keys\":[]}");
        assertThat(lookedUp).containsExactly("app.example");
        assertThat(asked).containsExactly("GET /jwks?x=1 app.example:" + port + " ");
    }

    @Test
    void aDocumentIsHandedOver() throws IOException {
        int port = serve("app.example", answering(204, ""));

        OutboundOutcome outcome = allowingPrivate(PATIENT)
                .post(
                        URI.create("https://app.example:" + port + "/logout"),
                        "application/x-www-form-urlencoded",
                        "logout_token=abc".getBytes(StandardCharsets.US_ASCII));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Fetched.class,
                        fetched -> assertThat(fetched.isSuccess()).isTrue());
        assertThat(asked).containsExactly("POST /logout app.example:" + port + " logout_token=abc");
    }

    @Test
    void whoseCallsHangLeavesTheOthersTheirPlaces() throws Exception {
        int hanging = serve("slow.example", exchange -> {
            await(over);
            answering(200, "late").handle(exchange);
        });
        int port = serve("app.example", answering(200, "{}"));
        Outbound outbound =
                allowingPrivate(new Outbound.Limits(Duration.ofSeconds(20), Duration.ofSeconds(30), 1024, 3, 2));
        Outbound.Share one = outbound.shareOf(UUID.randomUUID());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<OutboundOutcome>>();
            for (int i = 0; i < 5; i++) {
                calls.add(threads.submit(() -> one.fetch(URI.create("https://slow.example:" + hanging + "/"))));
            }
            Until.holds("as many calls as one may have are under way", Duration.ofSeconds(20), () -> asked.size() == 2);
            OutboundOutcome other =
                    outbound.shareOf(UUID.randomUUID()).fetch(URI.create("https://app.example:" + port + "/"));
            assertThat(other).isInstanceOf(Fetched.class);
            assertThat(asked).hasSize(3);
            over.countDown();
            for (Future<OutboundOutcome> call : calls) {
                assertThat(call.get()).isInstanceOf(Fetched.class);
            }
        }
    }

    @Test
    void aNameThatMeansThisMachineIsRefusedBeforeAnyConnection() throws IOException {
        int port = serve("app.example", answering(200, ""));
        Outbound outbound = strict();

        assertThat(outbound.fetch(URI.create("https://app.example:" + port + "/")))
                .isEqualTo(new Refused(Reason.NOT_PUBLIC));
        assertThat(outbound.fetch(URI.create("https://localhost:" + port + "/")))
                .isEqualTo(new Refused(Reason.NOT_PUBLIC));
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/latest",
                "https://2130706433/", "https://0.0.0.0/", "https://10.1.2.3:8443/", "https://[fd00::1]/"
            })
    void anAddressThatIsNotPublicIsRefusedHoweverItIsWritten(String address) {
        var outbound =
                new Outbound(false, Authorities.none(), PATIENT, host -> List.of(InetAddress.getAllByName(host)));
        open.add(outbound);

        assertThat(outbound.fetch(URI.create(address))).isEqualTo(new Refused(Reason.NOT_PUBLIC));
    }

    @Test
    void oneAddressThatIsNotPublicIsEnough() {
        var outbound = new Outbound(
                false, Authorities.none(), PATIENT, _ -> List.of(InetAddress.ofLiteral("8.8.8.8"), LOOPBACK));
        open.add(outbound);

        assertThat(outbound.fetch(URI.create("https://two.example/"))).isEqualTo(new Refused(Reason.NOT_PUBLIC));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://app.example/", "http://127.0.0.1/", "ftp://app.example/", "file://host/etc/passwd"})
    void onlyHttpsIsSpoken(String address) {
        assertThat(strict().fetch(URI.create(address))).isEqualTo(new Refused(Reason.NOT_ENCRYPTED));
        assertThat(lookedUp).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https:///x", "https:x", "/relative", "https://user:secret@app.example/", "https://a.example/#f"
            })
    void whatIsNoWebAddressIsRefused(String address) {
        assertThat(strict().fetch(URI.create(address))).isEqualTo(new Refused(Reason.NOT_A_WEB_ADDRESS));
    }

    @Test
    void thisMachineMayBeCalledInTheClearWherePrivateAddressesAreAllowed() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        int port = run(server, answering(200, "plain"));
        Outbound outbound = allowingPrivate(PATIENT);

        assertThat(outbound.fetch(URI.create("http://127.0.0.1:" + port + "/"))).isInstanceOf(Fetched.class);
        assertThat(outbound.fetch(URI.create("http://app.example:" + port + "/")))
                .isEqualTo(new Refused(Reason.NOT_ENCRYPTED));
    }

    @Test
    void noRedirectIsFollowed() throws IOException {
        int port = serve("app.example", exchange -> {
            exchange.getResponseHeaders().set("Location", "https://127.0.0.1/inside");
            answering(302, "").handle(exchange);
        });

        assertThat(allowingPrivate(PATIENT).fetch(URI.create("https://app.example:" + port + "/")))
                .isEqualTo(new Refused(Reason.REDIRECT));
        assertThat(asked).hasSize(1);
        assertThat(lookedUp).containsExactly("app.example");
    }

    @Test
    void anAnswerThatIsTooLongIsCutOffAnnouncedOrNot() throws IOException {
        int announced = serve("app.example", answering(200, "x".repeat(1025)));
        int chunked = serve("app.example", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (var body = exchange.getResponseBody()) {
                for (int i = 0; i < 1_000; i++) {
                    body.write(new byte[1024]);
                }
            }
        });
        int fitting = serve("app.example", answering(200, "x".repeat(1024)));
        Outbound outbound = allowingPrivate(PATIENT);

        for (int port : List.of(announced, chunked)) {
            assertThat(outbound.fetch(URI.create("https://app.example:" + port + "/")))
                    .isEqualTo(new Refused(Reason.TOO_LARGE));
        }
        assertThat(outbound.fetch(URI.create("https://app.example:" + fitting + "/")))
                .isInstanceOf(Fetched.class);
    }

    @Test
    void whoeverHangsOrDripsIsGivenUp() throws IOException {
        int hanging = serve("app.example", _ -> await(over));
        int dripping = serve("app.example", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (var body = exchange.getResponseBody()) {
                while (!over.await(50, TimeUnit.MILLISECONDS)) {
                    body.write('.');
                    body.flush();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        Outbound outbound = allowingPrivate(QUICK);

        for (int port : List.of(hanging, dripping)) {
            assertThat(outbound.fetch(URI.create("https://app.example:" + port + "/")))
                    .isEqualTo(new Failed("took too long to answer"));
        }
    }

    @Test
    void aCertificateForAnotherNameOrFromAnotherAuthorityIsNotAccepted() throws IOException {
        int otherName = serve("other.example", answering(200, ""));
        int good = serve("app.example", answering(200, ""));
        var trustsJavaOnly = new Outbound(true, Authorities.none(), PATIENT, this::lookUp);
        open.add(trustsJavaOnly);

        assertThat(allowingPrivate(PATIENT).fetch(URI.create("https://app.example:" + otherName + "/")))
                .isEqualTo(new Failed("has no certificate for its name that is trusted"));
        assertThat(trustsJavaOnly.fetch(URI.create("https://app.example:" + good + "/")))
                .isEqualTo(new Failed("has no certificate for its name that is trusted"));
        assertThat(asked).isEmpty();
    }

    @Test
    void onlySoManyCallsAreUnderWay() throws Exception {
        var entered = new CountDownLatch(2);
        int port = serve("app.example", exchange -> {
            entered.countDown();
            await(over);
            answering(200, "").handle(exchange);
        });
        Outbound outbound = allowingPrivate(PATIENT);
        Outbound impatient = allowingPrivate(QUICK);
        var address = URI.create("https://app.example:" + port + "/");

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<OutboundOutcome> first = threads.submit(() -> outbound.fetch(address));
            Future<OutboundOutcome> second = threads.submit(() -> outbound.fetch(address));
            Future<OutboundOutcome> third = threads.submit(() -> outbound.fetch(address));
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(asked).hasSize(2);
            over.countDown();
            for (Future<OutboundOutcome> one : List.of(first, second, third)) {
                assertThat(one.get()).isInstanceOf(Fetched.class);
            }
        }
        assertThat(impatient.fetch(address)).isInstanceOf(Fetched.class);
    }

    @Test
    void nobodyThereAndNoSuchNameAreFailures() throws IOException {
        int port;
        try (var gone = new ServerSocket(0, 1, LOOPBACK)) {
            port = gone.getLocalPort();
        }
        Outbound outbound = allowingPrivate(PATIENT);

        assertThat(outbound.fetch(URI.create("https://app.example:" + port + "/")))
                .isEqualTo(new Failed("takes no connections"));
        assertThat(outbound.fetch(URI.create("https://unknown.example/")))
                .isEqualTo(new Failed("has a name that is not known"));
    }

    private Outbound allowingPrivate(Outbound.Limits limits) {
        Authorities trusted = Authorities.in(AUTHORITY.writeRoot(folder.resolve("root.pem")), "outbound.ca");
        var outbound = new Outbound(true, trusted, limits, this::lookUp);
        open.add(outbound);
        return outbound;
    }

    private Outbound strict() {
        var outbound = new Outbound(false, Authorities.none(), PATIENT, this::lookUp);
        open.add(outbound);
        return outbound;
    }

    /// Every name but one is this machine.
    private List<InetAddress> lookUp(String host) throws UnknownHostException {
        lookedUp.add(host);
        if (host.equals("unknown.example")) {
            throw new UnknownHostException(host);
        }
        return List.of(LOOPBACK);
    }

    private int serve(String name, HttpHandler work) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(TestAuthority.server(AUTHORITY.issue(name, name))));
        return run(server, work);
    }

    private int run(HttpServer server, HttpHandler work) {
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Host") + " " + body);
            work.handle(exchange);
        });
        server.start();
        open.add(() -> server.stop(0));
        return server.getAddress().getPort();
    }

    private static HttpHandler answering(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            write(exchange, bytes);
        };
    }

    private static void write(HttpExchange exchange, byte[] bytes) throws IOException {
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
