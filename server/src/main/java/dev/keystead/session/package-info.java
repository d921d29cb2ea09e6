/// Sessions: who is inside, with what, since when and until when.
///
/// 1. A session's token works once; each use gives the next one. A token that was used before ends the
///    session, except that the same client may ask again for ten seconds after a lost answer, and gets the
///    same successor.
/// 2. Tokens are computed from the session's id and generation with a server key. No database holds one.
/// 3. A session ends after its idle time, at its absolute end, or when it is ended; every node honours that
///    within a second.
/// 4. Of those who end a session at once, one does; whoever listens learns of it once, in the transaction
///    that did it.
///
/// Tables: session.sessions. May use: device, workspace, directory, job, platform.
@NullMarked
package dev.keystead.session;

import org.jspecify.annotations.NullMarked;
