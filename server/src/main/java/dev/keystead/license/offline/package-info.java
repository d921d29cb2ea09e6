/// What a person may use on a device that is offline.
///
/// 1. A document is for one person, one device and one node. It names the device's certificate by its thumbprint and is
///    worth nothing to whoever cannot show that certificate.
/// 2. It ends with the certificate, and each module in it with what allows it, as far as that is known when it
///    is signed.
/// 3. Only a device that is not revoked and has a valid certificate gets one. Seats count: it is for a person. About
///    other nodes than the workspace's own it tells only whoever may read what these may use.
/// 4. It is signed by a key that the workspace publishes and keeps published for as long as a certificate may live. Its
///    `typ` keeps it from being taken for a token.
///
/// RFC 7515 (JWS), RFC 7519 (JWT), RFC 8705 §3.1 (`x5t#S256`), RFC 8725 §3.11.
///
/// Tables: none of its own. May use: license.entitlement, license.assignment, device, key, workspace, directory, node,
/// platform.
@NullMarked
package dev.keystead.license.offline;

import org.jspecify.annotations.NullMarked;
