/// Machines that workspaces own (service identities) and their credentials (service accounts).
///
/// 1. A service identity has a handle that ends in `.bot`, won in the registry like any other. Deleting it freezes
///    the handle; its row goes 30 days later.
/// 2. A service account is an OAuth client that nothing but this package changes: it gets tokens by
///    `client_credentials` (RFC 6749 section 4.4) whose `sub` is the service identity.
/// 3. Nobody gives an account more than they may do themselves: not when it is made or changed, nor by a new secret
///    or key.
/// 4. Suspending or deleting a service identity or an account ends its tokens on every node within a second.
/// 5. A key counts only once it has signed a challenge, which is answered once and in time; a new key takes the
///    place of the one before.
/// 6. The trust class decides how many requests a service identity may make, at all nodes together: each takes
///    shares out of one bucket, so that a share for each node is how far it may be exceeded. verified_org needs a
/// domain
///    that is proven now, system an operator, and an untrusted one rises only when it is attested.
///
/// Tables: identity.service_identities, identity.service_accounts, identity.bot_buckets. May use: domain, member,
/// client, workspace,
/// handle, job, audit, platform, Nimbus for keys.
@NullMarked
package dev.keystead.bot;

import org.jspecify.annotations.NullMarked;
