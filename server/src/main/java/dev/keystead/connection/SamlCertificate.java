package dev.keystead.connection;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.Optional;

/// Certificates of providers that speak SAML, as people paste them.
public final class SamlCertificate {
    private static final int LONGEST = 20_000;
    private static final int LEAST_RSA_BITS = 2048;
    private static final int LEAST_EC_BITS = 256;

    private SamlCertificate() {}

    /// Its one spelling: base64 without lines. Nothing for what is no certificate, or has a key that could not sign
    /// what is believed.
    static Optional<String> canonical(String typed) {
        return typed.length() > LONGEST
                ? Optional.empty()
                : parse(typed.replaceAll("-----(BEGIN|END) CERTIFICATE-----|\\s", ""))
                        .map(SamlCertificate::text);
    }

    /// The certificate in a connection's settings.
    public static X509Certificate of(String canonical) {
        return parse(canonical).orElseThrow();
    }

    /// As settings hold it.
    public static String text(X509Certificate certificate) {
        try {
            return Base64.getEncoder().encodeToString(certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    private static Optional<X509Certificate> parse(String base64) {
        try {
            byte[] der = Base64.getDecoder().decode(base64);
            var certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            return Optional.of(certificate).filter(SamlCertificate::isStrong);
        } catch (CertificateException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static boolean isStrong(X509Certificate certificate) {
        return switch (certificate.getPublicKey()) {
            case RSAPublicKey key -> key.getModulus().bitLength() >= LEAST_RSA_BITS;
            case ECPublicKey key -> key.getParams().getCurve().getField().getFieldSize() >= LEAST_EC_BITS;
            default -> false;
        };
    }
}
