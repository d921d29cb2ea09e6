/// The way to PostgreSQL: roles, migrations, and the two pools.
///
/// 1. Three roles: the owner has the tables and runs migrations, the application's role lives behind row-level
/// security,
///    the worker's may cross tenants and has a small pool of its own.
/// 2. The server does not start when the application's role could walk around the wall: superuser, owner or BYPASSRLS.
/// 3. Migrations are append-only. A file that differs from the lock, or from what was applied, stops the start.
/// 4. A start on a current database needs no owner and applies nothing.
/// 5. What several requests write together ([GroupedWrites]) is committed before any of them is answered, and
///    what is wrong with one thing fails for that one alone.
/// 6. A database that keeps silent for longer than any statement may take is given up ([PatientSockets]).
///
/// May use: tenancy, JDBC, HikariCP, Flyway.
@NullMarked
package dev.keystead.platform.db;

import org.jspecify.annotations.NullMarked;
