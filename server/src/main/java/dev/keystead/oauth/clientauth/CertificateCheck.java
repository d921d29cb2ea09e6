package dev.keystead.oauth.clientauth;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.util.X509CertUtils;
import dev.keystead.client.Client;
import dev.keystead.client.ClientSettings.TlsIdentity;
import dev.keystead.platform.http.ClientCertificate;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// Judges the certificate with which a client made its connection (RFC 8705 section 2).
final class CertificateCheck {
    private static final String NONE = "no client certificate was presented, or it is not valid now";

    /// Kinds of names in RFC 5280 section 4.2.1.6.
    private static final int EMAIL = 1;

    private static final int DNS = 2;
    private static final int URI = 6;
    private static final int IP = 7;

    private final ClientKeys keys;
    private final Clock clock;

    CertificateCheck(ClientKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /// Section 2.1: an authority vouches for the certificate, and the registered name is in it.
    Verdict judgeTrusted(Presented presented, Client client) {
        Optional<X509Certificate> certificate = valid(presented);
        if (certificate.isEmpty()) {
            return Verdict.wrongCertificate(NONE);
        }
        boolean trusted =
                presented.certificate().map(ClientCertificate::trusted).orElse(false);
        return trusted && isNamed(client.settings().keys().tls(), certificate.get())
                ? new Verdict.Proven(client)
                : Verdict.wrongCertificate("the client certificate is not one that the client registered");
    }

    /// Section 2.2: the certificate itself is registered with the client's keys.
    Verdict judgeRegistered(Presented presented, Client client) {
        Optional<X509Certificate> certificate = valid(presented);
        if (certificate.isEmpty()) {
            return Verdict.wrongCertificate(NONE);
        }
        boolean registered = isAmong(keys.keys(client).getKeys(), certificate.get())
                || isAmong(keys.newerKeys(client).getKeys(), certificate.get());
        return registered
                ? new Verdict.Proven(client)
                : Verdict.wrongCertificate("the client certificate is not one that the client registered");
    }

    private Optional<X509Certificate> valid(Presented presented) {
        return presented.certificate().map(ClientCertificate::certificate).filter(this::isValidNow);
    }

    private boolean isValidNow(X509Certificate certificate) {
        try {
            certificate.checkValidity(Date.from(clock.instant()));
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    private static boolean isAmong(List<JWK> keys, X509Certificate certificate) {
        return keys.stream().anyMatch(key -> isOf(key, certificate));
    }

    private static boolean isOf(JWK key, X509Certificate certificate) {
        var thumbprint = X509CertUtils.computeSHA256Thumbprint(certificate);
        if (thumbprint.equals(key.getX509CertSHA256Thumbprint())) {
            return true;
        }
        return Optional.ofNullable(key.getParsedX509CertChain())
                .filter(chain -> !chain.isEmpty() && chain.getFirst().equals(certificate))
                .isPresent();
    }

    private static boolean isNamed(TlsIdentity wanted, X509Certificate certificate) {
        String subject = wanted.subjectDn();
        return (subject != null && new X500Principal(subject).equals(certificate.getSubjectX500Principal()))
                || hasName(certificate, DNS, wanted.sanDns(), String::equalsIgnoreCase)
                || hasName(certificate, URI, wanted.sanUri(), String::equals)
                || hasName(certificate, IP, wanted.sanIp(), CertificateCheck::isSameAddress)
                || hasName(certificate, EMAIL, wanted.sanEmail(), String::equals);
    }

    private static boolean hasName(
            X509Certificate certificate, int kind, @Nullable String wanted, BiPredicate<String, String> isSame) {
        if (wanted == null) {
            return false;
        }
        return names(certificate).stream()
                .anyMatch(name -> name.getFirst().equals(kind)
                        && name.get(1) instanceof String text
                        && isSame.test(wanted, text));
    }

    private static Collection<List<?>> names(X509Certificate certificate) {
        try {
            return Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of());
        } catch (CertificateParsingException _) {
            return List.of();
        }
    }

    private static boolean isSameAddress(String wanted, String named) {
        try {
            return InetAddress.ofLiteral(wanted).equals(InetAddress.ofLiteral(named));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
