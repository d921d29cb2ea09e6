package dev.keystead.federation.saml.protocol;

import static dev.keystead.federation.saml.protocol.TestResponse.ASSERTION_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.RESPONSE_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.assertion;
import static dev.keystead.federation.saml.protocol.TestResponse.expected;
import static dev.keystead.federation.saml.protocol.TestResponse.refusal;
import static dev.keystead.federation.saml.protocol.TestResponse.response;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/// A signature that is valid, over an element that somebody moved to where it is not read, with a forged one
/// in its place: the eight classic ways, each with a forged id and with the id of the signed element.
final class WrappingTest {
    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final String SIGNED_RESPONSE = PARTY.sign(response(assertion()), RESPONSE_ID);
    private static final String SIGNED_ASSERTION = response(PARTY.sign(assertion(), ASSERTION_ID));

    /// Where the signed element and its signature go.
    private enum Way {
        /// The whole signed response in an Object of its own signature, in a forged response.
        RESPONSE_IN_OBJECT,
        /// The signed response beside the signature, in a forged response.
        RESPONSE_BESIDE,
        /// The signed assertion after a forged one.
        ASSERTION_AFTER,
        /// The signed assertion inside a forged one.
        ASSERTION_INSIDE,
        /// The signature in the forged assertion, the signed one after it.
        SIGNATURE_TAKEN_ASSERTION_AFTER,
        /// The signature in the forged assertion, and the signed one in the signature.
        SIGNATURE_TAKEN_ASSERTION_IN_IT,
        /// The signed assertion in an extension, before the forged one.
        ASSERTION_IN_EXTENSIONS,
        /// The signed assertion in an Object of its own signature, which is in the forged assertion.
        ASSERTION_IN_OBJECT
    }

    static Stream<List<Object>> ways() {
        return Stream.of(Way.values()).flatMap(way -> Stream.of(List.of(way, true), List.of(way, false)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aMovedElementIsNotBelievedNorWhatStandsInItsPlace(List<Object> of) {
        var way = (Way) of.getFirst();
        boolean sameId = (boolean) of.getLast();
        boolean whole = way == Way.RESPONSE_IN_OBJECT || way == Way.RESPONSE_BESIDE;
        Document document = TestParty.parse(whole ? SIGNED_RESPONSE : SIGNED_ASSERTION);
        if (whole) {
            wrapResponse(document, way, sameId);
        } else {
            wrapAssertion(document, way, sameId);
        }
        String attack = TestParty.serialise(document);
        assertTrue(attack.contains(">eve<") && attack.contains(">ana<"));
        assertNotNull(refusal(attack, expected(PARTY)));
    }

    private static void wrapResponse(Document document, Way way, boolean sameId) {
        Element genuine = document.getDocumentElement();
        var forged = (Element) genuine.cloneNode(true);
        document.replaceChild(forged, genuine);
        become(forged, sameId ? RESPONSE_ID : "_forged");
        Element signature = signature(forged);
        genuine.removeChild(signature(genuine));
        if (way == Way.RESPONSE_IN_OBJECT) {
            object(document, signature).appendChild(genuine);
        } else {
            forged.insertBefore(genuine, signature);
        }
    }

    private static void wrapAssertion(Document document, Way way, boolean sameId) {
        Element response = document.getDocumentElement();
        Element genuine = Xml.children(response, Xml.ASSERTION, "Assertion").getFirst();
        Element signature = signature(genuine);
        var forged = (Element) genuine.cloneNode(true);
        become(forged, sameId ? ASSERTION_ID : "_forged");
        forged.removeChild(signature(forged));
        response.replaceChild(forged, genuine);
        switch (way) {
            case ASSERTION_AFTER -> response.appendChild(genuine);
            case ASSERTION_INSIDE -> forged.appendChild(genuine);
            case SIGNATURE_TAKEN_ASSERTION_AFTER -> {
                take(forged, signature);
                response.appendChild(genuine);
            }
            case SIGNATURE_TAKEN_ASSERTION_IN_IT -> {
                take(forged, signature);
                signature.appendChild(genuine);
            }
            case ASSERTION_IN_EXTENSIONS -> {
                Element extensions = document.createElementNS(Xml.PROTOCOL, "samlp:Extensions");
                response.insertBefore(extensions, forged);
                extensions.appendChild(genuine);
            }
            case ASSERTION_IN_OBJECT -> {
                take(forged, signature);
                object(document, signature).appendChild(genuine);
            }
            case RESPONSE_IN_OBJECT, RESPONSE_BESIDE -> throw new AssertionError(way);
        }
    }

    private static void take(Element forged, Element signature) {
        Node issuer = forged.getFirstChild();
        forged.insertBefore(signature, issuer.getNextSibling());
    }

    private static Element object(Document document, Element signature) {
        Element object = document.createElementNS(Xml.SIGNATURE, "ds:Object");
        signature.appendChild(object);
        return object;
    }

    private static Element signature(Element signed) {
        return Xml.children(signed, Xml.SIGNATURE, "Signature").getFirst();
    }

    /// Another person under an id.
    private static void become(Element forged, String id) {
        forged.setAttribute("ID", id);
        var names = forged.getElementsByTagNameNS(Xml.ASSERTION, "NameID");
        names.item(0).setTextContent("eve");
    }

    @Test
    void theGenuineOnesAreBelieved() throws SamlRefused {
        assertNotNull(TestResponse.check(SIGNED_RESPONSE, expected(PARTY)));
        assertNotNull(TestResponse.check(SIGNED_ASSERTION, expected(PARTY)));
    }

    @Test
    void aSignatureOverTheAssertionDoesNotVouchForTheResponse() {
        String moved = SIGNED_ASSERTION;
        String signature = moved.substring(moved.indexOf("<ds:Signature "), moved.indexOf("</ds:Signature>") + 15);
        String attack = moved.replace(signature, "")
                .replaceFirst("<samlp:Status>", signature.replace("$", "\\$") + "<samlp:Status>");
        assertNotNull(refusal(attack, expected(PARTY)));
    }
}
