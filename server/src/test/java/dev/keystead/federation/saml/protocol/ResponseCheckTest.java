package dev.keystead.federation.saml.protocol;

import static dev.keystead.federation.saml.protocol.TestResponse.ACS;
import static dev.keystead.federation.saml.protocol.TestResponse.ASSERTION_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.IDP;
import static dev.keystead.federation.saml.protocol.TestResponse.NOW;
import static dev.keystead.federation.saml.protocol.TestResponse.REQUEST;
import static dev.keystead.federation.saml.protocol.TestResponse.RESPONSE_ID;
import static dev.keystead.federation.saml.protocol.TestResponse.SP;
import static dev.keystead.federation.saml.protocol.TestResponse.assertion;
import static dev.keystead.federation.saml.protocol.TestResponse.check;
import static dev.keystead.federation.saml.protocol.TestResponse.expected;
import static dev.keystead.federation.saml.protocol.TestResponse.refusal;
import static dev.keystead.federation.saml.protocol.TestResponse.response;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.keystead.federation.saml.protocol.ResponseCheck.Expected;
import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the profile wants of an answer, rule by rule.
final class ResponseCheckTest {
    private static final TestParty PARTY = TestParty.rsa(2048);
    private static final TestParty OTHER = TestParty.rsa(2048);

    private static String signed(String assertion) {
        return response(PARTY.sign(assertion, ASSERTION_ID));
    }

    private static Expected at(Instant now) {
        Expected usual = expected(PARTY);
        return new Expected(
                SP,
                ACS,
                usual.party(),
                List.of(),
                Optional.of(REQUEST),
                false,
                false,
                Optional.empty(),
                List.of(),
                now);
    }

    private static Expected unsolicited(boolean allowed) {
        return new Expected(
                SP,
                ACS,
                expected(PARTY).party(),
                List.of(),
                Optional.empty(),
                allowed,
                false,
                Optional.empty(),
                List.of(),
                NOW);
    }

    @Test
    void aSignedAssertionIsRead() throws SamlRefused {
        Assertion read = check(signed(assertion()), expected(PARTY));
        assertEquals(NameId.of("ana", NameId.PERSISTENT), read.subject());
        assertEquals(Optional.of("session-1"), read.sessionIndex());
        assertEquals(
                Map.of("mail", List.of("ana@acme.example"), "groups", List.of("staff", "admins")), read.attributes());
        assertEquals(NOW.minusSeconds(5), read.provenAt());
        assertEquals(ASSERTION_ID, read.id());
    }

    @Test
    void aSignedResponseVouchesForTheAssertionInIt() throws SamlRefused {
        String xml = PARTY.sign(response(assertion()), RESPONSE_ID);
        assertEquals("ana", check(xml, expected(PARTY)).subject().value());
    }

    @Test
    void bothMayBeSigned() throws SamlRefused {
        String xml = PARTY.sign(signed(assertion()), RESPONSE_ID);
        assertEquals("ana", check(xml, expected(PARTY)).subject().value());
    }

    @Test
    void anyOfTheConnectionsCertificatesWillDo() throws SamlRefused {
        Expected usual = expected(PARTY);
        var both = new Expected(
                SP,
                ACS,
                new Party(IDP, List.of(OTHER.certificate(), PARTY.certificate())),
                List.of(),
                usual.request(),
                false,
                false,
                Optional.empty(),
                List.of(),
                NOW);
        assertEquals("ana", check(signed(assertion()), both).subject().value());
    }

    @Test
    void ecdsaSignsToo() throws SamlRefused {
        TestParty ec = TestParty.ec(256);
        String xml = response(ec.sign(
                assertion(),
                ASSERTION_ID,
                TestParty.Signing.USUAL.withMethod("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256")));
        assertEquals("ana", check(xml, expected(ec)).subject().value());
    }

    @Test
    void nothingUnsignedIsBelieved() {
        assertEquals(Reason.UNSIGNED, refusal(response(assertion()), expected(PARTY)));
    }

    @Test
    void anotherKeysSignatureIsNotBelieved() {
        String xml = response(OTHER.sign(assertion(), ASSERTION_ID));
        assertEquals(Reason.SIGNATURE, refusal(xml, expected(PARTY)));
    }

    @Test
    void aWrongSignatureOfTheResponseIsNotMadeGoodByTheAssertions() {
        String xml = OTHER.sign(signed(assertion()), RESPONSE_ID);
        assertEquals(Reason.SIGNATURE, refusal(xml, expected(PARTY)));
    }

    @Test
    void whatWasChangedAfterwardsIsNotBelieved() {
        String xml = signed(assertion()).replace(">ana<", ">eve<");
        assertEquals(Reason.SIGNATURE, refusal(xml, expected(PARTY)));
    }

    @Test
    void anAnswerForAnotherAddressIsRefused() {
        String elsewhere = signed(assertion()).replace("Destination=\"" + ACS, "Destination=\"" + ACS + "2");
        assertEquals(Reason.DESTINATION, refusal(elsewhere, expected(PARTY)));
        String recipient = signed(assertion().replace("Recipient=\"" + ACS, "Recipient=\"" + ACS + "2"));
        assertEquals(Reason.DESTINATION, refusal(recipient, expected(PARTY)));
        String none = signed(assertion().replace(" Recipient=\"" + ACS + "\"", ""));
        assertEquals(Reason.DESTINATION, refusal(none, expected(PARTY)));
    }

    @Test
    void aSignedResponseMustSayWhereItGoes() {
        String xml = PARTY.sign(response(assertion()).replace(" Destination=\"" + ACS + "\"", ""), RESPONSE_ID);
        assertEquals(Reason.DESTINATION, refusal(xml, expected(PARTY)));
    }

    @Test
    void anotherIssuerIsRefused() {
        String inside = signed(assertion().replace(">" + IDP + "<", ">https://other.example<"));
        assertEquals(Reason.ISSUER, refusal(inside, expected(PARTY)));
        String outside = signed(assertion()).replaceFirst(">" + IDP + "<", ">https://other.example<");
        assertEquals(Reason.ISSUER, refusal(outside, expected(PARTY)));
    }

    @Test
    void anotherAudienceIsRefused() {
        String other = signed(assertion().replace("<saml:Audience>" + SP, "<saml:Audience>https://other.example"));
        assertEquals(Reason.AUDIENCE, refusal(other, expected(PARTY)));
        String nobody = signed(assertion().replaceAll("<saml:AudienceRestriction>.*</saml:AudienceRestriction>", ""));
        assertEquals(Reason.AUDIENCE, refusal(nobody, expected(PARTY)));
        String both = signed(assertion()
                .replace(
                        "</saml:AudienceRestriction>",
                        "</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>https://other.example"
                                + "</saml:Audience></saml:AudienceRestriction>"));
        assertEquals(Reason.AUDIENCE, refusal(both, expected(PARTY)));
    }

    @Test
    void clocksMayDifferByAMinute() throws SamlRefused {
        String xml = signed(assertion());
        assertEquals("ana", check(xml, at(NOW.plusSeconds(359))).subject().value());
        assertEquals(Reason.EXPIRED, refusal(xml, at(NOW.plusSeconds(360))));
        assertEquals("ana", check(xml, at(NOW.minusSeconds(60))).subject().value());
        assertEquals(Reason.TOO_EARLY, refusal(xml, at(NOW.minusSeconds(61))));
    }

    @Test
    void conditionsHaveTheirOwnBeginningAndEnd() {
        String early = signed(
                assertion().replace("NotBefore=\"" + NOW.minusSeconds(60), "NotBefore=\"" + NOW.plusSeconds(61)));
        assertEquals(Reason.TOO_EARLY, refusal(early, expected(PARTY)));
        String late = signed(assertion()
                .replace(
                        "<saml:Conditions NotBefore=\"" + NOW.minusSeconds(60) + "\" NotOnOrAfter=\""
                                + NOW.plusSeconds(300),
                        "<saml:Conditions NotOnOrAfter=\"" + NOW.minusSeconds(60)));
        assertEquals(Reason.EXPIRED, refusal(late, expected(PARTY)));
    }

    @Test
    void anAssertionOfLongAgoIsRefusedWhateverItSaysOfItsEnd() {
        String old = signed(assertion().replace("IssueInstant=\"" + NOW, "IssueInstant=\"" + NOW.minusSeconds(86_401)));
        assertEquals(Reason.EXPIRED, refusal(old, expected(PARTY)));
    }

    @Test
    void aConditionThatIsNotKnownIsNotMet() {
        String xml = signed(
                assertion().replace("<saml:AudienceRestriction>", "<saml:Condition/><saml:AudienceRestriction>"));
        assertEquals(Reason.MALFORMED, refusal(xml, expected(PARTY)));
    }

    @Test
    void anAnswerToAnotherQuestionIsRefused() {
        String outside = signed(assertion()).replaceFirst("InResponseTo=\"_question\"", "InResponseTo=\"_other\"");
        assertEquals(Reason.IN_RESPONSE_TO, refusal(outside, expected(PARTY)));
        String inside = signed(assertion().replace("InResponseTo=\"_question\"", "InResponseTo=\"_other\""));
        assertEquals(Reason.IN_RESPONSE_TO, refusal(inside, expected(PARTY)));
        String missing = signed(assertion().replace(" InResponseTo=\"_question\"", ""));
        assertEquals(Reason.IN_RESPONSE_TO, refusal(missing, expected(PARTY)));
    }

    @Test
    void anAnswerToNoQuestionCountsOnlyWhereThatIsAllowed() throws SamlRefused {
        String xml = TestResponse.response(
                NOW,
                IDP,
                ACS,
                Optional.empty(),
                RESPONSE_ID,
                PARTY.sign(
                        TestResponse.assertion(NOW, IDP, SP, ACS, Optional.empty(), ASSERTION_ID, "ana"),
                        ASSERTION_ID));
        assertEquals(Reason.UNSOLICITED, refusal(xml, unsolicited(false)));
        assertEquals("ana", check(xml, unsolicited(true)).subject().value());
        assertEquals(Reason.IN_RESPONSE_TO, refusal(xml, expected(PARTY)));
        assertEquals(Reason.IN_RESPONSE_TO, refusal(signed(assertion()), unsolicited(true)));
    }

    @Test
    void aFailureIsToldInWords() {
        String xml = signed(assertion())
                .replace(
                        "<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Success\"/>",
                        "<samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:Responder\"><samlp:StatusCode "
                                + "Value=\"urn:oasis:names:tc:SAML:2.0:status:AuthnFailed\"/></samlp:StatusCode>"
                                + "<samlp:StatusMessage>No such\nluck</samlp:StatusMessage>");
        SamlRefused refused = assertThrows(SamlRefused.class, () -> check(xml, expected(PARTY)));
        assertEquals(Reason.STATUS, refused.reason());
        assertEquals("Responder, AuthnFailed: No such?luck", refused.detail());
    }

    @Test
    void oneAssertionIsReadAndNoneBesides() {
        String two =
                response(PARTY.sign(assertion(), ASSERTION_ID) + assertion().replace(ASSERTION_ID, "_second"));
        assertEquals(Reason.MALFORMED, refusal(two, expected(PARTY)));
        assertEquals(Reason.MALFORMED, refusal(response(""), expected(PARTY)));
    }

    @Test
    void theSubjectIsConfirmedByBearerAlone() {
        String holder = signed(assertion().replace("cm:bearer", "cm:holder-of-key"));
        assertEquals(Reason.SUBJECT, refusal(holder, expected(PARTY)));
        String beginning = signed(assertion()
                .replace("<saml:SubjectConfirmationData ", "<saml:SubjectConfirmationData NotBefore=\"" + NOW + "\" "));
        assertEquals(Reason.SUBJECT, refusal(beginning, expected(PARTY)));
        String endless = signed(assertion().replaceFirst(" NotOnOrAfter=\"[^\"]*\" InResponseTo", " InResponseTo"));
        assertEquals(Reason.SUBJECT, refusal(endless, expected(PARTY)));
        String nobody = signed(assertion().replace(">ana<", "> <"));
        assertEquals(Reason.SUBJECT, refusal(nobody, expected(PARTY)));
    }

    @Test
    void aSessionThatIsOverThereDoesNotBeginHere() {
        String xml = signed(assertion()
                .replace("SessionIndex=", "SessionNotOnOrAfter=\"" + NOW.minusSeconds(61) + "\" SessionIndex="));
        assertEquals(Reason.EXPIRED, refusal(xml, expected(PARTY)));
    }

    @Test
    void whoMustProveThemselvesAgainHasDoneSo() throws SamlRefused {
        String xml = signed(assertion());
        assertEquals(
                "ana",
                check(xml, asking(Optional.of(NOW.minusSeconds(10)), List.of()))
                        .subject()
                        .value());
        assertEquals(Reason.CONTEXT, refusal(xml, asking(Optional.of(NOW.plusSeconds(56)), List.of())));
        assertEquals(Reason.CONTEXT, refusal(xml, asking(Optional.empty(), List.of("urn:example:mfa"))));
    }

    private static Expected asking(Optional<Instant> since, List<String> contexts) {
        return new Expected(
                SP, ACS, expected(PARTY).party(), List.of(), Optional.of(REQUEST), false, false, since, contexts, NOW);
    }
}
