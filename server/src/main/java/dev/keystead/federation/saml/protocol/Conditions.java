package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/// Under which conditions an assertion counts (core section 2.5).
final class Conditions {
    private Conditions() {}

    static void check(Element conditions, String entityId, Instant now) throws SamlRefused {
        Optional<Instant> begin = Xml.time(conditions, "NotBefore");
        if (begin.isPresent() && now.plus(MessageHead.SKEW).isBefore(begin.get())) {
            throw new SamlRefused(Reason.TOO_EARLY, "valid from " + begin.get());
        }
        Optional<Instant> end = Xml.time(conditions, "NotOnOrAfter");
        if (end.isPresent() && !now.isBefore(end.get().plus(MessageHead.SKEW))) {
            throw new SamlRefused(Reason.EXPIRED, "valid until " + end.get());
        }
        int audiences = 0;
        for (Element condition : Xml.children(conditions)) {
            if (Xml.is(condition, Xml.ASSERTION, "AudienceRestriction")) {
                requireAudience(condition, entityId);
                audiences++;
            } else if (!Xml.is(condition, Xml.ASSERTION, "OneTimeUse")
                    && !Xml.is(condition, Xml.ASSERTION, "ProxyRestriction")) {
                // Nobody may rely on an assertion whose conditions they do not understand.
                throw new SamlRefused(Reason.MALFORMED, "a condition that is not known: " + condition.getLocalName());
            }
        }
        if (audiences == 0) {
            throw new SamlRefused(Reason.AUDIENCE, "for nobody in particular");
        }
    }

    private static void requireAudience(Element restriction, String entityId) throws SamlRefused {
        List<Element> audiences = Xml.children(restriction, Xml.ASSERTION, "Audience");
        for (Element audience : audiences) {
            if (Xml.text(audience).equals(entityId)) {
                return;
            }
        }
        String first = audiences.isEmpty() ? "nobody" : Xml.text(audiences.getFirst());
        throw new SamlRefused(Reason.AUDIENCE, "for " + first);
    }
}
