package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.crypto.KeySelector;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dsig.XMLSignatureException;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import org.w3c.dom.Element;

/// Judges the signature inside an element (core section 5.4).
///
/// Its shape is checked before any of it is computed, and the one element that its reference can find is
/// the one that holds it: the parser marks no attribute as an id, and here that of this element alone is.
final class SignatureCheck {
    static final String ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
    static final String EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";

    private static final Set<String> DIGESTS = Set.of(
            "http://www.w3.org/2001/04/xmlenc#sha256",
            "http://www.w3.org/2001/04/xmldsig-more#sha384",
            "http://www.w3.org/2001/04/xmlenc#sha512");

    private SignatureCheck() {}

    /// Whether an element is signed, by one of the keys. Not signed is an answer; signed wrongly is not.
    static boolean isSigned(Element element, List<PublicKey> keys) throws SamlRefused {
        Optional<Element> signature = Xml.find(element, Xml.SIGNATURE, "Signature");
        if (signature.isEmpty()) {
            return false;
        }
        SignatureAlgorithm algorithm = checkShape(element, signature.get());
        for (PublicKey key : keys) {
            if (algorithm.takes(key) && isBy(key, element, signature.get())) {
                return true;
            }
        }
        throw new SamlRefused(
                Reason.SIGNATURE, "the signature of " + element.getLocalName() + " is by none of the certificates");
    }

    private static SignatureAlgorithm checkShape(Element element, Element signature) throws SamlRefused {
        for (Element part : Xml.children(signature)) {
            boolean known = Xml.is(part, Xml.SIGNATURE, "SignedInfo")
                    || Xml.is(part, Xml.SIGNATURE, "SignatureValue")
                    || Xml.is(part, Xml.SIGNATURE, "KeyInfo");
            if (!known) {
                throw new SamlRefused(Reason.SIGNATURE, "the signature holds " + part.getLocalName());
            }
        }
        Xml.base64(Xml.text(Xml.child(signature, Xml.SIGNATURE, "SignatureValue")));
        Element info = Xml.child(signature, Xml.SIGNATURE, "SignedInfo");
        if (Xml.children(info).size() != 3) {
            throw new SamlRefused(Reason.SIGNATURE, "the signature is not over exactly one element");
        }
        Element canonical = Xml.child(info, Xml.SIGNATURE, "CanonicalizationMethod");
        require(EXCLUSIVE, Xml.require(canonical, "Algorithm"));
        Element method = Xml.child(info, Xml.SIGNATURE, "SignatureMethod");
        if (!Xml.children(method).isEmpty()) {
            throw new SamlRefused(Reason.ALGORITHM, "the signature's algorithm has parameters");
        }
        checkReference(element, Xml.child(info, Xml.SIGNATURE, "Reference"));
        return SignatureAlgorithm.of(Xml.require(method, "Algorithm"));
    }

    private static void checkReference(Element element, Element reference) throws SamlRefused {
        String id = Xml.require(element, "ID");
        if (!Xml.attribute(reference, "URI").equals(Optional.of("#" + id))) {
            throw new SamlRefused(Reason.SIGNATURE, "the signature is over another element");
        }
        List<Element> parts = Xml.children(reference);
        if (parts.size() != 3) {
            throw new SamlRefused(Reason.SIGNATURE, "the reference has parts that are not known");
        }
        List<Element> transforms = Xml.children(Xml.child(reference, Xml.SIGNATURE, "Transforms"));
        if (transforms.size() != 2) {
            throw new SamlRefused(Reason.ALGORITHM, transforms.size() + " transforms");
        }
        requireTransform(ENVELOPED, transforms.getFirst());
        requireTransform(EXCLUSIVE, transforms.getLast());
        String digest = Xml.require(Xml.child(reference, Xml.SIGNATURE, "DigestMethod"), "Algorithm");
        if (!DIGESTS.contains(digest)) {
            throw new SamlRefused(Reason.ALGORITHM, "hashed by " + digest);
        }
        Xml.base64(Xml.text(Xml.child(reference, Xml.SIGNATURE, "DigestValue")));
    }

    private static void requireTransform(String wanted, Element transform) throws SamlRefused {
        if (!Xml.is(transform, Xml.SIGNATURE, "Transform")) {
            throw new SamlRefused(Reason.ALGORITHM, "a transform that is none");
        }
        require(wanted, Xml.require(transform, "Algorithm"));
        for (Element parameter : Xml.children(transform)) {
            if (!Xml.is(parameter, EXCLUSIVE, "InclusiveNamespaces") || !wanted.equals(EXCLUSIVE)) {
                throw new SamlRefused(Reason.ALGORITHM, "a transform with " + parameter.getLocalName());
            }
        }
    }

    private static void require(String wanted, String found) throws SamlRefused {
        if (!wanted.equals(found)) {
            throw new SamlRefused(Reason.ALGORITHM, "transformed by " + found);
        }
    }

    private static boolean isBy(PublicKey key, Element element, Element signature) throws SamlRefused {
        var context = new DOMValidateContext(KeySelector.singletonKeySelector(key), signature);
        context.setProperty("org.jcp.xml.dsig.secureValidation", true);
        context.setIdAttributeNS(element, null, "ID");
        try {
            return XMLSignatureFactory.getInstance("DOM")
                    .unmarshalXMLSignature(context)
                    .validate(context);
        } catch (MarshalException | XMLSignatureException | ClassCastException | NumberFormatException e) {
            throw new SamlRefused(Reason.SIGNATURE, "the signature cannot be computed: " + e.getMessage());
        }
    }
}
