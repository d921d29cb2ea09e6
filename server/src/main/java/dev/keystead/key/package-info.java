/// The keys with which workspaces sign tokens.
///
/// 1. Every workspace has its own keys, one that signs per algorithm, made when it is first needed. Of many
///    threads and nodes that need it at once, one makes it.
/// 2. A key is published before it signs and for as long as a token that it signed may live. A node that
///    has not yet heard of a rotation signs with a key that is still published.
/// 3. A revoked key leaves the key set and checks nothing from the commit on, on every node within a
///    second.
/// 4. A token is checked by the key that it names, by that key's algorithm, and by none of another
///    workspace.
/// 5. A private key is stored in an envelope that opens in its row alone; it vouches for the public key
///    beside it. A row that was tampered with neither signs nor is published.
/// 6. A [SigningKey] needs no connection: take it before a transaction is opened.
///
/// Signatures are computed by the Amazon Corretto Crypto Provider, in native code, which is packaged for
/// Linux on x86-64. The packages for other machines have the same files under the same names, so that only
/// one of them can be on the class path; on such machines the JDK's own code signs, or the package is
/// exchanged for theirs.
///
/// RFC 7515 (JWS), RFC 7517 (JWK), RFC 7518 §3 (RS256, PS256, ES256), RFC 8037 (EdDSA), RFC 8725 §3.1.
///
/// Tables: oauth.signing_keys. May use: workspace, job, audit, platform.
@NullMarked
package dev.keystead.key;

import org.jspecify.annotations.NullMarked;
