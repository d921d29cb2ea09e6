package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/// How and when somebody proved themselves at the identity provider (core section 2.7.2).
record Statement(
        Optional<String> sessionIndex, Optional<Instant> sessionEndsAt, Instant provenAt, Optional<String> context) {
    private static final int LONGEST = 500;

    /// The first that an assertion makes; it makes at least one.
    static Statement in(Element assertion, ResponseCheck.Expected expected) throws SamlRefused {
        List<Element> statements = Xml.children(assertion, Xml.ASSERTION, "AuthnStatement");
        if (statements.isEmpty()) {
            throw new SamlRefused(Reason.MALFORMED, "it does not say that anybody signed in");
        }
        Statement statement = read(statements.getFirst());
        Instant now = expected.now();
        if (statement
                .sessionEndsAt()
                .filter(end -> !now.isBefore(end.plus(MessageHead.SKEW)))
                .isPresent()) {
            throw new SamlRefused(Reason.EXPIRED, "the session there is over");
        }
        if (statement.provenAt().isAfter(now.plus(MessageHead.SKEW))) {
            throw new SamlRefused(Reason.TOO_EARLY, "proven at " + statement.provenAt());
        }
        if (expected.freshSince()
                .filter(since -> statement.provenAt().isBefore(since.minus(MessageHead.SKEW)))
                .isPresent()) {
            throw new SamlRefused(Reason.CONTEXT, "proven at " + statement.provenAt() + ", which is too long ago");
        }
        if (!expected.contexts().isEmpty()
                && !expected.contexts().contains(statement.context().orElse(""))) {
            throw new SamlRefused(
                    Reason.CONTEXT, "proven by " + statement.context().orElse("nothing that is named"));
        }
        return statement;
    }

    private static Statement read(Element element) throws SamlRefused {
        Optional<Instant> provenAt = Xml.time(element, "AuthnInstant");
        if (provenAt.isEmpty()) {
            throw new SamlRefused(Reason.MALFORMED, "no AuthnInstant");
        }
        Optional<String> index = Xml.attribute(element, "SessionIndex").filter(text -> !text.isBlank());
        if (index.filter(text -> text.length() > LONGEST).isPresent()) {
            throw new SamlRefused(Reason.TOO_LARGE, "a SessionIndex longer than " + LONGEST);
        }
        Element context = Xml.child(element, Xml.ASSERTION, "AuthnContext");
        return new Statement(
                index,
                Xml.time(element, "SessionNotOnOrAfter"),
                provenAt.get(),
                Xml.find(context, Xml.ASSERTION, "AuthnContextClassRef").flatMap(Xml::findText));
    }
}
