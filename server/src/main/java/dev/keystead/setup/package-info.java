/// The first start: the system workspace, the first administrator, and the one-time link that lets them in.
///
/// 1. It happens once per database, whatever the number of nodes.
/// 2. The link works once and for a day; a new one can be made from the command line only.
/// 3. The key that it gives administers the organisation and is shown once.
/// 4. The page asks for a password to sign in with; a script may go without one. A new password ends every session
///    of the administrator.
///
/// Tables: auth.one_time_tokens.
/// May use: signup, credential, session, gate, apikey, directory, workspace, policy, audit, platform.
@NullMarked
package dev.keystead.setup;

import org.jspecify.annotations.NullMarked;
