package dev.keystead.federation.saml.protocol;

import static dev.keystead.federation.saml.protocol.TestResponse.ASSERTION_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.RESPONSE_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.assertion;
import static dev.keystead.federation.saml.protocol.TestResponse.expected;
import static dev.keystead.federation.saml.protocol.TestResponse.refusal;
import static dev.keystead.federation.saml.protocol.TestResponse.response;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.federation.saml.protocol.TestParty.Signing;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.crypto.dsig.Transform;
import org.junit.jupiter.api.Test;

/// Signatures that compute, and are refused all the same.
final class SignatureRulesTest {
    private static final TestParty PARTY = TestParty.rsa(2048);

    private static Reason refusedWhen(Signing signing) {
        return refusal(response(PARTY.sign(assertion(), ASSERTION_ID, signing)), expected(PARTY));
    }

    @Test
    void sha1SignsNothing() {
        assertEquals(
                Reason.ALGORITHM, refusedWhen(Signing.USUAL.withMethod("http://www.w3.org/2000/09/xmldsig#rsa-sha1")));
        assertEquals(Reason.ALGORITHM, refusedWhen(Signing.USUAL.withDigest("http://www.w3.org/2000/09/xmldsig#sha1")));
    }

    @Test
    void aPublicKeyIsNoSecret() {
        var secret = new SecretKeySpec(PARTY.pair().getPublic().getEncoded(), "HmacSHA256");
        assertEquals(
                Reason.ALGORITHM,
                refusedWhen(Signing.USUAL
                        .withMethod("http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
                        .withKey(secret)));
    }

    @Test
    void theAlgorithmMustFitTheKey() {
        TestParty ec = TestParty.ec(256);
        String xml = response(ec.sign(
                assertion(),
                ASSERTION_ID,
                Signing.USUAL.withMethod("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256")));
        assertEquals(Reason.SIGNATURE, refusal(xml, expected(PARTY)));
        String named = xml.replace("#ecdsa-sha256", "#rsa-sha256");
        assertEquals(Reason.SIGNATURE, refusal(named, expected(ec)));
    }

    @Test
    void shortKeysAreNotBelieved() {
        TestParty small = TestParty.rsa(1024);
        assertEquals(Reason.SIGNATURE, refusal(response(small.sign(assertion(), ASSERTION_ID)), expected(small)));
    }

    @Test
    void theKeyInTheMessageIsNotLookedAt() {
        TestParty stranger = TestParty.rsa(2048);
        String xml = response(stranger.sign(assertion(), ASSERTION_ID));
        assertTrue(xml.contains("X509Certificate"));
        assertEquals(Reason.SIGNATURE, refusal(xml, expected(PARTY)));
    }

    @Test
    void oneReferenceAndNoMore() {
        assertEquals(Reason.SIGNATURE, refusedWhen(Signing.USUAL.withReferences(2)));
    }

    @Test
    void theReferenceNamesTheElementThatHoldsIt() {
        assertEquals(Reason.SIGNATURE, refusedWhen(Signing.USUAL.withUri("")));
        String over = PARTY.sign(response(assertion()), ASSERTION_ID, Signing.USUAL.withUri("#" + RESPONSE_ID));
        assertEquals(Reason.SIGNATURE, refusal(over, expected(PARTY)));
    }

    @Test
    void otherTransformsAreRefused() {
        assertEquals(Reason.ALGORITHM, refusedWhen(Signing.USUAL.withTransforms(List.of(Transform.ENVELOPED))));
        assertEquals(
                Reason.ALGORITHM,
                refusedWhen(Signing.USUAL.withTransforms(
                        List.of(Transform.ENVELOPED, "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"))));
        assertEquals(
                Reason.ALGORITHM,
                refusedWhen(Signing.USUAL.withTransforms(
                        List.of(Transform.ENVELOPED, "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"))));
        assertEquals(
                Reason.ALGORITHM,
                refusedWhen(Signing.USUAL.withCanonicalisation("http://www.w3.org/TR/2001/REC-xml-c14n-20010315")));
    }

    @Test
    void aTransformThatComputesIsRefusedBeforeItDoes() {
        String xslt = response(PARTY.sign(assertion(), ASSERTION_ID))
                .replace(
                        "<ds:Transform Algorithm=\"" + SignatureCheck.EXCLUSIVE + "\"/>",
                        "<ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\"><xsl:stylesheet "
                                + "xmlns:xsl=\"http://www.w3.org/1999/XSL/Transform\" version=\"1.0\"/></ds:Transform>");
        assertEquals(Reason.ALGORITHM, refusal(xslt, expected(PARTY)));
    }

    @Test
    void twoSignaturesInOneElementAreRefused() {
        String xml = response(PARTY.sign(PARTY.sign(assertion(), ASSERTION_ID), ASSERTION_ID));
        assertEquals(Reason.MALFORMED, refusal(xml, expected(PARTY)));
    }

    /// Whatever byte is another one, nobody is let in by another name, and nothing breaks.
    @Test
    void noByteOfASignedResponseCanBeAnother() throws SamlRefused {
        String xml = PARTY.sign(response(assertion()), RESPONSE_ID);
        byte[] genuine = xml.getBytes(StandardCharsets.UTF_8);
        int keyInfo = xml.indexOf("<ds:KeyInfo>");
        int afterKeyInfo = xml.indexOf("</ds:KeyInfo>") + "</ds:KeyInfo>".length();
        Assertion believed = ResponseCheck.check(genuine, expected(PARTY));
        for (int at = 0; at < genuine.length; at++) {
            for (int bit : new int[] {0x01, 0x20, 0x80}) {
                byte[] changed = genuine.clone();
                changed[at] ^= (byte) bit;
                boolean inKeyInfo = at >= keyInfo && at < afterKeyInfo;
                try {
                    Assertion read = ResponseCheck.check(changed, expected(PARTY));
                    // Nobody reads what is said about the key, and it is not signed. White space between
                    // attributes has many spellings with one meaning.
                    assertTrue(
                            inKeyInfo || meansTheSame(genuine[at], changed[at]),
                            "byte " + at + " of " + xml.substring(Math.max(0, at - 20), at + 1));
                    assertEquals(believed, read);
                } catch (SamlRefused _) {
                    // As it should be.
                }
            }
        }
    }

    private static boolean meansTheSame(byte before, byte after) {
        return ((before == '"' || before == '\'') && (after == '"' || after == '\''))
                || (Character.isWhitespace(before) && Character.isWhitespace(after));
    }
}
