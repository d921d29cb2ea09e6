/// SAML 2.0: people who come from identity providers that speak it, and who sign out there or here.
///
/// 1. Nobody comes in by an answer that [dev.keystead.federation.saml.protocol] refuses. What was refused
///    leaves an event at the door, and touches no account.
/// 2. An answer belongs to a question of the same browser, which is answered once; one that nobody asked for
///    counts only where the connection says so. An assertion is used once, on all nodes together.
/// 3. Everything that we ask is signed by a key of the workspace, which opens in its row alone. Another key is
///    published before it signs.
/// 4. A logout counts only when its provider signed it, and only once. It ends the sessions that began by
///    that provider's session, on every node.
///
/// OASIS SAML 2.0 profiles sections 4.1 and 4.4.
///
/// Tables: admin.saml_keys.
/// May use: federation, connection, login, gate, authevent, workspace, audit, platform.
@NullMarked
package dev.keystead.federation.saml;

import org.jspecify.annotations.NullMarked;
