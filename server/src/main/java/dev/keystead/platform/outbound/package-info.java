/// Calls that this server makes to addresses which others name: applications' keys, request objects and
/// logout notices, and webhooks. Whoever names an address must not be able to reach through us what they
/// cannot reach themselves.
///
/// Invariants
///
/// 1. Only https is spoken. With `outbound.allow-private`, http is spoken too, to this machine alone.
/// 2. A name is resolved once; every address that it has is checked, and the connection goes to one of
///    those very addresses, so that a name cannot mean something else a moment later. TLS still asks for
///    the name, and checks the certificate against it.
/// 3. Addresses that the public internet does not route are refused unless `outbound.allow-private` is set.
/// 4. No redirect is followed, no cookie kept, no credential of ours sent, no body unpacked.
/// 5. Time, bytes and the number of calls at once are bounded.
///
/// RFC 6890 and the IANA registries of special-purpose addresses; RFC 9101 section 10.4 names the danger.
///
/// May use: `platform.config`, `platform.tls`, Jetty's client.
@NullMarked
package dev.keystead.platform.outbound;

import org.jspecify.annotations.NullMarked;
