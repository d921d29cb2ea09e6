package dev.keystead.platform.http;

import dev.keystead.platform.tls.Authorities;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the certificate of a client: in the header that the operator named when a trusted proxy sent the
/// request, in the TLS connection otherwise.
///
/// Behind a proxy the connection shows the proxy's certificate at best, so there the header alone counts.
/// From anybody else the header is not even read (RFC 9700 section 4.13).
final class ClientCertificates {
    private static final String STANDARD_HEADER = "Client-Cert";
    private static final String STANDARD_CHAIN = "Client-Cert-Chain";
    private static final int LONGEST_CHAIN = 10;

    /// A byte sequence of RFC 8941 section 3.3.5.
    private static final Pattern BYTE_SEQUENCE = Pattern.compile("\\s*:([A-Za-z0-9+/=]*):\\s*");

    private final Forwarding forwarding;
    private final String header;
    private final Authorities authorities;

    ClientCertificates(Forwarding forwarding, String header, Authorities authorities) {
        this.forwarding = forwarding;
        this.header = header;
        this.authorities = authorities;
    }

    /// The certificate of the client that sent a request.
    ///
    /// @param shown the certificates of the connection, the other side's own first
    /// @throws Refusal when a trusted proxy sent something that is no certificate
    Optional<ClientCertificate> find(String peer, List<X509Certificate> shown, Function<String, List<String>> headers) {
        List<X509Certificate> chain = !header.isEmpty() && forwarding.isTrusted(peer) ? passedOn(headers) : shown;
        return chain.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClientCertificate(chain.getFirst(), authorities.trustClient(chain)));
    }

    private List<X509Certificate> passedOn(Function<String, List<String>> headers) {
        List<String> values = headers.apply(header);
        if (values.size() > 1) {
            throw new Refusal(Reply.refused(400, "the header " + header + " was sent more than once"));
        }
        // Proxies send the header empty when the client showed no certificate.
        if (values.isEmpty() || values.getFirst().isBlank()) {
            return List.of();
        }
        if (!header.equalsIgnoreCase(STANDARD_HEADER)) {
            String pem = UrlEncoded.decode(values.getFirst(), false).orElseThrow(this::malformed);
            return List.of(certificate(pem.getBytes(StandardCharsets.ISO_8859_1)));
        }
        var chain = new ArrayList<X509Certificate>();
        chain.add(byteSequence(values.getFirst()));
        headers.apply(STANDARD_CHAIN).stream()
                .flatMap(line -> List.of(line.split(",", -1)).stream())
                .limit(LONGEST_CHAIN)
                .map(this::byteSequence)
                .forEach(chain::add);
        return chain;
    }

    /// A certificate as RFC 9440 section 2.1 writes it.
    private X509Certificate byteSequence(String item) {
        Matcher form = BYTE_SEQUENCE.matcher(item);
        if (!form.matches()) {
            throw malformed();
        }
        try {
            return certificate(Base64.getDecoder().decode(form.group(1)));
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
    }

    private X509Certificate certificate(byte[] bytes) {
        try {
            CertificateFactory x509 = CertificateFactory.getInstance("X.509");
            if (x509.generateCertificate(new ByteArrayInputStream(bytes)) instanceof X509Certificate certificate) {
                return certificate;
            }
        } catch (CertificateException _) {
            // Said below.
        }
        throw malformed();
    }

    private Refusal malformed() {
        return new Refusal(Reply.refused(400, "the header " + header + " does not hold a certificate"));
    }
}
