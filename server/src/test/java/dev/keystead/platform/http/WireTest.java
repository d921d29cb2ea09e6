package dev.keystead.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes over the socket: malformed requests, limits, protocols and stopping.
class WireTest {
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
    @ValueSource(
            strings = {
                "POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "POST /v1/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, xchunked\r\n\r\n0\r\n\r\n",
                "GET /healthz HTTP/1.1\nHost: a\n\n",
                "GET /healthz HTTP/1.1\r\nHost: a\nX: y\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /healthz HTTP/1.1\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET /healthz HTTP/1.1\r\nHost: a\r\n folded: x\r\n\r\n",
                "GET /v1/%2e%2e/healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/..;/healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1%2fwidgets HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /v1/wid%zzgets HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET //healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /healthz HTTP/0.9\r\n\r\n",
                "get /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n"
            })
    void aRequestThatReadersCouldDisagreeOnIsRefused(String request) {
        String answer = server.raw(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        assertThat(answer).doesNotContain("HTTP/1.1 200").doesNotContain("\"status\":\"ok\"");
        assertThat(answer).matches("(?s)HTTP/1\\.1 (4..|505) .*").doesNotContain("Jetty");
    }

    @Test
    void anAnswerFromBeforeTheRouterLooksLikeAllOthers() {
        String answer = server.raw("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .contains("{\"error\":\"the request is not well-formed HTTP\",\"request_id\":\"req_")
                .contains("X-Content-Type-Options: nosniff");
    }

    @Test
    void headersThatAreTooLongAre431() {
        String answer = server.raw("GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: " + "a".repeat(20_000) + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 431");
    }

    /// A connection that is closed with unread bytes is reset, and the answer is lost on its way.
    @Test
    void whoSendsTooLongHeadersGetsToSeeTheAnswer() throws IOException {
        String piece = "X-Long: " + "a".repeat(8_000) + "\r\n";
        for (int round = 0; round < 20; round++) {
            String answer = server.raw("GET /healthz HTTP/1.1\r\nHost: a\r\n" + piece.repeat(60) + "\r\n");
            assertThat(answer).startsWith("HTTP/1.1 431").contains("the headers are too long");
        }
    }

    @Test
    void aBodyThatIsAnnouncedAsTooLongIs413() {
        String body = "{\"name\":\"" + "a".repeat(70_000) + "\"}";
        assertThat(server.postJson("/v1/echo", body).statusCode()).isEqualTo(413);
    }

    @Test
    void aBodyThatTurnsOutTooLongIs413() throws Exception {
        byte[] tooLong = ("{\"name\":\"" + "a".repeat(70_000) + "\"}").getBytes(StandardCharsets.US_ASCII);
        HttpRequest request = HttpRequest.newBuilder(server.uri("/v1/echo"))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong)))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(413);
        }
    }

    @Test
    void aBodyThatTakesTooLongIs408() throws IOException {
        try (TestServer hasty = TestServer.start(HttpLimits.USUAL.withBodyTime(Duration.ofMillis(200)))) {
            String answer = hasty.raw(
                    "POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{");
            assertThat(answer).startsWith("HTTP/1.1 408").contains("took too long");
        }
    }

    @Test
    void overTheLimitOfRequestsTheAnswerIs503ButProbesAreLetThrough() throws Exception {
        try (TestServer small = TestServer.start(HttpLimits.USUAL.withInFlight(1))) {
            var slow = CompletableFuture.supplyAsync(() -> small.get("/v1/slow"));
            small.widgets.slowBegan.await();
            HttpResponse<String> refused = small.get("/v1/long");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(small.get("/healthz").statusCode()).isEqualTo(200);
            small.widgets.slowMayEnd.countDown();
            assertThat(slow.get().statusCode()).isEqualTo(200);
            assertThat(small.get("/v1/long").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aClientThatIsSlowToSendHoldsNoPlace() throws IOException {
        try (TestServer small = TestServer.start(HttpLimits.USUAL.withInFlight(1));
                Socket slow = new Socket(InetAddress.getLoopbackAddress(), small.port)) {
            slow.getOutputStream()
                    .write(
                            "POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"
                                    .getBytes(StandardCharsets.US_ASCII));
            slow.getOutputStream().flush();
            // The slow one holds the only place until the server has found that there is nothing to read yet.
            assertThat(Stream.generate(() -> small.get("/v1/long").statusCode())
                            .limit(500)
                            .anyMatch(status -> status == 200))
                    .isTrue();
            slow.getOutputStream().write("\"name\":\"a\"}".getBytes(StandardCharsets.US_ASCII));
            slow.getOutputStream().flush();
            assertThat(new String(slow.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void stoppingLetsARequestFinishAndTakesNoNewOne() throws Exception {
        TestServer draining = TestServer.start();
        var inFlight = CompletableFuture.supplyAsync(() -> draining.get("/v1/slow"));
        draining.widgets.slowBegan.await();
        var stopped = CompletableFuture.runAsync(draining.server::stop);
        awaitRefusal(draining.port);
        assertThat(inFlight).isNotDone();
        draining.widgets.slowMayEnd.countDown();
        assertThat(inFlight.get().statusCode()).isEqualTo(200);
        stopped.get();
    }

    private static void awaitRefusal(int port) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < 600; attempt++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(5_000);
                socket.getOutputStream()
                        .write("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                if (!answer.startsWith("HTTP/1.1 200")) {
                    return;
                }
            } catch (IOException _) {
                return;
            }
        }
        throw new AssertionError("the server went on taking requests");
    }

    @Test
    void clearTextHttp2IsSpoken() throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            HttpRequest request = HttpRequest.newBuilder(server.uri("/healthz")).build();
            client.send(request, BodyHandlers.ofString());
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(answer.body()).isEqualTo("{\"status\":\"ok\"}");
        }
    }

    @Test
    void aLongAnswerIsCompressedForThoseWhoTakeIt() {
        HttpResponse<String> plain = server.get("/v1/long");
        HttpResponse<String> small = server.get("/v1/long", "Accept-Encoding", "gzip");
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(small.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(server.get("/healthz", "Accept-Encoding", "gzip").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void anAnswerToAPostIsNeverCompressed() {
        HttpResponse<String> answer = server.postJson("/v1/echo", "{\"name\":\"a\"}", "Accept-Encoding", "gzip");
        assertThat(answer.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @Test
    void aUsedPortIsToldInOneSentence() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var config = new Listening("127.0.0.1", taken.getLocalPort(), List.of(), HttpLimits.USUAL);
            var router = new Router(server.table, TestServer.parts());
            var second = new HttpServer(config, router, RequestObserver.none(), new Draining());
            assertThatThrownBy(second::start)
                    .isInstanceOf(CannotListen.class)
                    .hasMessage("Port " + taken.getLocalPort() + " is in use; choose another with --http-port.");
        }
    }
}
