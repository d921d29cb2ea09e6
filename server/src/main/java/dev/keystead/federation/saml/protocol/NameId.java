package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/// Who somebody is at an identity provider (core section 2.2.3).
///
/// @param format how the value is to be understood
public record NameId(
        String value, Optional<String> format, Optional<String> nameQualifier, Optional<String> spNameQualifier) {
    public static final String UNSPECIFIED = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified";
    public static final String EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
    public static final String PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
    public static final String TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

    private static final int LONGEST = 1_000;

    /// Of somebody who is known by a value alone.
    public static NameId of(String value, String format) {
        return new NameId(value, Optional.of(format), Optional.empty(), Optional.empty());
    }

    public boolean isTransient() {
        return format.equals(Optional.of(TRANSIENT));
    }

    /// The one that a subject or a logout names, in the open or encrypted.
    static NameId in(Element parent, Decryption decryption, boolean proven) throws SamlRefused {
        Optional<Element> open = Xml.find(parent, Xml.ASSERTION, "NameID");
        Optional<Element> encrypted = Xml.find(parent, Xml.ASSERTION, "EncryptedID");
        if (open.isPresent() == encrypted.isPresent()) {
            throw new SamlRefused(Reason.SUBJECT, parent.getLocalName() + " does not name one person");
        }
        Element element = open.isPresent() ? open.get() : decryption.open(encrypted.orElseThrow(), proven);
        if (!Xml.is(element, Xml.ASSERTION, "NameID")) {
            throw new SamlRefused(Reason.SUBJECT, "what is encrypted is no NameID");
        }
        String value = Xml.text(element);
        for (String text : List.of(
                value,
                Xml.attribute(element, "Format").orElse(""),
                Xml.attribute(element, "NameQualifier").orElse(""),
                Xml.attribute(element, "SPNameQualifier").orElse(""))) {
            if (text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
                throw new SamlRefused(Reason.SUBJECT, "the NameID is too long or holds control characters");
            }
        }
        if (value.isEmpty()) {
            throw new SamlRefused(Reason.SUBJECT, "the NameID is empty");
        }
        return new NameId(
                value,
                Xml.attribute(element, "Format"),
                Xml.attribute(element, "NameQualifier"),
                Xml.attribute(element, "SPNameQualifier"));
    }

    String xml() {
        return "<saml:NameID" + member("Format", format) + member("NameQualifier", nameQualifier)
                + member("SPNameQualifier", spNameQualifier) + ">" + Xml.escape(value) + "</saml:NameID>";
    }

    private static String member(String name, Optional<String> value) {
        return value.map(text -> " " + name + "=\"" + Xml.escape(text) + "\"").orElse("");
    }
}
