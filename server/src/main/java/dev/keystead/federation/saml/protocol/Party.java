package dev.keystead.federation.saml.protocol;

import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// The other side: an identity provider as a connection names it.
///
/// @param entityId what it calls itself
/// @param certificates those whose keys it signs with, several while it changes them
public record Party(String entityId, List<X509Certificate> certificates) {
    public Party {
        certificates = List.copyOf(certificates);
    }

    /// A certificate is a name for a key here: nobody asks who signed it or how long it lasts, as the
    /// connection says that it counts (metadata interoperability profile section 2.6).
    List<PublicKey> keys() {
        return certificates.stream().map(X509Certificate::getPublicKey).toList();
    }
}
