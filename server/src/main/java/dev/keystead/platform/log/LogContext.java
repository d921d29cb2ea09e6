package dev.keystead.platform.log;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/// What every line of one request carries: the id of the request and, once it is known, the workspace.
///
/// It is bound for the extent of a call and read by the log on the same thread. A task that is handed to another
/// thread does not inherit it and binds its own.
public record LogContext(String requestId, @Nullable String tenant) {
    private static final ScopedValue<LogContext> CURRENT = ScopedValue.newInstance();

    /// Runs the work with this context on every log line it writes.
    public <T extends @Nullable Object> T during(Callable<T> work) throws Exception {
        return ScopedValue.where(CURRENT, this).call(work::call);
    }

    /// This context with the workspace that the request turned out to belong to.
    public LogContext withTenant(String knownTenant) {
        return new LogContext(requestId, knownTenant);
    }

    static @Nullable LogContext current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }
}
