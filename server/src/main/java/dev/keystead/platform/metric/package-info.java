/// Figures about the running process in Prometheus's format.
///
/// Start at [dev.keystead.platform.metric.Metrics].
///
/// Invariants:
/// 1. No label names a workspace, a user, or anything else that grows with the data: the number of time series is
///    bounded by the code. Per-workspace questions are for the audit trail and the logs.
/// 2. A label value that comes from a request is one of a fixed list, or `other`.
/// 3. Recording a request takes no lock that another request holds for long, and never fails the request.
///
/// May use: Micrometer, HikariCP's configuration, the JDK.
@NullMarked
package dev.keystead.platform.metric;

import org.jspecify.annotations.NullMarked;
