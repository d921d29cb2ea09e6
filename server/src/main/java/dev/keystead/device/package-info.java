/// Devices of people, each known by a key that it alone holds.
///
/// 1. A key is P-256 or Ed25519, in its one spelling; of one person it is registered once, also after it was
///    revoked: what somebody lost does not come back.
/// 2. A device is untrusted until it signs what we gave it, in a session whose person proved themselves a moment
///    ago. What it signs works once and for a few minutes, names workspace and device, and is used up by a
///    wrong signature as well.
/// 3. Whoever listens learns of each device that is revoked in the transaction that does it: its sessions, its
///    certificates and what applications were given with it end there; every node honours that within a second.
/// 4. When a device was last used is written down once in some minutes, not with each request.
///
/// RFC 5280 section 4.1.2.7 (keys), RFC 7638 (thumbprints). Tables: identity.devices. May use: key, directory,
/// event, audit, platform.
@NullMarked
package dev.keystead.device;

import org.jspecify.annotations.NullMarked;
