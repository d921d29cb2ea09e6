/// Traces of requests for an OpenTelemetry collector, when one is configured.
///
/// Start at [dev.keystead.platform.trace.Tracing].
///
/// Invariants:
/// 1. Without an endpoint no class of OpenTelemetry is loaded; only [dev.keystead.platform.trace.OtlpTracing] names
///    them.
/// 2. A collector that is slow, broken or away costs a request nothing: spans wait in a bounded queue and are
///    dropped when it is full.
/// 3. A trace holds no credential: texts of exceptions are masked like those of the log.
/// 4. A caller may continue its own trace here (W3C `traceparent`), but cannot make us trace more than the
///    configured share.
///
/// May use: OpenTelemetry, [dev.keystead.platform.log.Redaction], the JDK.
@NullMarked
package dev.keystead.platform.trace;

import org.jspecify.annotations.NullMarked;
