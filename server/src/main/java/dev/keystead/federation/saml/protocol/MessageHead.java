package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;
import org.w3c.dom.Element;

/// What all messages begin with (core section 3.2).
final class MessageHead {
    /// How far clocks may differ.
    static final Duration SKEW = Duration.ofSeconds(60);

    /// How old a message may be that says when it was made.
    static final Duration LONGEST_LIFE = Duration.ofHours(24);

    private static final String SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
    private static final String ENTITY = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
    private static final Pattern ID = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,255}");
    private static final int MOST_CODES = 3;

    private MessageHead() {}

    static void requireRoot(Element root, String name) throws SamlRefused {
        if (!Xml.is(root, Xml.PROTOCOL, name)) {
            throw new SamlRefused(Reason.MALFORMED, "a " + root.getLocalName() + " where a " + name + " should be");
        }
    }

    /// The id of a message or an assertion of our version of the protocol.
    static String id(Element element) throws SamlRefused {
        if (!Xml.require(element, "Version").equals("2.0")) {
            throw new SamlRefused(Reason.MALFORMED, "not SAML 2.0");
        }
        String id = Xml.require(element, "ID");
        if (!ID.matcher(id).matches()) {
            throw new SamlRefused(Reason.MALFORMED, "an id that is none");
        }
        return id;
    }

    /// When it was made: not in the future, and not long ago.
    static Instant issued(Element element, Instant now) throws SamlRefused {
        Optional<Instant> issued = Xml.time(element, "IssueInstant");
        if (issued.isEmpty()) {
            throw new SamlRefused(Reason.MALFORMED, "no IssueInstant of " + element.getLocalName());
        }
        if (issued.get().isAfter(now.plus(SKEW))) {
            throw new SamlRefused(Reason.TOO_EARLY, "made at " + issued.get());
        }
        if (issued.get().isBefore(now.minus(LONGEST_LIFE))) {
            throw new SamlRefused(Reason.EXPIRED, "made at " + issued.get());
        }
        return issued.get();
    }

    /// @param required whether it must say for which address it is: a signed message must
    static void requireDestination(Element root, String here, boolean required) throws SamlRefused {
        Optional<String> destination = Xml.attribute(root, "Destination").filter(text -> !text.isEmpty());
        if (destination.isEmpty() ? required : !destination.get().equals(here)) {
            throw new SamlRefused(Reason.DESTINATION, "meant for " + destination.orElse("nobody"));
        }
    }

    static void requireIssuer(Element element, Party party, boolean required) throws SamlRefused {
        Optional<Element> issuer = Xml.find(element, Xml.ASSERTION, "Issuer");
        if (issuer.isEmpty()) {
            if (required) {
                throw new SamlRefused(Reason.ISSUER, element.getLocalName() + " does not say who made it");
            }
            return;
        }
        String name = Xml.text(issuer.get());
        boolean entity =
                Xml.attribute(issuer.get(), "Format").map(ENTITY::equals).orElse(true);
        if (!entity || !name.equals(party.entityId())) {
            throw new SamlRefused(Reason.ISSUER, "made by " + name);
        }
    }

    /// Core section 3.2.2.1.
    static void requireSuccess(Element root) throws SamlRefused {
        Element status = Xml.child(root, Xml.PROTOCOL, "Status");
        Element code = Xml.child(status, Xml.PROTOCOL, "StatusCode");
        if (Xml.require(code, "Value").equals(SUCCESS)) {
            return;
        }
        var words = new StringBuilder(lastWord(Xml.require(code, "Value")));
        Optional<Element> inner = Xml.find(code, Xml.PROTOCOL, "StatusCode");
        for (int depth = 1; inner.isPresent() && depth < MOST_CODES; depth++) {
            words.append(", ").append(lastWord(Xml.require(inner.get(), "Value")));
            inner = Xml.find(inner.get(), Xml.PROTOCOL, "StatusCode");
        }
        Optional<String> message = Xml.find(status, Xml.PROTOCOL, "StatusMessage")
                .flatMap(Xml::findText)
                .filter(text -> !text.isEmpty());
        throw new SamlRefused(
                Reason.STATUS, words + message.map(text -> ": " + text).orElse(""));
    }

    private static String lastWord(String urn) {
        return urn.substring(urn.lastIndexOf(':') + 1);
    }

    /// What a message of ours begins with.
    static String begin(String name, String id, Instant now, String destination, String more) {
        return "<samlp:" + name + " xmlns:samlp=\"" + Xml.PROTOCOL + "\" xmlns:saml=\"" + Xml.ASSERTION + "\" ID=\""
                + Xml.escape(id) + "\" Version=\"2.0\" IssueInstant=\"" + now.truncatedTo(ChronoUnit.SECONDS)
                + "\" Destination=\""
                + Xml.escape(destination) + "\"" + more + ">";
    }

    static String issuer(String entityId) {
        return "<saml:Issuer>" + Xml.escape(entityId) + "</saml:Issuer>";
    }
}
