package dev.keystead.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.keystead.domain.Proof;
import dev.keystead.domain.ProofFile;
import dev.keystead.platform.tls.Authorities;
import dev.keystead.platform.tls.TestAuthority;
import dev.keystead.server.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Proofs of domains on web servers, by names of which this test decides where they lead.
class ProofFileTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("Proofs");
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final String WANTED = "keystead-domain=abc";

    /// As the product has it, with more patience for a busy machine.
    private static final Outbound.Limits LIMITS = new Outbound.Limits(
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            ProofFile.LIMITS.bytes(),
            ProofFile.LIMITS.atOnce(),
            ProofFile.LIMITS.each());

    @TempDir
    Path folder;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private Proof look(int port, boolean allowPrivate) {
        return look(files(allowPrivate), UUID.randomUUID(), port);
    }

    private static Proof look(ProofFile files, UUID workspace, int port) {
        return files.look(
                workspace, URI.create("https://acme.example:" + port + "/.well-known/keystead-domain.txt"), WANTED);
    }

    private ProofFile files(boolean allowPrivate) {
        Authorities trusted = Authorities.in(AUTHORITY.writeRoot(folder.resolve("root.pem")), "outbound.ca");
        var outbound = new Outbound(allowPrivate, trusted, LIMITS, _ -> List.of(LOOPBACK));
        open.add(outbound);
        return new ProofFile(outbound);
    }

    private int serve(int status, String body, String location) throws IOException {
        return serve(status, body, location, new CountDownLatch(0));
    }

    /// @param until answers nobody before
    private int serve(int status, String body, String location, CountDownLatch until) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(TestAuthority.server(AUTHORITY.issue("acme.example", "acme.example"))));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            await(until);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            if (!location.isEmpty()) {
                exchange.getResponseHeaders().set("Location", location);
            }
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (exchange) {
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
        open.add(() -> server.stop(0));
        return server.getAddress().getPort();
    }

    private static void await(CountDownLatch until) {
        try {
            until.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aWorkspaceWhoseServersDoNotAnswerLeavesTheOthersTheirPlaces() throws Exception {
        var over = new CountDownLatch(1);
        int hanging = serve(200, WANTED, "", over);
        int port = serve(200, WANTED, "");
        ProofFile files = files(true);
        UUID workspace = UUID.randomUUID();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var looks = new ArrayList<Future<Proof>>();
            for (int i = 0; i < LIMITS.atOnce(); i++) {
                looks.add(threads.submit(() -> look(files, workspace, hanging)));
            }
            Until.holds(
                    "as many calls as one may have are under way",
                    Duration.ofSeconds(20),
                    () -> asked.size() == LIMITS.each());
            assertThat(look(files, UUID.randomUUID(), port)).isEqualTo(new Proof.Found());
            over.countDown();
            for (Future<Proof> look : looks) {
                assertThat(look.get()).isEqualTo(new Proof.Found());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WANTED, WANTED + "\n", "  " + WANTED + "\r\n"})
    void aFileThatReadsAsWantedIsAProof(String body) throws IOException {
        assertThat(look(serve(200, body, ""), true)).isEqualTo(new Proof.Found());
        assertThat(asked).containsExactly("/.well-known/keystead-domain.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "keystead-domain=abcd", "<html>" + WANTED + "</html>", WANTED + "\n" + WANTED})
    void anotherContentIsNone(String body) throws IOException {
        assertThat(look(serve(200, body, ""), true)).isInstanceOf(Proof.Missing.class);
    }

    @Test
    void aPageThatIsNotThereIsNone() throws IOException {
        assertThat(look(serve(404, WANTED, ""), true)).isEqualTo(new Proof.Missing("answers with 404"));
    }

    @Test
    void aServerThatFailsProvesNothingEitherWay() throws IOException {
        assertThat(look(serve(503, "", ""), true)).isInstanceOf(Proof.Unknown.class);
    }

    @Test
    void noRedirectIsFollowed() throws IOException {
        int port = serve(302, "", "/elsewhere");
        assertThat(look(port, true)).isInstanceOf(Proof.Missing.class);
        assertThat(asked).containsExactly("/.well-known/keystead-domain.txt");
    }

    @Test
    void fourKibibytesAreRead() throws IOException {
        assertThat(look(serve(200, WANTED + " ".repeat(4096 - WANTED.length()), ""), true))
                .isEqualTo(new Proof.Found());
        assertThat(look(serve(200, WANTED + " ".repeat(4097 - WANTED.length()), ""), true))
                .isInstanceOf(Proof.Missing.class);
    }

    /// Otherwise a claim would be a way to look into the network of the installation.
    @Test
    void aNameThatLeadsInsideIsNotCalled() throws IOException {
        int port = serve(200, WANTED, "");
        assertThat(look(port, false)).isEqualTo(new Proof.Missing("is not on the public internet"));
        assertThat(asked).isEmpty();
    }
}
