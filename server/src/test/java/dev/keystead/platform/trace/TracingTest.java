package dev.keystead.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TracingTest {
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT_ID = "00f067aa0ba902b7";
    private static final Map<String, String> REQUEST = Map.of("http.request.method", "GET");

    private static String bytes(String hex) {
        return new String(HexFormat.of().parseHex(hex), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aSpanReachesTheCollectorWithItsNameAttributesAndStatus() throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.otlp(collector.url(), 1, "1.2.3")) {
                String answer = tracing.span("GET /v1/users/{id}", REQUEST, Optional.empty(), () -> {
                    tracing.status(200);
                    return tracing.span("users.find", Map.of("rows", "one"), Optional.empty(), () -> "answer");
                });
                assertThat(answer).isEqualTo("answer");
            }
            assertThat(collector.exports).isNotEmpty().allSatisfy(export -> {
                assertThat(export.path()).isEqualTo("POST /v1/traces");
                assertThat(export.contentType()).isEqualTo("application/x-protobuf");
            });
            assertThat(collector.received())
                    .contains("GET /v1/users/{id}", "users.find", "rows", "one", "http.response.status_code")
                    .contains("service.name", "keystead", "1.2.3");
        }
    }

    @Test
    void aPathOfTheEndpointIsKept() throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.otlp(collector.url().resolve("/team/otlp"), 1, "1")) {
                tracing.span("a", Map.of(), Optional.empty(), () -> 1);
            }
            assertThat(collector.exports.element().path()).isEqualTo("POST /team/otlp");
        }
    }

    @Test
    void aWellFormedTraceOfTheCallerIsContinued() throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.otlp(collector.url(), 1, "1")) {
                tracing.span("a", REQUEST, Optional.of("00-" + TRACE_ID + "-" + PARENT_ID + "-01"), () -> 1);
            }
            assertThat(collector.received()).contains(bytes(TRACE_ID)).contains(bytes(PARENT_ID));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-" + TRACE_ID,
                "00-" + TRACE_ID + "-" + PARENT_ID + "-01-extra",
                "ff-" + TRACE_ID + "-" + PARENT_ID + "-01",
                "00-" + TRACE_ID + "-0000000000000000-01",
                "00-" + TRACE_ID + "-" + PARENT_ID + "-zz",
                "00-4BF92F3577B34DA6A3CE929D0E0E473G-" + PARENT_ID + "-01",
                "\u0000\uffff"
            })
    void aMalformedTraceOfTheCallerIsIgnored(String traceparent) throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.otlp(collector.url(), 1, "1")) {
                tracing.span("still traced", REQUEST, Optional.of(traceparent), () -> 1);
                tracing.span("huge", REQUEST, Optional.of("00-".repeat(1_000_000)), () -> 1);
            }
            assertThat(collector.received())
                    .contains("still traced", "huge")
                    .doesNotContain(bytes(TRACE_ID))
                    .doesNotContain(bytes(PARENT_ID));
        }
    }

    @Test
    void aCallerCannotRaiseTheShareThatIsTraced() throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.otlp(collector.url(), 0, "1")) {
                tracing.span("a", REQUEST, Optional.of("00-" + TRACE_ID + "-" + PARENT_ID + "-01"), () -> 1);
                tracing.span("b", REQUEST, Optional.empty(), () -> 1);
            }
            assertThat(collector.exports).isEmpty();
        }
    }

    @Test
    void whatTheWorkThrowsIsRecordedWithoutCredentialsAndThrownOn() throws Exception {
        try (Collector collector = new Collector()) {
            try (Tracing tracing = Tracing.otlp(collector.url(), 1, "1")) {
                assertThatThrownBy(() -> tracing.span("failing", REQUEST, Optional.empty(), () -> {
                            throw new IOException("password=hunter2 was refused");
                        }))
                        .isInstanceOf(IOException.class)
                        .hasMessage("password=hunter2 was refused");
            }
            assertThat(collector.received())
                    .contains("failing", "java.io.IOException", "password=*** was refused")
                    .doesNotContain("hunter2");
        }
    }

    /// Were a span sent by the thread that made it, these many would wait for an hour; the limit only ends that
    /// wait.
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void anUnreachableCollectorBreaksNoRequest() throws Exception {
        URI nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }
        try (Tracing tracing = Tracing.otlp(nobody, 1, "1")) {
            for (int i = 0; i < 20_000; i++) {
                int expected = i;
                assertThat(tracing.span("a", REQUEST, Optional.empty(), () -> expected))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aCollectorThatNeverAnswersDoesNotHoldTheRequest() throws Exception {
        // The socket accepts connections into its backlog and nobody ever reads them.
        try (ServerSocket silent = new ServerSocket(0)) {
            try (Tracing tracing = Tracing.otlp(URI.create("http://127.0.0.1:" + silent.getLocalPort()), 1, "1")) {
                for (int i = 0; i < 2_000; i++) {
                    assertThat(tracing.span("a", REQUEST, Optional.empty(), () -> "answer"))
                            .isEqualTo("answer");
                }
            }
        }
    }

    @Test
    void offLoadsNothingOfOpenTelemetryAndSendsNothing() throws Exception {
        String classPath = Path.of(Tracing.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                + java.io.File.pathSeparator
                + Path.of(UntracedProgram.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load",
                        "-cp",
                        classPath,
                        UntracedProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output.lines())
                .contains("done")
                .anyMatch(line -> line.contains("dev.keystead.platform.trace.NoTracing"));
        assertThat(output).doesNotContain("io.opentelemetry").doesNotContain("java.net.Socket ");
    }
}
