/// The tenant wall as a library: typed ids, scopes, and statements that cannot leave their scope.
///
/// A statement is a constant ([Query] or [Command]) that names the axis it is scoped by. [Database] runs it: it
/// takes the ids of the bound [Scope], tells PostgreSQL about them for this one transaction, and binds the axis's id as
/// the last parameter. Row-level security then checks the same thing again inside the database.
///
/// Invariants
///
/// 1. No statement on an axis runs unless that axis is bound: it is refused before any SQL is sent. A statement
///    on the project axis needs the tenant as well, and sets both.
/// 2. The scope is transaction-local. A pooled connection never carries a scope from one caller to the next.
/// 3. A scoped read is one round trip; a write is two, whatever it records at commit. [Questions] of a transaction
///    that do not depend on each other are one.
/// 4. Every parameter is sent with its type. An untyped one makes the driver split a statement from its scope
///    (it starts at the sixth execution, so tests pass and production loses rows); [Parameters] cannot send one.
/// 5. Returned means commit, thrown means rollback.
///
/// May use: JDBC and the PostgreSQL driver. It knows no web framework and no feature.
@NullMarked
package dev.keystead.tenancy;

import org.jspecify.annotations.NullMarked;
