/// Tests of the embedded PostgreSQL, on real servers. Most run a server of their own and take about two seconds.
///
/// 1. A test that needs root or a mount says so by an assumption; nothing else is skipped.
/// 2. Every folder made outside the test's own temporary one is removed.
@NullMarked
package dev.keystead.postgres;

import org.jspecify.annotations.NullMarked;
