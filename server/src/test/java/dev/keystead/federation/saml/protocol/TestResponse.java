package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.ResponseCheck.Expected;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Responses for tests, as text, with places in which something can be put that is wrong.
public final class TestResponse {
    static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    static final String IDP = "https://idp.example/metadata";
    static final String SP = "https://id.example/t/acme/saml/metadata";
    static final String ACS = "https://id.example/t/acme/saml/acs/con_1";
    static final String REQUEST = "_question";
    static final String RESPONSE_ID = "_response";
    static final String ASSERTION_ID = "_assertion";

    private TestResponse() {}

    /// An assertion about a person.
    public static String assertion(
            Instant now, String idp, String sp, String acs, Optional<String> request, String id, String subject) {
        String answer = request.map(text -> " InResponseTo=\"" + text + "\"").orElse("");
        return """
                <saml:Assertion xmlns:saml="%s" ID="%s" Version="2.0" IssueInstant="%s"><saml:Issuer>%s</saml:Issuer>\
                <saml:Subject><saml:NameID Format="%s">%s</saml:NameID><saml:SubjectConfirmation \
                Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="%s" \
                NotOnOrAfter="%s"%s/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="%s" \
                NotOnOrAfter="%s"><saml:AudienceRestriction><saml:Audience>%s</saml:Audience>\
                </saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="%s" \
                SessionIndex="session-1"><saml:AuthnContext><saml:AuthnContextClassRef>\
                urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>\
                </saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="mail">\
                <saml:AttributeValue>ana@acme.example</saml:AttributeValue></saml:Attribute><saml:Attribute Name="groups">\
                <saml:AttributeValue>staff</saml:AttributeValue><saml:AttributeValue>admins</saml:AttributeValue>\
                </saml:Attribute></saml:AttributeStatement></saml:Assertion>""".formatted(
                        Xml.ASSERTION,
                        id,
                        now,
                        idp,
                        NameId.PERSISTENT,
                        subject,
                        acs,
                        now.plusSeconds(300),
                        answer,
                        now.minusSeconds(60),
                        now.plusSeconds(300),
                        sp,
                        now.minusSeconds(5));
    }

    public static String response(
            Instant now, String idp, String acs, Optional<String> request, String id, String inside) {
        String answer = request.map(text -> " InResponseTo=\"" + text + "\"").orElse("");
        return """
                <samlp:Response xmlns:samlp="%s" xmlns:saml="%s" ID="%s" Version="2.0" IssueInstant="%s" \
                Destination="%s"%s><saml:Issuer>%s</saml:Issuer><samlp:Status><samlp:StatusCode \
                Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>%s</samlp:Response>""".formatted(Xml.PROTOCOL, Xml.ASSERTION, id, now, acs, answer, idp, inside);
    }

    static String assertion() {
        return assertion(NOW, IDP, SP, ACS, Optional.of(REQUEST), ASSERTION_ID, "ana");
    }

    static String response(String inside) {
        return response(NOW, IDP, ACS, Optional.of(REQUEST), RESPONSE_ID, inside);
    }

    static Expected expected(TestParty party, PrivateKey... keys) {
        return new Expected(
                SP,
                ACS,
                new Party(IDP, List.of(party.certificate())),
                List.of(keys),
                Optional.of(REQUEST),
                false,
                false,
                Optional.empty(),
                List.of(),
                NOW);
    }

    static Assertion check(String xml, Expected expected) throws SamlRefused {
        return ResponseCheck.check(xml.getBytes(StandardCharsets.UTF_8), expected);
    }

    /// Why it was refused; an error if it was not.
    static SamlRefused.Reason refusal(String xml, Expected expected) {
        return refusal(xml.getBytes(StandardCharsets.UTF_8), expected);
    }

    static SamlRefused.Reason refusal(byte[] xml, Expected expected) {
        try {
            Assertion taken = ResponseCheck.check(xml, expected);
            throw new AssertionError("it was believed: " + taken);
        } catch (SamlRefused refused) {
            return refused.reason();
        }
    }
}
