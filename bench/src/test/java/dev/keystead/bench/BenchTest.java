package dev.keystead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchTest {
    private static final List<String> BRIEFLY =
            List.of("--concurrency", "2", "--warmup", "0", "--rewarm", "0", "--duration=0.5", "--rounds", "2");

    private final ByteArrayOutputStream figures = new ByteArrayOutputStream();
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before any test.
    Path folder;

    private int bench(List<String> words, List<String> more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(more);
        return new Bench(
                        new PrintStream(figures, true, StandardCharsets.UTF_8),
                        new PrintStream(progress, true, StandardCharsets.UTF_8),
                        folder)
                .run(all);
    }

    private String figures() {
        return figures.toString(StandardCharsets.UTF_8);
    }

    private String progress() {
        return progress.toString(StandardCharsets.UTF_8);
    }

    private void refused(String sentence, String... words) {
        progress.reset();
        assertThat(bench(List.of(words), List.of())).isEqualTo(2);
        assertThat(progress()).startsWith("bench: ").contains(sentence).hasLineCount(1);
        assertThat(figures()).isEmpty();
    }

    private String config(Map<String, String> keys) throws IOException {
        Path file = Files.createTempFile(folder, "target", ".properties");
        List<String> lines = new ArrayList<>();
        keys.forEach((key, value) -> lines.add(key + "=" + value));
        return Files.write(file, lines).toString();
    }

    @Test
    void helpExplainsWithExamples() {
        assertThat(bench(List.of("--help"), List.of())).isZero();
        assertThat(figures()).contains("bin/bench oidc --config", "--rounds 3", "--baseline NAME");
    }

    @Test
    void oneServerShowsItsFlowsSideBySide() throws IOException {
        try (LocalServer server = new LocalServer(new LocalOidc())) {
            String config = config(LocalOidc.keys(server.base()));
            long self = ProcessHandle.current().pid();
            int code = bench(
                    List.of("oidc", "--config", config, "--scenario", "jwks,code_flow", "--server-pid", "" + self),
                    BRIEFLY);
            assertThat(progress()).contains("round 2 of 2: local code_flow");
            assertThat(code).isZero();
            assertThat(figures())
                    .contains("local: median of 2 rounds", "times jwks")
                    .containsPattern("(?m)^code_flow +\\d");
        }
    }

    @Test
    void twoServersAreComparedFlowByFlowAgainstTheNamedOne() throws IOException {
        try (LocalServer one = new LocalServer(new LocalOidc());
                LocalServer two = new LocalServer(new LocalOidc())) {
            int code = bench(
                    List.of(
                            "oidc",
                            "--json",
                            "--baseline",
                            "b",
                            "--scenario",
                            "refresh,client_credentials",
                            "--config",
                            config(LocalOidc.keys(one.base())),
                            "--peer",
                            "a",
                            "--config",
                            config(LocalOidc.keys(two.base())),
                            "--peer",
                            "b"),
                    BRIEFLY);
            assertThat(progress()).doesNotContain("bench:");
            assertThat(code).isZero();
            assertThat(figures().lines())
                    .hasSize(2 * 2 * 3)
                    .allMatch(line -> line.startsWith("{") && line.endsWith("}"));
            assertThat(figures().lines().filter(line -> line.contains("\"kind\":\"run\"")))
                    .hasSize(4)
                    .allMatch(line -> line.contains("\"baseline\":\"b\""));
            assertThat(figures()).contains("\"group\":\"refresh\",\"name\":\"a\"");
        }
    }

    @Test
    void anHttpApiIsDrivenByItsRuns() throws IOException {
        try (LocalServer server = new LocalServer(asked -> LocalServer.Answer.of(200, "hello"))) {
            String config = config(
                    Map.of("base", server.base(), "runs", "hello,other", "hello.get", "/", "other.get", "/other"));
            assertThat(bench(List.of("http", "--config", config, "--runs", "other"), BRIEFLY))
                    .isZero();
            assertThat(figures()).containsPattern("(?m)^other +\\d").doesNotContain("hello");
        }
    }

    @Test
    void aServerThatStopsAnsweringIsExitCodeOne() throws IOException {
        String ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        // One answer for the trial before the load, and none after it.
        try (RawServer server = RawServer.answering(List.of(List.of(ok)))) {
            String config = config(Map.of("runs", "x", "x.get", server.url().toString()));
            assertThat(bench(List.of("http", "--config", config), BRIEFLY)).isEqualTo(1);
            assertThat(figures()).containsPattern("error in x, \\d+ times: The server closed the connection");
        }
    }

    @Test
    void whatIsWrongIsSaidInOneSentence() throws IOException {
        String oidc = config(LocalOidc.keys("http://127.0.0.1:1"));
        refused("is nothing that can be driven", "saml");
        refused("--scenario is missing", "oidc", "--config", oidc);
        refused("`magic` is not a scenario", "oidc", "--config", oidc, "--scenario", "magic");
        refused("--config is missing", "oidc", "--scenario", "jwks");
        refused("There is no file", "oidc", "--config", "absent", "--scenario", "jwks");
        refused("`colour`", "oidc", "--config", oidc, "--scenario", "jwks", "--colour", "red");
        refused("lacks its value", "oidc", "--config");
        refused("given twice", "oidc", "--rounds", "1", "--rounds", "2");
        refused("--rounds", "oidc", "--rounds", "0");
        refused("--warmup", "oidc", "--warmup", "soon");
        refused("`--duration` is 0", "oidc", "--duration", "0");
        refused("is not an option", "oidc", "config");
        refused(
                "not a loopback address",
                "oidc",
                "--config",
                oidc,
                "--scenario",
                "jwks",
                "--jwks",
                "http://192.0.2.1/");
        refused("no process", "oidc", "--config", oidc, "--scenario", "jwks", "--server-pid", "2147483647");
        refused("No connection", "oidc", "--config", oidc, "--scenario", "jwks");
        refused("--colour is not an option here", "--colour", "red");
        refused("--launcher", "--launcher", folder.resolve("absent").toString());
    }
}
