package dev.keystead.platform.trace;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// Tracing that is switched off.
record NoTracing() implements Tracing {
    @Override
    public <T extends @Nullable Object> T span(
            String name, Map<String, String> attributes, Optional<String> traceparent, Callable<T> work)
            throws Exception {
        return work.call();
    }

    @Override
    public void status(int httpStatus) {}

    @Override
    public void close() {}
}
