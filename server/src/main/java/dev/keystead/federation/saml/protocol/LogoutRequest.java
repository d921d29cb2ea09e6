package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.security.PrivateKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.w3c.dom.Element;

/// The wish that somebody be signed out (core section 3.7.1).
///
/// @param sessions the sessions that are meant, by their index; all of that person if there are none
/// @param usableUntil from then on nobody would believe it anyway
public record LogoutRequest(String id, NameId subject, List<String> sessions, Instant usableUntil) {
    private static final int MOST_SESSIONS = 100;

    public LogoutRequest {
        sessions = List.copyOf(sessions);
    }

    /// Judges one.
    ///
    /// @param here where it arrived
    /// @param keys ours, for a name that is encrypted
    public static LogoutRequest check(
            Binding.Arrived arrived, Party party, String here, List<PrivateKey> keys, Instant now) throws SamlRefused {
        Element root = Xml.message(arrived.xml());
        MessageHead.requireRoot(root, "LogoutRequest");
        LogoutResponse.requireSigned(root, arrived, party);
        String id = MessageHead.id(root);
        MessageHead.requireIssuer(root, party, true);
        MessageHead.requireDestination(root, here, true);
        Instant issued = MessageHead.issued(root, now);
        Optional<Instant> end = Xml.time(root, "NotOnOrAfter");
        if (end.isPresent() && !now.isBefore(end.get().plus(MessageHead.SKEW))) {
            throw new SamlRefused(Reason.EXPIRED, "valid until " + end.get());
        }
        var sessions = new ArrayList<String>();
        for (Element index : Xml.children(root, Xml.PROTOCOL, "SessionIndex")) {
            sessions.add(Xml.text(index));
        }
        if (sessions.size() > MOST_SESSIONS) {
            throw new SamlRefused(Reason.TOO_LARGE, "more than " + MOST_SESSIONS + " sessions");
        }
        return new LogoutRequest(
                id,
                NameId.in(root, new Decryption(keys), true),
                sessions,
                issued.plus(MessageHead.LONGEST_LIFE).plus(MessageHead.SKEW));
    }

    /// One of ours.
    ///
    /// @param entityId what we call ourselves
    public String xml(String entityId, String destination, Instant now) {
        var xml = new StringBuilder(MessageHead.begin(
                "LogoutRequest",
                id,
                now,
                destination,
                " NotOnOrAfter=\"" + usableUntil.truncatedTo(ChronoUnit.SECONDS) + "\""));
        xml.append(MessageHead.issuer(entityId)).append(subject.xml());
        for (String session : sessions) {
            xml.append("<samlp:SessionIndex>").append(Xml.escape(session)).append("</samlp:SessionIndex>");
        }
        return xml.append("</samlp:LogoutRequest>").toString();
    }
}
