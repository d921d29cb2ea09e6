/// Typed configuration: one table of settings, four sources, and an answer to "where does this value come
/// from".
///
/// Start at [dev.keystead.platform.config.Settings], the table; the page `docs/reference/settings.md` is
/// generated from it. [dev.keystead.platform.config.Configuration] reads the sources,
/// [dev.keystead.platform.config.Config] is what the wiring takes.
///
/// Invariants:
/// 1. A later source wins over an earlier one: default, file, environment, flag.
/// 2. A name that is no setting stops the start, in every source, and so does a value that its type
///    refuses. All problems are found in one run, and each is one sentence with the name, its place, what
///    is wrong and what is allowed.
/// 3. The value of a secret is never printed: not in a problem, not in a report, not by `toString`.
/// 4. Every default is accepted by its own type; a table that breaks this does not load.
/// 5. Whatever a source holds (any bytes, any length) ends in a configuration or in problems, never in an
///    exception.
///
/// A new setting is one constant in `Settings` (`EdgeSettings` for TLS and hosts), its place in the list of
/// `Settings`, and a component of a `…Config` record.
///
/// May use: `platform.log` (its enums and [dev.keystead.platform.log.Printable]), `platform.json` (what an
/// address is), the JDK.
@NullMarked
package dev.keystead.platform.config;

import org.jspecify.annotations.NullMarked;
