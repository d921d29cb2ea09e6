package dev.keystead.server;

import dev.keystead.platform.http.RequestObserver;
import dev.keystead.platform.log.LogContext;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.platform.trace.Tracing;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/// Counts, traces and names every request in the log.
final class Observation implements RequestObserver {
    private final Metrics metrics;
    private final Tracing tracing;

    Observation(Metrics metrics, Tracing tracing) {
        this.metrics = metrics;
        this.tracing = tracing;
    }

    @Override
    public <T> T observe(Beginning request, Supplier<T> work, ToIntFunction<T> status) {
        long began = System.nanoTime();
        T answer = traced(request, work, status);
        var took = Duration.ofNanos(System.nanoTime() - began);
        metrics.request(request.method(), request.route(), status.applyAsInt(answer), took);
        return answer;
    }

    private <T> T traced(Beginning request, Supplier<T> work, ToIntFunction<T> status) {
        var attributes = Map.of("http.request.method", request.method(), "http.route", request.route());
        try {
            return new LogContext(request.requestId(), null)
                    .during(() -> tracing.span(
                            request.method() + " " + request.route(), attributes, request.traceParent(), () -> {
                                T answer = work.get();
                                tracing.status(status.applyAsInt(answer));
                                return answer;
                            }));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a request's work throws nothing checked", e);
        }
    }
}
