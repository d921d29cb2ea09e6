package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HttpTargetTest {
    private static final PrintStream QUIET =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    private final Queue<LocalServer.Asked> asked = new ConcurrentLinkedQueue<>();
    private final LocalServer server = new LocalServer(this::answer);
    private final Map<String, String> keys = new HashMap<>(Map.of("base", server.base()));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before any test.
    Path folder;

    private LocalServer.Answer answer(LocalServer.Asked request) {
        asked.add(request);
        if (request.path().equals("/broken")) {
            return LocalServer.Answer.of(asked.size() % 3 == 0 ? 500 : 200, "sometimes");
        }
        return request.method().equals("POST")
                ? LocalServer.Answer.of(201, "{\"id\":\"row-" + asked.size() + "\"}")
                : LocalServer.Answer.of(200, "you asked for " + request.path());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private List<HttpScenario> open() {
        return HttpTarget.from(PropertiesTarget.of("the test", keys), "stamp1").open(QUIET);
    }

    private void refused(String... parts) {
        assertThatThrownBy(this::open).isInstanceOf(Refusal.class).hasMessageContainingAll(parts);
        assertThat(asked).isEmpty();
    }

    @Test
    void runsComeInTheOrderOfTheirList() {
        keys.putAll(Map.of("runs", "z, a", "a.get", "/a", "z.get", "/z", "unused.get", "/u"));
        assertThat(open()).extracting(HttpScenario::name).containsExactly("z", "a");
    }

    @Test
    void headersAreSentAndAnEmptyOneIsTakenAway() throws IOException {
        keys.putAll(Map.of(
                "runs", "open,closed",
                "header.Authorization", "Bearer key",
                "open.get", "/open",
                "open.header.authorization", "",
                "closed.get", "/closed",
                "closed.header.X-Request", "{stamp}-{n}"));
        for (HttpScenario scenario : open()) {
            try (VirtualUser user = scenario.user(0)) {
                assertThat(user.iterate()).isEqualTo(Iteration.DONE);
            }
        }
        assertThat(asked)
                .extracting(request -> request.findHeader("Authorization").orElse("none"))
                .containsExactly("none", "Bearer key");
        assertThat(asked)
                .extracting(request -> request.findHeader("X-Request").orElse("none"))
                .containsExactly("none", "stamp1-2");
    }

    @Test
    void everyPostOfALoadHasItsOwnNumber() throws InterruptedException {
        keys.putAll(Map.of("runs", "create", "create.post", "/rows", "create.body", "{\"name\":\"{stamp}-{n}\"}"));
        Measurement measurement =
                new Load(4, Duration.ZERO, Duration.ofSeconds(1)).run("create", open().getFirst(), Watched.NOTHING);
        assertThat(measurement.errors()).isZero();
        assertThat(measurement.latencies().count()).isPositive();
        assertThat(asked).extracting(LocalServer.Asked::body).doesNotHaveDuplicates();
        assertThat(asked).allMatch(request -> request.body().matches("\\{\"name\":\"stamp1-\\d+\"}"));
        assertThat(asked)
                .allMatch(
                        request -> request.findHeader("Content-Type").orElse("").equals("application/json"));
    }

    @Test
    void seededIdsAreReadAtRandomAndTheAnswerMustNameThem() throws IOException {
        keys.putAll(Map.of(
                "runs", "read",
                "seed.post", "/rows",
                "seed.body", "{\"name\":\"user{n:4}\"}",
                "seed.count", "3",
                "read.get", "/rows/{id}",
                "read.contains", "/rows/{id}"));
        HttpScenario read = open().getFirst();
        assertThat(asked)
                .extracting(LocalServer.Asked::body)
                .containsExactly("{\"name\":\"user0001\"}", "{\"name\":\"user0002\"}", "{\"name\":\"user0003\"}");
        assertThat(read.ids()).containsExactly("row-1", "row-2", "row-3");
        asked.clear();
        try (VirtualUser user = read.user(7)) {
            for (int i = 0; i < 60; i++) {
                assertThat(user.iterate()).isEqualTo(Iteration.DONE);
            }
        }
        assertThat(asked.stream().map(LocalServer.Asked::path).distinct())
                .containsExactlyInAnyOrder("/rows/row-1", "/rows/row-2", "/rows/row-3");
    }

    @Test
    void idsCanComeFromAFile() throws IOException {
        Files.writeString(folder.resolve("ids.txt"), "one\n\n two \n");
        Path file = Files.writeString(
                folder.resolve("read.properties"),
                "base=" + server.base() + "\nruns=read\nread.get=/rows/{id}\nread.ids=ids.txt\n");
        HttpTarget target = HttpTarget.from(PropertiesTarget.read(file, Map.of()), "s");
        assertThat(target.open(QUIET).getFirst().ids()).containsExactly("one", "two");

        Files.writeString(folder.resolve("ids.txt"), "one\n../../etc\n");
        assertThatThrownBy(() -> HttpTarget.from(PropertiesTarget.read(file, Map.of()), "s"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("`../../etc`");
    }

    @Test
    void aWrongAnswerIsAnErrorWithItsReason() throws IOException {
        keys.putAll(Map.of("runs", "a,b", "a.get", "/a", "a.expect", "204", "b.get", "/b", "b.contains", "gold"));
        List<HttpScenario> scenarios = open();
        try (VirtualUser a = scenarios.getFirst().user(0);
                VirtualUser b = scenarios.getLast().user(0)) {
            assertThat(a.iterate())
                    .isEqualTo(new Iteration.Failed("a expects HTTP 204 but got HTTP 200 you asked for /a"));
            assertThat(b.iterate())
                    .isEqualTo(new Iteration.Failed("b misses `gold` in the answer HTTP 200 you asked for /b"));
        }
    }

    @Test
    void errorsAreCountedApartFromSuccesses() throws InterruptedException {
        keys.putAll(Map.of("runs", "broken", "broken.get", "/broken"));
        Measurement measurement =
                new Load(2, Duration.ZERO, Duration.ofSeconds(1)).run("broken", open().getFirst(), Watched.NOTHING);
        assertThat(measurement.errors()).isPositive();
        assertThat(measurement.latencies().count()).isPositive();
        // Some iterations may end after the measured time, but none is counted that was not sent.
        assertThat(measurement.errors() + measurement.latencies().count()).isLessThanOrEqualTo(server.requests());
        assertThat(measurement.failures())
                .containsOnly(Map.entry("broken expects HTTP 200 but got HTTP 500 sometimes", measurement.errors()));
    }

    @Test
    void aServerThatBreaksOffWithinABodyIsCountedAsErrors() throws InterruptedException {
        String half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
        try (RawServer breaking = RawServer.answering(Collections.nCopies(1000, List.of(half)))) {
            keys.putAll(Map.of("runs", "half", "half.get", breaking.url().toString()));
            Measurement measurement =
                    new Load(2, Duration.ZERO, Duration.ofSeconds(1)).run("half", open().getFirst(), Watched.NOTHING);
            assertThat(measurement.latencies().count()).isZero();
            assertThat(measurement.errors()).isPositive();
            assertThat(measurement.failures()).containsOnlyKeys("The server closed the connection within the answer.");
            assertThat(measurement.cpu().generator()).isNaN();
        }
    }

    @Test
    void aServerThatIsNotThereIsToldBeforeTheLoad() throws IOException {
        int freePort;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            freePort = closed.getLocalPort();
        }
        keys.putAll(Map.of("runs", "gone", "gone.get", "http://127.0.0.1:" + freePort + "/"));
        HttpScenario scenario = open().getFirst();
        assertThatThrownBy(() -> Load.refuseBroken("gone", scenario))
                .isInstanceOf(Refusal.class)
                .hasMessageContainingAll("`gone` does not work", "No connection to 127.0.0.1");
    }

    @Test
    void theTargetOfTheRepositoryIsWhole() {
        PropertiesTarget keystead = PropertiesTarget.read(Path.of("targets/keystead.properties"), Map.of());
        assertThat(HttpTarget.from(keystead, "s").runs()).contains("hello", "point-read", "create");
    }

    @Test
    void aKeyOfNoRunIsRefusedByName() {
        keys.putAll(Map.of("runs", "a", "a.get", "/a", "b.expect", "200"));
        refused("`b.expect`");
    }

    @Test
    void aRunThatIsNotDescribedIsRefusedByName() {
        keys.putAll(Map.of("runs", "a,c", "a.get", "/a"));
        refused("`c`", "c.get");
    }

    @Test
    void anIdFromNowhereIsRefused() {
        keys.putAll(Map.of("runs", "a", "a.get", "/a/{id}"));
        refused("{id}", "a.ids", "seed.post");
    }

    @Test
    void aSeedingThatFailsIsTold() {
        keys.putAll(
                Map.of("runs", "a", "a.get", "/{id}", "seed.post", "/rows", "seed.body", "{}", "seed.expect", "200"));
        assertThatThrownBy(this::open).isInstanceOf(Refusal.class).hasMessageContaining("expects HTTP 200");
    }
}
