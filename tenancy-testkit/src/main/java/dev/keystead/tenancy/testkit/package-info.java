/// The tenancy contract, T1 to T12, as JUnit tests that any module runs over its own routes and tables.
///
/// A module describes itself once ([TenancySubject]): where it listens, two parties that must not see each other, its
/// routes as data, its database. [TenancyContract] makes the tests. Tables come from PostgreSQL's catalogue and routes
/// from the module's router, so a new table or route is covered without being named here.
///
/// Invariants
///
/// 1. A failure names the check (T1 to T12), the route or table, and the cure.
/// 2. What the checks do to tables is rolled back; what they do over HTTP must change nothing of the other party's, and
///    its rows are compared before and after.
/// 3. "Foreign" and "absent" must be the same answer, byte by byte but for the request's id.
/// 4. A table is scoped or on the closed list of system-wide tables; there is no third kind.
///
/// May use: `dev.keystead.tenancy`, JUnit, AssertJ, JDBC, the JDK's HTTP client.
@NullMarked
package dev.keystead.tenancy.testkit;

import org.jspecify.annotations.NullMarked;
