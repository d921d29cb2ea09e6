/// Signing out by applications, and telling applications that somebody signed out.
///
/// 1. An application ends a session without a question only by an ID token that we signed for that very
///    session of the browser; in any other case the person is asked.
/// 2. Browsers are sent only to addresses that the application registered for this; what is wrong is told
///    on a page.
/// 3. Whoever ends a session, and wherever: every client that was given something in it is queued to be
///    told, in the transaction that ends it, by one statement that travels with the commit.
///    `Sessions` tells us, rather than we looking for ended sessions:
///    nothing has to be marked, scanned or indexed among living sessions, and an end that is undone tells
///    nobody.
/// 4. A client is told at least once within the hour, unless it never takes it; then its workspace's trail
///    says so. Several nodes may tell: a notice is claimed by one statement for a minute.
/// 5. Each client is told by itself: one that hangs holds up no other one, and no person who signs out.
/// 6. A session that runs out, idle or old, tells as well (the specification leaves that to us): a job
///    notes it within about a minute. One that ran out more than two hours before is left alone.
///
/// OpenID Connect RP-Initiated Logout 1.0, Front-Channel Logout 1.0, Back-Channel Logout 1.0.
///
/// Tables: session.logout_notices. May use: oauth.wire, oauth.authorize (the page for refusals), login,
/// grant, session, client, key, platform.outbound.
@NullMarked
package dev.keystead.oauth.logout;

import org.jspecify.annotations.NullMarked;
