package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.time.Instant;
import org.w3c.dom.Element;

/// The answer to the wish that somebody be signed out (core section 3.7.2).
///
/// @param inResponseTo the id of the wish
/// @param complete whether everybody who had to be told was
public record LogoutResponse(String inResponseTo, boolean complete) {
    private static final String STATUS = "urn:oasis:names:tc:SAML:2.0:status:";

    /// Judges one. That it did not work is a refusal.
    ///
    /// @param here where it arrived
    public static LogoutResponse check(Binding.Arrived arrived, Party party, String here, Instant now)
            throws SamlRefused {
        Element root = Xml.message(arrived.xml());
        MessageHead.requireRoot(root, "LogoutResponse");
        requireSigned(root, arrived, party);
        MessageHead.id(root);
        MessageHead.requireIssuer(root, party, true);
        MessageHead.requireDestination(root, here, true);
        MessageHead.issued(root, now);
        MessageHead.requireSuccess(root);
        return new LogoutResponse(Xml.require(root, "InResponseTo"), true);
    }

    /// A logout counts only when it is signed: inside, or beside where it came in an address. A signature that
    /// is wrong inside is not made good by one beside.
    static void requireSigned(Element root, Binding.Arrived arrived, Party party) throws SamlRefused {
        if (!SignatureCheck.isSigned(root, party.keys()) && !arrived.signedAside()) {
            throw new SamlRefused(Reason.UNSIGNED, "the " + root.getLocalName() + " is not signed");
        }
    }

    /// One of ours.
    ///
    /// @param entityId what we call ourselves
    public String xml(String id, String entityId, String destination, Instant now) {
        String code = complete
                ? "<samlp:StatusCode Value=\"" + STATUS + "Success\"/>"
                : "<samlp:StatusCode Value=\"" + STATUS + "Responder\"><samlp:StatusCode Value=\"" + STATUS
                        + "PartialLogout\"/></samlp:StatusCode>";
        return MessageHead.begin(
                        "LogoutResponse", id, now, destination, " InResponseTo=\"" + Xml.escape(inResponseTo) + "\"")
                + MessageHead.issuer(entityId)
                + "<samlp:Status>" + code + "</samlp:Status></samlp:LogoutResponse>";
    }
}
