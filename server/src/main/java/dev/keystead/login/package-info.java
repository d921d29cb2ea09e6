/// Signing in: one machine for pages and programs.
///
/// 1. A flow belongs to the browser that began it, lives ten minutes, and ends at the fifth error.
/// 2. A proof is counted as wrong before it is judged; only being right takes the count back.
/// 3. Until something is proven, an account that is there and one that is not look alike: in words, in the steps that
///    are offered, and in the time that an answer takes.
/// 4. A challenge, a code and a link work once. A challenge is computed; what is written down is that it was answered.
/// 5. Whoever has a second factor does not get in by one that is weaker, and proves themselves again by it.
/// 6. A mail speaks for the mailbox that it went to, as long as that is the account's own. A password lets in as long
///    as it is the one that is kept, also at the moment at which somebody replaces it.
/// 7. A browser carries one session for each workspace: whoever signs in ends the one that it carried. Whoever proves
///    themselves again goes on with theirs.
///
/// Tables: auth.auth_flows, auth.webauthn_challenges.
/// May use: connection, gate, session, credential, lockout, authevent, onetime, mail, policy, domain, member,
/// directory, platform.
@NullMarked
package dev.keystead.login;

import org.jspecify.annotations.NullMarked;
