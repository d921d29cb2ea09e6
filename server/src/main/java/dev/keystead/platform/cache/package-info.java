/// Caches that every node forgets together.
///
/// 1. A change and the key of what it makes stale commit together; a change that is undone makes nothing forgotten.
/// 2. Every node forgets within a second of the commit, the changing node at once.
/// 3. A node that does not hear of changes trusts nothing that it keeps, and asks the database.
/// 4. Keys carry their scope; a value is never shared between tenants.
///
/// Tables: events.cache_changes.
/// May use: tenancy.
@NullMarked
package dev.keystead.platform.cache;

import org.jspecify.annotations.NullMarked;
