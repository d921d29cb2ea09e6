package dev.keystead.federation.saml.protocol;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/// A key of ours with the certificate by which others know it.
public record Credential(PrivateKey key, X509Certificate certificate) {
    /// Without the key.
    @Override
    public String toString() {
        return "Credential[" + certificate.getSerialNumber() + "]";
    }
}
