/// Keeps the generated pages under `docs/reference/` true.
///
/// 1. A page is made from the product itself: its tables in code, a running server, a migrated database.
/// 2. A test compares the committed page with what it makes; `bin/reference` lets the same tests write.
/// 3. A page is the same on every PostgreSQL that the product runs on and under every name of an installation.
@NullMarked
package dev.keystead.reference;

import org.jspecify.annotations.NullMarked;
