package dev.keystead.federation.saml.protocol;

import org.w3c.dom.Element;

/// Who a message claims to be by.
final class MessageIssuer {
    private MessageIssuer() {}

    static String of(byte[] xml) throws SamlRefused {
        Element root = Xml.message(xml);
        return Xml.text(Xml.child(root, Xml.ASSERTION, "Issuer"));
    }
}
