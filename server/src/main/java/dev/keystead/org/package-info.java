/// Organisations over HTTP: an operator makes them, each is run from its home workspace.
///
/// 1. Only the system workspace makes organisations.
/// 2. A new organisation has a home workspace and a key that administers it, made in the same transaction.
/// 3. An organisation sees itself and no other.
///
/// Tables: none of its own.
/// May use: apikey, member, directory, workspace, audit, platform.
@NullMarked
package dev.keystead.org;

import org.jspecify.annotations.NullMarked;
