/// What all endpoints of OAuth and OpenID Connect share: how a request is read and how it is refused.
///
/// 1. A parameter that repeats is refused (RFC 6749 section 3.1), except those that may.
/// 2. Refusals have the shape and the words of the protocol.
///
/// May use: platform.http, Nimbus for what the specifications define.
@NullMarked
package dev.keystead.oauth.wire;

import org.jspecify.annotations.NullMarked;
