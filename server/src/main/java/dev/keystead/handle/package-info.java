/// Who has which handle, across all workspaces: people's own accounts and machines.
///
/// 1. A handle is taken by inserting its row: of any number of writers, on any number of nodes, one wins.
/// 2. What looks like a handle that is taken, or is reserved or looks so, is refused when somebody wants it, and
///    never taken from whoever has it.
/// 3. A handle that was given up is nobody's: for two years after a change, for good after a deletion, unless an
///    operator releases it.
/// 4. Words are reserved by two different members of the staff, and never taken out of the dictionary.
/// 5. Reading goes through a cache of 30 seconds, which every node forgets when the handle changes.
///
/// Handles of the users that a workspace manages itself are its own affair and not in here.
///
/// Tables: identity.handle_registry, identity.reservation_dictionary, identity.reservation_proposals.
/// May use: job, audit, platform.
@NullMarked
package dev.keystead.handle;

import org.jspecify.annotations.NullMarked;
