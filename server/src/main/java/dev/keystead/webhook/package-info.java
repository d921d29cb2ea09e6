/// Webhooks: addresses that a workspace wants to be told of its events at.
///
/// 1. An event is queued for a webhook once, whatever happens to the worker that does it.
/// 2. What is sent is signed; the secret is shown once, kept in an envelope, and for a day after a rotation the
///    former one signs too.
/// 3. A target that hangs, fails or answers endlessly costs one call at a time, and holds up no other target.
/// 4. No transaction is open while a target is called, and no target inside the installation's own network
///    can be reached.
/// 5. A delivery is tried for three days; a webhook that only failed for five is turned off, and its owners
///    hear of it.
///
/// Standard Webhooks 1.0: headers, signature `v1`, form of the secret.
///
/// Tables: admin.webhooks, admin.webhook_deliveries.
/// May use: member, workspace, directory, event, job, audit, platform.
@NullMarked
package dev.keystead.webhook;

import org.jspecify.annotations.NullMarked;
