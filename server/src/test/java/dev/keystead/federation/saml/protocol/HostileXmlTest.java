package dev.keystead.federation.saml.protocol;

import static dev.keystead.federation.saml.protocol.TestResponse.ASSERTION_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.assertion;
import static dev.keystead.federation.saml.protocol.TestResponse.expected;
import static dev.keystead.federation.saml.protocol.TestResponse.refusal;
import static dev.keystead.federation.saml.protocol.TestResponse.response;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Documents that are made to hurt whoever reads them.
final class HostileXmlTest {
    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final String GENUINE = response(PARTY.sign(assertion(), ASSERTION_ID));

    private static Reason refused(String xml) {
        return refusal(xml, expected(PARTY));
    }

    @Test
    void aDocumentTypeIsRefused() {
        assertEquals(Reason.MALFORMED, refused("<!DOCTYPE r>" + GENUINE));
    }

    @Test
    void entitiesThatGrowAreRefused() {
        var laughs = new StringBuilder("<!DOCTYPE r [<!ENTITY a0 \"ha\">");
        for (int i = 1; i < 30; i++) {
            laughs.append("<!ENTITY a%d \"&a%d;&a%d;\">".formatted(i, i - 1, i - 1));
        }
        assertEquals(Reason.MALFORMED, refused(laughs + "]><r>&a29;</r>"));
    }

    @Test
    void entitiesOfOtherFilesAreRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), "secret");
        String xml = "<!DOCTYPE r [<!ENTITY x SYSTEM \"" + file.toUri() + "\">]>" + GENUINE.replace(">ana<", ">&x;<");
        assertEquals(Reason.MALFORMED, refused(xml));
        String include = GENUINE.replace(
                "<samlp:Status>",
                "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" parse=\"text\" href=\"" + file.toUri()
                        + "\"/><samlp:Status>");
        // Nothing is included: the element stays what it is, and nobody reads it.
        assertEquals("ana", read(include));
    }

    private static String read(String xml) {
        try {
            return TestResponse.check(xml, expected(PARTY)).subject().value();
        } catch (SamlRefused refused) {
            throw new AssertionError(refused);
        }
    }

    @Test
    void aCommentInANameIsRefused() {
        String victim = assertion().replace(">ana<", ">ana@acme.example.evil.example<");
        String xml = response(PARTY.sign(victim, ASSERTION_ID));
        assertEquals("ana@acme.example.evil.example", read(xml));
        String cut = xml.replace(">ana@acme.example.evil", ">ana@acme.example<!-- -->.evil");
        assertEquals(Reason.MALFORMED, refused(cut));
        String instruction = xml.replace(">ana@acme.example.evil", ">ana@acme.example<?x?>.evil");
        assertEquals(Reason.MALFORMED, refused(instruction));
        assertEquals(Reason.MALFORMED, refused(GENUINE + "<!-- after -->"));
    }

    @Test
    void aTextInTwoPiecesIsOneText() {
        assertEquals("ana", read(GENUINE.replace(">ana<", ">a<![CDATA[n]]>a<")));
    }

    @Test
    void anIdStandsOnce() {
        String twice = GENUINE.replace("<samlp:Status>", "<x ID=\"" + ASSERTION_ID + "\"/><samlp:Status>");
        assertEquals(Reason.MALFORMED, refused(twice));
        String spelling = GENUINE.replace("<samlp:Status>", "<x Id=\"" + ASSERTION_ID + "\"/><samlp:Status>");
        assertEquals(Reason.MALFORMED, refused(spelling));
        String xmlId = GENUINE.replace("<samlp:Status>", "<x xml:id=\"" + ASSERTION_ID + "\"/><samlp:Status>");
        assertEquals(Reason.MALFORMED, refused(xmlId));
    }

    @Test
    void bytesDepthWidthAndNumberAreBounded() {
        assertEquals(
                Reason.TOO_LARGE,
                refused(GENUINE.replace("<samlp:Status>", " ".repeat(Xml.MOST_BYTES) + "<samlp:Status>")));
        assertEquals(
                Reason.MALFORMED,
                refused(GENUINE.replace("<samlp:Status>", "<a>".repeat(60) + "</a>".repeat(60) + "<samlp:Status>")));
        assertEquals(Reason.MALFORMED, refused("<a>".repeat(20_000)));
        assertEquals(
                Reason.TOO_LARGE, refused(GENUINE.replace("<samlp:Status>", "<a/>".repeat(6_000) + "<samlp:Status>")));
        var wide = new StringBuilder("<a");
        for (int i = 0; i < 60; i++) {
            wide.append(" a").append(i).append("=\"\"");
        }
        assertEquals(Reason.MALFORMED, refused(GENUINE.replace("<samlp:Status>", wide + "/><samlp:Status>")));
    }

    @Test
    void otherEncodingsAreRefused() {
        assertEquals(Reason.MALFORMED, refusal(GENUINE.getBytes(StandardCharsets.UTF_16), expected(PARTY)));
        assertEquals(
                Reason.MALFORMED,
                refusal(GENUINE.replace(">ana<", ">aná<").getBytes(StandardCharsets.ISO_8859_1), expected(PARTY)));
    }

    @Test
    void whatIsNoMessageIsRefused() {
        for (String text : List.of("", " ", "x", "<a/>", "<Response/>", "{}", "<a>", "\u0000")) {
            assertEquals(Reason.MALFORMED, refused(text));
        }
    }

    @Test
    void base64HasOneSpelling() {
        for (String text : List.of("YQ", "YR==", "Y_==", "YQ=", "=", "YQ==YQ==", "\u00e9")) {
            SamlRefused refused = assertThrows(
                    SamlRefused.class, () -> PostBinding.read(Map.of("SAMLResponse", List.of(text))), text);
            assertEquals(Reason.MALFORMED, refused.reason());
        }
    }

    @Test
    void aFewBytesThatStandForManyAreRefused() throws IOException {
        var bomb = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(bomb, new Deflater(9, true))) {
            for (int i = 0; i < 1_000; i++) {
                out.write(new byte[100_000]);
            }
        }
        SamlRefused refused = assertThrows(SamlRefused.class, () -> RedirectBinding.inflate(bomb.toByteArray()));
        assertEquals(Reason.TOO_LARGE, refused.reason());
    }

    @Test
    void whatIsNotDeflatedWholeIsRefused() {
        for (byte[] bytes : List.of(new byte[0], new byte[] {1, 2, 3}, new byte[] {3, 0, 0})) {
            SamlRefused refused = assertThrows(SamlRefused.class, () -> RedirectBinding.inflate(bytes));
            assertEquals(Reason.MALFORMED, refused.reason());
        }
    }
}
