package dev.keystead.platform.trace;

import java.util.Map;
import java.util.Optional;

/// Runs a span with tracing off, in a process that has no OpenTelemetry on its class path.
final class UntracedProgram {
    private UntracedProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (Tracing tracing = Tracing.off()) {
            String answer = tracing.span("GET /", Map.of("a", "b"), Optional.of("00-a-b-01"), () -> {
                tracing.status(200);
                return "done";
            });
            System.out.println(answer);
        }
    }
}
