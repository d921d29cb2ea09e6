package dev.keystead.platform.http;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/// Sees every request from outside its work: for counting, tracing and naming it in the log.
public interface RequestObserver {
    /// Does the work and answers what it answered.
    ///
    /// @param status reads the status from an answer
    <T> T observe(Beginning request, Supplier<T> work, ToIntFunction<T> status);

    /// What is known when a request begins.
    ///
    /// @param route the template, never the raw path; `unmatched` when no route fits
    /// @param traceParent the W3C header as it was sent, unchecked
    record Beginning(String method, String route, String requestId, Optional<String> traceParent) {}

    /// An observer that looks away.
    static RequestObserver none() {
        return new RequestObserver() {
            @Override
            public <T> T observe(Beginning request, Supplier<T> work, ToIntFunction<T> status) {
                return work.get();
            }
        };
    }
}
