package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/// Reads XML of others, within bounds, and looks into what was read by one step at a time: there is no
/// search through a whole document.
final class Xml {
    static final String ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
    static final String PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
    static final String METADATA = "urn:oasis:names:tc:SAML:2.0:metadata";
    static final String SIGNATURE = "http://www.w3.org/2000/09/xmldsig#";
    static final String ENCRYPTION = "http://www.w3.org/2001/04/xmlenc#";
    static final String ENCRYPTION11 = "http://www.w3.org/2009/xmlenc11#";

    /// The longest message.
    static final int MOST_BYTES = 256 * 1024;

    private static final int MOST_DEPTH = 40;
    private static final int MOST_ATTRIBUTES = 50;
    private static final int MOST_ELEMENTS = 5_000;

    /// Attributes that name an element, in the specifications that meet in a message.
    private static final Set<String> IDS = Set.of("ID", "Id", "id", "iD");

    private Xml() {}

    /// What a document may hold.
    private record Bounds(int bytes, int elements, boolean remarks) {}

    private static final Bounds OF_MESSAGES = new Bounds(MOST_BYTES, MOST_ELEMENTS, false);
    private static final Bounds OF_METADATA = new Bounds(1024 * 1024, 20_000, true);

    /// Reads a message.
    static Element message(byte[] bytes) throws SamlRefused {
        return read(bytes, OF_MESSAGES);
    }

    /// Reads a document that an administrator gave: it may hold remarks, which are dropped.
    static Element metadata(byte[] bytes) throws SamlRefused {
        return read(bytes, OF_METADATA);
    }

    private static Element read(byte[] bytes, Bounds bounds) throws SamlRefused {
        if (bytes.length > bounds.bytes()) {
            throw new SamlRefused(Reason.TOO_LARGE, "longer than " + bounds.bytes() + " bytes");
        }
        Document document = parse(text(bytes), bounds);
        check(document, bounds);
        return document.getDocumentElement();
    }

    /// One encoding for all, whatever a document says of itself.
    private static String text(byte[] bytes) throws SamlRefused {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new SamlRefused(Reason.MALFORMED, "not UTF-8");
        }
    }

    private static Document parse(String text, Bounds bounds) throws SamlRefused {
        try {
            DocumentBuilder builder = parsers(bounds).newDocumentBuilder();
            builder.setErrorHandler(new Silent());
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (SAXException e) {
            throw new SamlRefused(Reason.MALFORMED, "not well-formed XML: " + e.getMessage());
        } catch (IOException | ParserConfigurationException e) {
            throw new IllegalStateException("every JDK reads XML from memory", e);
        }
    }

    private static DocumentBuilderFactory parsers(Bounds bounds) throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
        factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        factory.setAttribute("jdk.xml.maxElementDepth", String.valueOf(MOST_DEPTH));
        factory.setAttribute("jdk.xml.elementAttributeLimit", String.valueOf(MOST_ATTRIBUTES));
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(true);
        factory.setCoalescing(true);
        factory.setIgnoringComments(bounds.remarks());
        return factory;
    }

    /// Every element once, without recursion.
    private static void check(Document document, Bounds bounds) throws SamlRefused {
        var ids = new HashSet<String>();
        int elements = 0;
        @Nullable Node node = document.getFirstChild();
        while (node != null) {
            if (node instanceof Element element) {
                if (++elements > bounds.elements()) {
                    throw new SamlRefused(Reason.TOO_LARGE, "more than " + bounds.elements() + " elements");
                }
                checkIds(element, ids);
            } else if (node.getNodeType() != Node.TEXT_NODE && !bounds.remarks()) {
                throw new SamlRefused(Reason.MALFORMED, "holds a comment or an instruction");
            }
            node = next(document, node);
        }
    }

    /// The next node in the order of the document.
    private static @Nullable Node next(Document document, Node node) {
        if (node.getFirstChild() != null) {
            return node.getFirstChild();
        }
        Node at = node;
        while (!at.isSameNode(document)) {
            if (at.getNextSibling() != null) {
                return at.getNextSibling();
            }
            at = at.getParentNode();
        }
        return null;
    }

    private static void checkIds(Element element, Set<String> ids) throws SamlRefused {
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            var attribute = (Attr) attributes.item(i);
            if (IDS.contains(attribute.getLocalName()) && !ids.add(attribute.getValue())) {
                throw new SamlRefused(Reason.MALFORMED, "two elements have the id " + attribute.getValue());
            }
        }
    }

    static boolean is(Node node, String namespace, String name) {
        return node instanceof Element && namespace.equals(node.getNamespaceURI()) && name.equals(node.getLocalName());
    }

    static List<Element> children(Element parent) {
        var found = new ArrayList<Element>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    static List<Element> children(Element parent, String namespace, String name) {
        return children(parent).stream()
                .filter(element -> is(element, namespace, name))
                .toList();
    }

    /// The child of that name, of which there is at most one.
    static Optional<Element> find(Element parent, String namespace, String name) throws SamlRefused {
        List<Element> found = children(parent, namespace, name);
        if (found.size() > 1) {
            throw new SamlRefused(Reason.MALFORMED, "more than one " + name + " in " + parent.getLocalName());
        }
        return found.stream().findFirst();
    }

    static Element child(Element parent, String namespace, String name) throws SamlRefused {
        Optional<Element> found = find(parent, namespace, name);
        if (found.isEmpty()) {
            throw new SamlRefused(Reason.MALFORMED, "no " + name + " in " + parent.getLocalName());
        }
        return found.get();
    }

    /// The whole text of an element that holds nothing else.
    static String text(Element element) throws SamlRefused {
        return findText(element)
                .orElseThrow(() -> new SamlRefused(Reason.MALFORMED, element.getLocalName() + " holds more than text"));
    }

    static Optional<String> findText(Element element) {
        var text = new StringBuilder();
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node.getNodeType() != Node.TEXT_NODE) {
                return Optional.empty();
            }
            text.append(node.getNodeValue());
        }
        return Optional.of(text.toString().strip());
    }

    static Optional<String> attribute(Element element, String name) {
        return element.hasAttributeNS(null, name) ? Optional.of(element.getAttributeNS(null, name)) : Optional.empty();
    }

    static String require(Element element, String name) throws SamlRefused {
        Optional<String> found = attribute(element, name).filter(value -> !value.isBlank());
        if (found.isEmpty()) {
            throw new SamlRefused(Reason.MALFORMED, "no " + name + " of " + element.getLocalName());
        }
        return found.get();
    }

    /// A moment (core section 1.3.3).
    static Optional<Instant> time(Element element, String name) throws SamlRefused {
        Optional<String> text = attribute(element, name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text.get(), Instant::from));
        } catch (DateTimeException _) {
            throw new SamlRefused(Reason.MALFORMED, name + " is no moment in UTC");
        }
    }

    /// Bytes in base64, over lines as XML has them.
    static byte[] base64(String text) throws SamlRefused {
        return Base64Text.decode(text.replaceAll("[ \\t\\r\\n]", ""));
    }

    /// A text in place of what it must not say in XML.
    static String escape(String text) {
        var escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\t', '\n', '\r' -> escaped.append("&#").append(point).append(';');
                default -> escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    /// Writes nothing anywhere: what is wrong becomes a refusal.
    private static final class Silent implements ErrorHandler {
        @Override
        public void warning(SAXParseException exception) {
            // What only warns is read.
        }

        @Override
        public void error(SAXParseException exception) throws SAXException {
            throw exception;
        }

        @Override
        public void fatalError(SAXParseException exception) throws SAXException {
            throw exception;
        }
    }
}
