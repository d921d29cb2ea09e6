package dev.keystead.federation.saml.protocol;

import static dev.keystead.federation.saml.protocol.TestResponse.ASSERTION_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.RESPONSE_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.assertion;
import static dev.keystead.federation.saml.protocol.TestResponse.check;
import static dev.keystead.federation.saml.protocol.TestResponse.expected;
import static dev.keystead.federation.saml.protocol.TestResponse.refusal;
import static dev.keystead.federation.saml.protocol.TestResponse.response;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.keystead.federation.saml.protocol.ResponseCheck.Expected;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import dev.keystead.federation.saml.protocol.TestParty.Encrypting;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Assertions and names that nobody but us can read.
final class DecryptionTest {
    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final TestParty US = TestParty.rsa(2048);
    private static final TestParty US_BEFORE = TestParty.rsa(2048);
    private static final Expected EXPECTED =
            expected(PARTY, US.pair().getPrivate(), US_BEFORE.pair().getPrivate());

    private static String encrypted(String assertion, Encrypting encrypting) {
        return TestParty.encrypt("EncryptedAssertion", assertion, US.pair().getPublic(), encrypting);
    }

    private static String signed() {
        return PARTY.sign(assertion(), ASSERTION_ID);
    }

    @Test
    void anEncryptedAssertionIsRead() throws SamlRefused {
        String xml = response(encrypted(signed(), Encrypting.GCM));
        assertEquals("ana", check(xml, EXPECTED).subject().value());
    }

    @Test
    void aKeyThatWasReplacedStillOpens() throws SamlRefused {
        String xml = response(TestParty.encrypt(
                "EncryptedAssertion", signed(), US_BEFORE.pair().getPublic(), Encrypting.GCM));
        assertEquals("ana", check(xml, EXPECTED).subject().value());
    }

    @Test
    void encryptingIsNotSigning() {
        String xml = response(encrypted(assertion(), Encrypting.GCM));
        assertEquals(Reason.UNSIGNED, refusal(xml, EXPECTED));
    }

    @Test
    void aSignedResponseVouchesForWhatIsEncryptedInIt() throws SamlRefused {
        String xml = PARTY.sign(response(encrypted(assertion(), Encrypting.GCM)), RESPONSE_ID);
        assertEquals("ana", check(xml, EXPECTED).subject().value());
    }

    @Test
    void cbcIsDecryptedInASignedResponseAlone() throws SamlRefused {
        String xml = response(encrypted(signed(), Encrypting.CBC));
        assertEquals(Reason.ALGORITHM, refusal(xml, EXPECTED));
        assertEquals(
                "ana", check(PARTY.sign(xml, RESPONSE_ID), EXPECTED).subject().value());
    }

    @Test
    void keysDoNotComeByPkcs1() {
        assertEquals(Reason.ALGORITHM, refusal(response(encrypted(signed(), Encrypting.PKCS1)), EXPECTED));
    }

    @Test
    void whatWasEncryptedForOthersOrChangedIsRefusedInTheSameWords() {
        String others = response(
                TestParty.encrypt("EncryptedAssertion", signed(), PARTY.pair().getPublic(), Encrypting.GCM));
        assertEquals(Reason.ENCRYPTION, refusal(others, EXPECTED));
        String xml = response(encrypted(signed(), Encrypting.GCM));
        int end = xml.lastIndexOf("</xenc:CipherValue>") - 40;
        char changed = xml.charAt(end) == 'A' ? 'B' : 'A';
        String tampered = xml.substring(0, end) + changed + xml.substring(end + 1);
        assertEquals(Reason.ENCRYPTION, refusal(tampered, EXPECTED));
    }

    @Test
    void anEncryptedNameIsRead() throws SamlRefused {
        String plain = "<saml:NameID xmlns:saml=\"" + Xml.ASSERTION + "\">ana</saml:NameID>";
        String hidden = TestParty.encrypt("EncryptedID", plain, US.pair().getPublic(), Encrypting.GCM);
        String inside = assertion().replaceFirst("<saml:NameID .*</saml:NameID>", hidden.replace("$", "\\$"));
        String xml = response(PARTY.sign(inside, ASSERTION_ID));
        assertEquals("ana", check(xml, EXPECTED).subject().value());
    }

    @Test
    void encryptionCanBeDemanded() {
        var demanding = new Expected(
                EXPECTED.entityId(),
                EXPECTED.address(),
                EXPECTED.party(),
                EXPECTED.keys(),
                EXPECTED.request(),
                false,
                true,
                Optional.empty(),
                List.of(),
                EXPECTED.now());
        assertEquals(Reason.ENCRYPTION, refusal(response(signed()), demanding));
    }

    @Test
    void somethingElseInAnEncryptionIsNoAssertion() {
        String xml = response(encrypted("<a/>", Encrypting.GCM));
        assertEquals(Reason.ENCRYPTION, refusal(xml, EXPECTED));
    }
}
