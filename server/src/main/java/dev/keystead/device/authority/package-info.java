/// The authority with which each workspace certifies the devices of its people, and the certificates that it issued.
///
/// 1. Every workspace has a root and an intermediate of its own, made when the first certificate is asked for. Of
///    many nodes that need them at once, one makes them. A private key is stored in an envelope that opens in its
///    row alone, and vouches for the certificate beside it.
/// 2. A certificate says what we know: whose device it is, for how long, and what it may be used for. Of a request
///    for one (PKCS #10) nothing counts but the key, which must be the device's and must have signed it; names and
///    extensions that it asks for are passed over.
/// 3. A certificate is issued and renewed to a trusted device that signs a challenge of ours. It ends by itself
///    within days, when it is revoked, or with its device; tokens that are bound to it end with it, on every node
///    within a second.
/// 4. Each authority has a list of what it revoked (CRL), signed when somebody asks after something changed, and
///    kept until the next change or half of its time. Its number always grows.
/// 5. A rotated intermediate signs no more certificates, only its list; what it signed stays valid.
///
/// RFC 5280 (certificates and lists), RFC 2986 (PKCS #10), RFC 7093 section 2 (key identifiers), RFC 8705.
/// Tables: identity.certificate_authorities, identity.binding_certificates; it reads keys in identity.devices. May
/// use: device, key, workspace, directory, event, job, audit, platform.
@NullMarked
package dev.keystead.device.authority;

import org.jspecify.annotations.NullMarked;
