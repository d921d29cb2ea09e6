package dev.keystead.platform.trace;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Records what a request did and how long it took, for a collector outside this process.
public sealed interface Tracing extends AutoCloseable permits NoTracing, OtlpTracing {
    /// Records nothing, and loads nothing to do so.
    static Tracing off() {
        return new NoTracing();
    }

    /// Sends traces by OTLP over HTTP.
    ///
    /// @param endpoint the collector's URL; one without a path gets `/v1/traces`
    /// @param sampleRatio the share of traces that is recorded, 0 to 1
    static Tracing otlp(URI endpoint, double sampleRatio, String serviceVersion) {
        return new OtlpTracing(endpoint, sampleRatio, serviceVersion);
    }

    /// Runs the work as one span, inside the span that is open on this thread if there is one. What the work
    /// returns or throws goes to the caller unchanged; what it throws marks the span as failed.
    ///
    /// @param name few different ones: the route's template, never a path
    /// @param attributes by OpenTelemetry's conventions; with `http.request.method` the span is that of a server
    /// @param traceparent the `traceparent` header of an incoming request; the span continues that trace when it is
    ///     well-formed, and begins a new one when it is not
    <T extends @Nullable Object> T span(
            String name, Map<String, String> attributes, Optional<String> traceparent, Callable<T> work)
            throws Exception;

    /// Notes the status of the answer on the span that is open on this thread; 500 and above marks it as failed.
    void status(int httpStatus);

    /// Sends what is still waiting, for a few seconds at most.
    @Override
    void close();
}
