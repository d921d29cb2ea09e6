package dev.keystead.federation.saml.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The question who somebody is (core section 3.4.1).
///
/// @param entityId what we call ourselves
/// @param destination where it is sent
/// @param answerTo where the answer shall be sent
/// @param nameFormat by which kind of name somebody shall be known, if that matters
/// @param force whether they shall prove themselves again
/// @param contexts how they shall prove themselves: one of these, or anyhow if there are none
public record AuthnRequest(
        String id,
        String entityId,
        String destination,
        String answerTo,
        Optional<String> nameFormat,
        boolean force,
        List<String> contexts,
        Instant now) {
    public AuthnRequest {
        contexts = List.copyOf(contexts);
    }

    public String xml() {
        var xml = new StringBuilder(MessageHead.begin(
                "AuthnRequest",
                id,
                now,
                destination,
                (force ? " ForceAuthn=\"true\"" : "") + " ProtocolBinding=\"" + Binding.POST.uri()
                        + "\" AssertionConsumerServiceURL=\"" + Xml.escape(answerTo) + "\""));
        xml.append(MessageHead.issuer(entityId));
        xml.append("<samlp:NameIDPolicy AllowCreate=\"true\"");
        nameFormat.ifPresent(
                format -> xml.append(" Format=\"").append(Xml.escape(format)).append('"'));
        xml.append("/>");
        if (!contexts.isEmpty()) {
            xml.append("<samlp:RequestedAuthnContext Comparison=\"exact\">");
            for (String context : contexts) {
                xml.append("<saml:AuthnContextClassRef>")
                        .append(Xml.escape(context))
                        .append("</saml:AuthnContextClassRef>");
            }
            xml.append("</samlp:RequestedAuthnContext>");
        }
        return xml.append("</samlp:AuthnRequest>").toString();
    }
}
