package dev.keystead.federation.saml.protocol;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// What identity providers need to know about us (metadata section 2.4.4).
///
/// @param entityId what we call ourselves
/// @param consumers where answers are sent, the first being the usual one
/// @param logout where the wish that somebody be signed out is sent, and its answer
/// @param certificates ours, the one that signs first; all of them can be encrypted for
public record ServiceMetadata(
        String entityId, List<String> consumers, String logout, List<X509Certificate> certificates) {
    /// How long a copy may be kept before it is asked for again.
    public static final Duration KEPT = Duration.ofHours(24);

    private static final Duration VALID = Duration.ofDays(7);
    private static final List<String> METHODS = List.of(
            Xml.ENCRYPTION11 + "aes256-gcm", Xml.ENCRYPTION11 + "aes128-gcm", Xml.ENCRYPTION + "rsa-oaep-mgf1p");

    public ServiceMetadata {
        consumers = List.copyOf(consumers);
        certificates = List.copyOf(certificates);
    }

    public String xml(Instant now) {
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append("<md:EntityDescriptor xmlns:md=\"")
                .append(Xml.METADATA)
                .append("\" entityID=\"")
                .append(Xml.escape(entityId))
                .append("\" validUntil=\"")
                .append(now.plus(VALID).truncatedTo(ChronoUnit.SECONDS))
                .append("\" cacheDuration=\"PT24H\">\n");
        xml.append("  <md:SPSSODescriptor AuthnRequestsSigned=\"true\" WantAssertionsSigned=\"true\"");
        xml.append(" protocolSupportEnumeration=\"").append(Xml.PROTOCOL).append("\">\n");
        certificates.forEach(certificate -> key(xml, "signing", certificate));
        certificates.forEach(certificate -> key(xml, "encryption", certificate));
        for (Binding binding : Binding.values()) {
            xml.append("    <md:SingleLogoutService Binding=\"").append(binding.uri());
            xml.append("\" Location=\"").append(Xml.escape(logout)).append("\"/>\n");
        }
        for (String format : List.of(NameId.PERSISTENT, NameId.EMAIL, NameId.UNSPECIFIED)) {
            xml.append("    <md:NameIDFormat>").append(format).append("</md:NameIDFormat>\n");
        }
        for (int i = 0; i < consumers.size(); i++) {
            xml.append("    <md:AssertionConsumerService Binding=\"").append(Binding.POST.uri());
            xml.append("\" Location=\"").append(Xml.escape(consumers.get(i)));
            xml.append("\" index=\"").append(i).append('"');
            xml.append(i == 0 ? " isDefault=\"true\"/>\n" : "/>\n");
        }
        return xml.append("  </md:SPSSODescriptor>\n</md:EntityDescriptor>\n").toString();
    }

    private static void key(StringBuilder xml, String use, X509Certificate certificate) {
        xml.append("    <md:KeyDescriptor use=\"").append(use).append("\"><ds:KeyInfo xmlns:ds=\"");
        xml.append(Xml.SIGNATURE).append("\"><ds:X509Data><ds:X509Certificate>");
        try {
            xml.append(Base64Text.encode(certificate.getEncoded()));
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate of ours cannot be written", e);
        }
        xml.append("</ds:X509Certificate></ds:X509Data></ds:KeyInfo>");
        if (use.equals("encryption")) {
            METHODS.forEach(method -> xml.append("<md:EncryptionMethod Algorithm=\"")
                    .append(method)
                    .append("\"/>"));
        }
        xml.append("</md:KeyDescriptor>\n");
    }
}
