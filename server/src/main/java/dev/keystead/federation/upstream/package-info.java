/// What another identity provider said of somebody, and the sessions that began there.
///
/// 1. What a provider ends, ends here on every node within a second.
/// 2. What it ends while a sign-in is under way does not become a session.
/// 3. A session is as old as the proof at the provider, and ends with the provider's.
/// 4. What a provider is shown when somebody signs out is kept in an envelope.
///
/// Tables: session.upstream_sessions. May use: login, connection, session, authevent, directory, workspace, job,
/// platform.
@NullMarked
package dev.keystead.federation.upstream;

import org.jspecify.annotations.NullMarked;
