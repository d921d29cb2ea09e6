/// Tokens that work for the holder of a key alone: how the key is shown when they are given and when they
/// are used.
///
/// 1. A proof counts once, for one method and one address, for about a minute, and, at resources, with one
///    token.
/// 2. Clients under FAPI 2.0, and those that cannot keep a secret, must put a nonce of ours into their
///    proofs, so that none can be made in advance. Nonces are computed: every node knows them, and nothing
///    is kept.
/// 3. A token that is bound works in no other way, and one that is not bound does not pass for one that is.
/// 4. The certificate of a device binds whatever is given with it.
///
/// RFC 9449 (DPoP), RFC 8705 section 3 (certificates). Owns no table. May use: oauth.clientauth,
/// oauth.wire, grant, device, client, platform.
@NullMarked
package dev.keystead.oauth.proof;

import org.jspecify.annotations.NullMarked;
