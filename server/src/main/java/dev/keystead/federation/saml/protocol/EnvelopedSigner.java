package dev.keystead.federation.saml.protocol;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.Transform;
import javax.xml.crypto.dsig.XMLSignatureException;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/// Signs messages of ours by a signature inside them.
final class EnvelopedSigner {
    private EnvelopedSigner() {}

    /// The message with its signature, which stands after its issuer as the schema has it.
    static byte[] sign(String xml, Credential credential) {
        try {
            Element root = Xml.message(xml.getBytes(StandardCharsets.UTF_8));
            Element issuer = Xml.child(root, Xml.ASSERTION, "Issuer");
            sign(root, issuer.getNextSibling(), Xml.require(root, "ID"), credential);
            return serialise(root);
        } catch (SamlRefused | GeneralSecurityException | MarshalException | XMLSignatureException e) {
            throw new IllegalStateException("a message of ours cannot be signed", e);
        }
    }

    private static void sign(Element root, Node before, String id, Credential credential)
            throws GeneralSecurityException, MarshalException, XMLSignatureException {
        XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
        Reference reference = factory.newReference(
                "#" + id,
                factory.newDigestMethod(DigestMethod.SHA256, null),
                List.of(
                        factory.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null),
                        factory.newTransform(SignatureCheck.EXCLUSIVE, (TransformParameterSpec) null)),
                null,
                null);
        SignedInfo info = factory.newSignedInfo(
                factory.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) null),
                factory.newSignatureMethod(SignatureAlgorithm.RSA_SHA256.uri(), null),
                List.of(reference));
        KeyInfoFactory keys = factory.getKeyInfoFactory();
        KeyInfo key = keys.newKeyInfo(List.of(keys.newX509Data(List.of(credential.certificate()))));
        var context = before == null
                ? new DOMSignContext(credential.key(), root)
                : new DOMSignContext(credential.key(), root, before);
        context.setDefaultNamespacePrefix("ds");
        context.setIdAttributeNS(root, null, "ID");
        factory.newXMLSignature(info, key).sign(context);
    }

    private static byte[] serialise(Element root) {
        try {
            Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            var text = new StringWriter();
            transformer.transform(new DOMSource(root), new StreamResult(text));
            return text.toString().getBytes(StandardCharsets.UTF_8);
        } catch (TransformerException e) {
            throw new IllegalStateException("every JDK writes XML", e);
        }
    }
}
