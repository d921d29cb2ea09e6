/// Badges: what a workspace attests about a person, signed so that anybody can check it without asking us.
///
/// 1. What is signed is the RFC 8785 spelling of the payload, by Ed25519. A badge is checked by the key that
///    it names, and that key must be one for the badge's kind and of the issuer that the badge names.
/// 2. One class judges badges, [BadgeVerifier], for the API and for the command line, which has no server
///    at hand. It trusts the list of keys that it is given and nothing in the badge.
/// 3. Every workspace has its own keys, one that signs per kind, made when it is first needed. Of many
///    nodes that need it at once, one makes it. A private key is stored in an envelope that opens in its
///    row alone; it vouches for the public key beside it.
/// 4. A key that was rotated signs nothing more, and what it signed stays valid. A key that was revoked
///    makes every badge of it invalid: those rows are revoked with it, in one transaction, and no badge
///    is issued by it at the same moment.
/// 5. Revoking a badge leaves a tombstone that names nobody and stays, whatever becomes of the badge.
/// 6. A badge says what is so when it is issued: staff are staff, alumni have left, and whoever was invited
///    by staff has an edge that says so. Whoever leaves has no badge of the staff any more, from the same
///    transaction on, also when it was issued at that moment.
///
/// RFC 8032 (Ed25519), RFC 8785 (JCS), RFC 8037 §2 (how public keys are published).
///
/// Tables: identity.badges, identity.badge_issuer_keys, identity.badge_tombstones; it reads who invited
/// whom in identity.invite_chain_edges, and who is of the staff in identity.workspace_members.
///
/// May use: member, workspace, directory, event, job, audit, platform.
@NullMarked
package dev.keystead.badge;

import org.jspecify.annotations.NullMarked;
