package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.w3c.dom.Element;

/// What an identity provider says about itself (metadata section 2.4.3).
///
/// @param signOn where questions are sent
/// @param logout where the wish that somebody be signed out is sent, if anywhere
/// @param logoutAnswer where answers to such wishes are sent
/// @param certificates those whose keys it signs with
public record PartyMetadata(
        String entityId,
        Map<Binding, String> signOn,
        Map<Binding, String> logout,
        Map<Binding, String> logoutAnswer,
        List<X509Certificate> certificates) {
    private static final int MOST_CERTIFICATES = 10;
    private static final int LONGEST = 2_000;

    public PartyMetadata {
        signOn = Map.copyOf(signOn);
        logout = Map.copyOf(logout);
        logoutAnswer = Map.copyOf(logoutAnswer);
        certificates = List.copyOf(certificates);
    }

    /// Reads a document that describes one identity provider, alone or in a list.
    public static PartyMetadata read(byte[] document, Instant now) throws SamlRefused {
        Element root = Xml.metadata(document);
        requireValid(root, now);
        var found = new ArrayList<Element>();
        collect(root, found, 0, now);
        if (found.size() != 1) {
            throw new SamlRefused(Reason.MALFORMED, found.size() + " identity providers where one should be");
        }
        return entity(found.getFirst(), now);
    }

    private static void collect(Element element, List<Element> found, int depth, Instant now) throws SamlRefused {
        if (Xml.is(element, Xml.METADATA, "EntityDescriptor")) {
            if (!Xml.children(element, Xml.METADATA, "IDPSSODescriptor").isEmpty()) {
                found.add(element);
            }
        } else if (Xml.is(element, Xml.METADATA, "EntitiesDescriptor") && depth < 3) {
            for (Element inner : Xml.children(element)) {
                requireValid(inner, now);
                collect(inner, found, depth + 1, now);
            }
        }
    }

    private static void requireValid(Element element, Instant now) throws SamlRefused {
        Optional<Instant> end = Xml.time(element, "validUntil");
        if (end.isPresent() && !now.isBefore(end.get())) {
            throw new SamlRefused(Reason.EXPIRED, "the metadata was valid until " + end.get());
        }
    }

    private static PartyMetadata entity(Element entity, Instant now) throws SamlRefused {
        Element role = Xml.child(entity, Xml.METADATA, "IDPSSODescriptor");
        requireValid(role, now);
        boolean speaks = List.of(Xml.require(role, "protocolSupportEnumeration").split("\\s+"))
                .contains(Xml.PROTOCOL);
        if (!speaks) {
            throw new SamlRefused(Reason.MALFORMED, "it does not speak SAML 2.0");
        }
        String entityId = Xml.require(entity, "entityID");
        Map<Binding, String> signOn = endpoints(role, "SingleSignOnService", "Location");
        if (signOn.isEmpty() || entityId.length() > 1024) {
            throw new SamlRefused(Reason.MALFORMED, "no address for questions by redirect or form");
        }
        Map<Binding, String> logout = endpoints(role, "SingleLogoutService", "Location");
        var answers = new EnumMap<Binding, String>(Binding.class);
        answers.putAll(logout);
        answers.putAll(endpoints(role, "SingleLogoutService", "ResponseLocation"));
        return new PartyMetadata(entityId, signOn, logout, answers, signing(role));
    }

    private static Map<Binding, String> endpoints(Element role, String name, String attribute) throws SamlRefused {
        var found = new EnumMap<Binding, String>(Binding.class);
        for (Element endpoint : Xml.children(role, Xml.METADATA, name)) {
            Optional<Binding> binding = Binding.find(Xml.require(endpoint, "Binding"));
            Optional<String> location =
                    Xml.attribute(endpoint, attribute).filter(text -> !text.isBlank() && text.length() <= LONGEST);
            if (binding.isPresent() && location.isPresent()) {
                found.putIfAbsent(binding.get(), location.get());
            }
        }
        return found;
    }

    private static List<X509Certificate> signing(Element role) throws SamlRefused {
        var found = new LinkedHashSet<X509Certificate>();
        for (Element descriptor : Xml.children(role, Xml.METADATA, "KeyDescriptor")) {
            if (Xml.attribute(descriptor, "use")
                    .filter(use -> !use.equals("signing"))
                    .isPresent()) {
                continue;
            }
            Element info = Xml.child(descriptor, Xml.SIGNATURE, "KeyInfo");
            for (Element data : Xml.children(info, Xml.SIGNATURE, "X509Data")) {
                for (Element text : Xml.children(data, Xml.SIGNATURE, "X509Certificate")) {
                    found.add(certificate(Xml.base64(Xml.text(text))));
                }
            }
        }
        if (found.isEmpty() || found.size() > MOST_CERTIFICATES) {
            throw new SamlRefused(Reason.MALFORMED, found.size() + " certificates to check signatures with");
        }
        return List.copyOf(found);
    }

    /// A certificate whose key could sign what is believed.
    ///
    /// @param der its bytes
    public static X509Certificate certificate(byte[] der) throws SamlRefused {
        try {
            var certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
            if (!SignatureAlgorithm.takesAny(certificate.getPublicKey())) {
                throw new SamlRefused(
                        Reason.ALGORITHM, "a certificate whose key is neither RSA of 2048 bits nor ECDSA of 256");
            }
            return certificate;
        } catch (CertificateException _) {
            throw new SamlRefused(Reason.MALFORMED, "a certificate that is none");
        }
    }
}
