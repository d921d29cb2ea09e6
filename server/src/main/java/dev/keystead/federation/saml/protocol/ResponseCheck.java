package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/// Judges the answer to a question who somebody is, in the order of the Web Browser SSO profile (profiles
/// section 4.1.4.3).
public final class ResponseCheck {
    private final Expected expected;
    private final Decryption decryption;

    /// What an answer must fit.
    ///
    /// @param entityId what we call ourselves
    /// @param address where it arrived
    /// @param party whose answer it is
    /// @param keys ours, for what is encrypted
    /// @param request the id of the question, if this browser asked one
    /// @param unsolicited whether an answer to no question counts
    /// @param encrypted whether the assertion must come encrypted
    /// @param freshSince since when somebody must have proven themselves there
    /// @param contexts how they must have proven themselves: one of these, or anyhow if there are none
    public record Expected(
            String entityId,
            String address,
            Party party,
            List<PrivateKey> keys,
            Optional<String> request,
            boolean unsolicited,
            boolean encrypted,
            Optional<Instant> freshSince,
            List<String> contexts,
            Instant now) {
        public Expected {
            keys = List.copyOf(keys);
            contexts = List.copyOf(contexts);
        }
    }

    private ResponseCheck(Expected expected) {
        this.expected = expected;
        this.decryption = new Decryption(expected.keys());
    }

    /// The assertion in a response.
    ///
    /// @param message the XML as it was sent
    public static Assertion check(byte[] message, Expected expected) throws SamlRefused {
        return new ResponseCheck(expected).response(Xml.message(message));
    }

    private Assertion response(Element response) throws SamlRefused {
        MessageHead.requireRoot(response, "Response");
        MessageHead.id(response);
        MessageHead.requireIssuer(response, expected.party(), false);
        boolean signed = SignatureCheck.isSigned(response, expected.party().keys());
        MessageHead.requireDestination(response, expected.address(), signed);
        MessageHead.issued(response, expected.now());
        requireQuestion(Xml.attribute(response, "InResponseTo"), "the response");
        MessageHead.requireSuccess(response);
        return assertion(theAssertion(response, signed), signed);
    }

    /// An answer fits the question of this browser, or there was none.
    private void requireQuestion(Optional<String> answered, String what) throws SamlRefused {
        if (expected.request().isEmpty() && !expected.unsolicited()) {
            throw new SamlRefused(Reason.UNSOLICITED, "nobody asked from this browser");
        }
        if (!answered.equals(expected.request())) {
            throw new SamlRefused(Reason.IN_RESPONSE_TO, what + " answers " + answered.orElse("no question"));
        }
    }

    private Element theAssertion(Element response, boolean signed) throws SamlRefused {
        List<Element> open = Xml.children(response, Xml.ASSERTION, "Assertion");
        List<Element> encrypted = Xml.children(response, Xml.ASSERTION, "EncryptedAssertion");
        if (open.size() + encrypted.size() != 1) {
            throw new SamlRefused(
                    Reason.MALFORMED, (open.size() + encrypted.size()) + " assertions where one should be");
        }
        if (open.isEmpty()) {
            Element assertion = decryption.open(encrypted.getFirst(), signed);
            if (!Xml.is(assertion, Xml.ASSERTION, "Assertion")) {
                throw new SamlRefused(Reason.ENCRYPTION, "what is encrypted is no assertion");
            }
            return assertion;
        }
        if (expected.encrypted()) {
            throw new SamlRefused(Reason.ENCRYPTION, "the assertion is not encrypted");
        }
        return open.getFirst();
    }

    private Assertion assertion(Element assertion, boolean responseSigned) throws SamlRefused {
        boolean signed = SignatureCheck.isSigned(assertion, expected.party().keys());
        if (!signed && !responseSigned) {
            throw new SamlRefused(Reason.UNSIGNED, "neither the assertion nor the response is signed");
        }
        String id = MessageHead.id(assertion);
        Instant issued = MessageHead.issued(assertion, expected.now());
        MessageHead.requireIssuer(assertion, expected.party(), true);
        Element subject = Xml.child(assertion, Xml.ASSERTION, "Subject");
        NameId name = NameId.in(subject, decryption, true);
        requireConfirmation(subject);
        Conditions.check(Xml.child(assertion, Xml.ASSERTION, "Conditions"), expected.entityId(), expected.now());
        Statement statement = Statement.in(assertion, expected);
        return new Assertion(
                id,
                issued.plus(MessageHead.LONGEST_LIFE).plus(MessageHead.SKEW),
                name,
                statement.sessionIndex(),
                statement.sessionEndsAt(),
                statement.provenAt(),
                statement.context(),
                Attributes.in(assertion));
    }

    /// One confirmation by bearer is enough, and must fit in all (profiles section 4.1.4.2).
    private void requireConfirmation(Element subject) throws SamlRefused {
        Optional<SamlRefused> first = Optional.empty();
        for (Element confirmation : Xml.children(subject, Xml.ASSERTION, "SubjectConfirmation")) {
            if (!Xml.require(confirmation, "Method").equals("urn:oasis:names:tc:SAML:2.0:cm:bearer")) {
                continue;
            }
            try {
                requireBearer(Xml.child(confirmation, Xml.ASSERTION, "SubjectConfirmationData"));
                return;
            } catch (SamlRefused refused) {
                first = first.or(() -> Optional.of(refused));
            }
        }
        throw first.orElseGet(() -> new SamlRefused(Reason.SUBJECT, "nothing confirms the subject by bearer"));
    }

    private void requireBearer(Element data) throws SamlRefused {
        Optional<String> recipient = Xml.attribute(data, "Recipient");
        if (!recipient.equals(Optional.of(expected.address()))) {
            throw new SamlRefused(Reason.DESTINATION, "confirmed for " + recipient.orElse("nobody"));
        }
        if (Xml.attribute(data, "NotBefore").isPresent()) {
            throw new SamlRefused(Reason.SUBJECT, "a confirmation by bearer has a beginning");
        }
        Optional<Instant> end = Xml.time(data, "NotOnOrAfter");
        if (end.isEmpty()) {
            throw new SamlRefused(Reason.SUBJECT, "a confirmation by bearer has no end");
        }
        if (!expected.now().isBefore(end.get().plus(MessageHead.SKEW))) {
            throw new SamlRefused(Reason.EXPIRED, "confirmed until " + end.get());
        }
        requireQuestion(Xml.attribute(data, "InResponseTo"), "the confirmation");
    }
}
