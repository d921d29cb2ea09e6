/// Applications that register themselves (RFC 7591) and manage their registration (RFC 7592).
///
/// Invariants
///
/// 1. The workspace decides whether anybody, somebody with a token, or nobody may register an application.
/// 2. Whoever registered itself is never first-party, and changes nothing about itself that administrators
///    decide.
/// 3. What is known is registered and echoed, what is unknown is passed over (RFC 7591 section 2), and what
///    we could not honour is refused.
/// 4. A registration access token is good for its own client alone; a client that is gone and a wrong token
///    get the same answer.
/// 5. An initial access token is counted down by the statement that accepts it.
///
/// Tables: oauth.registration_tokens. May use: client, login, policy, audit, oauth.wire, platform, Nimbus
/// for metadata.
@NullMarked
package dev.keystead.oauth.register;

import org.jspecify.annotations.NullMarked;
