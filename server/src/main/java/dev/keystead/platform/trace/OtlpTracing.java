package dev.keystead.platform.trace;

import dev.keystead.platform.log.Redaction;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tracing by OpenTelemetry's SDK, set up by hand: its own configuration from the environment is not read, so that
/// [dev.keystead.platform.config] stays the only one.
final class OtlpTracing implements Tracing {
    private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_WAITING_SPANS = 4_096;
    private static final int MAX_TEXT_CHARACTERS = 1_024;

    /// The length of a version 00 header; later versions may append to it, within reason.
    private static final int MAX_TRACEPARENT_CHARACTERS = 256;

    /// The attribute that every span of an HTTP request has, by OpenTelemetry's conventions.
    private static final String REQUEST_METHOD = "http.request.method";

    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    private final SdkTracerProvider provider;
    private final Tracer tracer;

    OtlpTracing(URI endpoint, double sampleRatio, String serviceVersion) {
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(tracesUrl(endpoint))
                .setConnectTimeout(EXPORT_TIMEOUT)
                .setTimeout(EXPORT_TIMEOUT)
                .build();
        Sampler share = Sampler.traceIdRatioBased(sampleRatio);
        provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(
                        AttributeKey.stringKey("service.name"),
                        "keystead",
                        AttributeKey.stringKey("service.version"),
                        serviceVersion)))
                // A caller's "recorded" mark is only a wish: anybody can set it.
                .setSampler(Sampler.parentBasedBuilder(share)
                        .setRemoteParentSampled(share)
                        .build())
                .setSpanLimits(SpanLimits.builder()
                        .setMaxAttributeValueLength(MAX_TEXT_CHARACTERS)
                        .build())
                .addSpanProcessor(BatchSpanProcessor.builder(exporter)
                        .setMaxQueueSize(MAX_WAITING_SPANS)
                        .setExporterTimeout(EXPORT_TIMEOUT)
                        .build())
                .build();
        tracer = provider.get("dev.keystead");
    }

    private static String tracesUrl(URI endpoint) {
        boolean bare = endpoint.getRawPath().isEmpty() || endpoint.getRawPath().equals("/");
        return (bare ? endpoint.resolve("/v1/traces") : endpoint).toString();
    }

    @Override
    public <T extends @Nullable Object> T span(
            String name, Map<String, String> attributes, Optional<String> traceparent, Callable<T> work)
            throws Exception {
        SpanBuilder builder = tracer.spanBuilder(name);
        traceparent
                .filter(header -> header.length() <= MAX_TRACEPARENT_CHARACTERS)
                .ifPresent(header -> builder.setParent(callerContext(header)));
        if (attributes.containsKey(REQUEST_METHOD)) {
            builder.setSpanKind(SpanKind.SERVER);
        }
        attributes.forEach(builder::setAttribute);
        Span span = builder.startSpan();
        try (Scope _ = span.makeCurrent()) {
            return work.call();
        } catch (Throwable thrown) {
            recordFailure(span, thrown);
            throw thrown;
        } finally {
            span.end();
        }
    }

    @Override
    public void status(int httpStatus) {
        Span span = Span.current();
        span.setAttribute(STATUS, (long) httpStatus);
        if (httpStatus >= 500) {
            span.setStatus(StatusCode.ERROR);
        }
    }

    /// The SDK's own recording would send the message and the whole stack as they are.
    private static void recordFailure(Span span, Throwable thrown) {
        String type = thrown.getClass().getName();
        String message = Redaction.mask(String.valueOf(thrown.getMessage()));
        span.setStatus(StatusCode.ERROR);
        span.setAttribute(ERROR_TYPE, type);
        span.addEvent(
                "exception",
                Attributes.of(
                        AttributeKey.stringKey("exception.type"), type,
                        AttributeKey.stringKey("exception.message"), message));
    }

    /// Shows the propagator a request that has the `traceparent` header alone.
    private static Context callerContext(String traceparent) {
        return W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), traceparent, (header, name) -> name.equals("traceparent") ? header : null);
    }

    @Override
    public void close() {
        provider.shutdown().join(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
