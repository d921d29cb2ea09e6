/// SAML 2.0 as a service provider speaks it: messages that are written, and messages that are judged. It
/// knows nothing of workspaces, accounts or HTTP.
///
/// 1. Every message is hostile until its signature is checked: no DTD, no entities, no comments, no
///    processing instructions, bounded bytes, depth, elements and attributes, every id once.
/// 2. A signature counts for the element that holds it and for nothing else. It has one reference, to the
///    id of that very element; what is read afterwards is read out of that same node, child by child.
/// 3. Keys come from the connection alone. What a message says about its key is not looked at.
/// 4. Algorithms are those of a list: RSA and ECDSA with SHA-256 or better, exclusive canonicalisation. No
///    SHA-1, no HMAC, no other transform.
/// 5. What is encrypted comes by AES-GCM; by AES-CBC only inside a response whose signature was checked
///    before, as CBC alone tells whoever tries often enough what it holds. Keys come by RSA-OAEP. Whatever
///    is wrong with an encryption is refused in the same words.
/// 6. A message that is refused is refused by [SamlRefused] and by nothing else.
///
/// OASIS SAML 2.0 core, bindings, profiles and metadata; XML Signature 1.1; XML Encryption 1.1.
///
/// May use: the JDK.
@NullMarked
package dev.keystead.federation.saml.protocol;

import org.jspecify.annotations.NullMarked;
