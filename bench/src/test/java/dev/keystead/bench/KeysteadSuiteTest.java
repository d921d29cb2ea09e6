package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class KeysteadSuiteTest {
    private static final Rounds BRIEFLY = new Rounds(2, Duration.ZERO, Duration.ZERO, Duration.ofMillis(500), 1);
    private static final List<String> LOCAL_KEYSTEAD = List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            LocalKeystead.class.getName());

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    private KeysteadSuite suite(List<String> launcher) {
        return new KeysteadSuite(launcher, BRIEFLY, 12, 2, new PrintStream(progress, true, StandardCharsets.UTF_8));
    }

    private String progress() {
        return progress.toString(StandardCharsets.UTF_8);
    }

    private static List<Path> foldersLeft() throws IOException {
        try (var folders = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return folders.filter(folder -> folder.getFileName().toString().startsWith("keystead-bench-"))
                    .toList();
        }
    }

    @Test
    void theSuiteMeasuresEveryRequestAndTheStarts() throws InterruptedException, IOException {
        List<Path> before = foldersLeft();
        KeysteadSuite.Result result = suite(LOCAL_KEYSTEAD).run(KeysteadSuite.ALL_RUNS, Optional.of("hello"));
        assertThat(result.runs())
                .extracting(run -> run.run().name())
                .containsExactly("hello", "point-read", "list-page", "search", "create");
        assertThat(result.runs()).allSatisfy(run -> {
            assertThat(run.rounds().getFirst().errors()).isZero();
            assertThat(run.rounds().getFirst().latencies().count()).isPositive();
            assertThat(run.rounds().getFirst().cpu().server()).isNotNaN();
            // The child in the place of the database sleeps, so nothing of the server may be counted as its CPU.
            assertThat(run.rounds().getFirst().cpu().postgres()).isZero();
            assertThat(run.rounds().getFirst().serverMegabytes()).isPositive();
        });
        assertThat(result.starts().times()).hasSize(2).allMatch(start -> start.cpuMillis() > 0);
        assertThat(result.starts().text()).contains("2 starts");
        assertThat(result.starts().json().toString()).startsWith("{\"kind\":\"start\",\"starts\":2,\"median_ms\":");
        assertThat(progress()).contains("seeded 12 of 12", "start 2 of 2").doesNotContain("There is no pid");
        assertThat(foldersLeft()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void aServerThatEndsAtOnceIsToldWithItsLastWords() {
        assertThatThrownBy(() -> suite(List.of("sh", "-c", "echo the port is taken; exit 1"))
                        .run("hello", Optional.empty()))
                .isInstanceOf(Refusal.class)
                .hasMessageContainingAll("ended before it was ready", "the port is taken");
    }

    @Test
    void aServerOnAnotherHostIsRefused() {
        assertThatThrownBy(() -> suite(List.of("sh", "-c", "echo Keystead is ready at http://192.0.2.1:80; sleep 600"))
                        .run("hello", Optional.empty()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("not a loopback address");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void aRunThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> suite(LOCAL_KEYSTEAD).run("hullo", Optional.empty()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("`hullo`");
    }
}
