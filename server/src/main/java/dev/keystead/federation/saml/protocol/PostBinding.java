package dev.keystead.federation.saml.protocol;

import dev.keystead.federation.saml.protocol.SamlRefused.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Messages in a form that a browser sends by itself (bindings section 3.5), signed inside.
public final class PostBinding {
    private PostBinding() {}

    /// The fields of the form that carries a message, signed.
    public static Map<String, String> fields(
            Binding.Role role, String xml, Optional<String> relayState, Credential credential) {
        var fields = new LinkedHashMap<String, String>();
        fields.put(role.parameter(), Base64Text.encode(EnvelopedSigner.sign(xml, credential)));
        relayState.ifPresent(state -> fields.put("RelayState", state));
        return fields;
    }

    /// Who a message claims to be by, for whoever has to find the keys first. Nothing is checked.
    public static String claimedIssuer(Map<String, List<String>> form) throws SamlRefused {
        return MessageIssuer.of(read(form).xml());
    }

    /// Reads a message. Whether it is signed, its own check says.
    public static Binding.Arrived read(Map<String, List<String>> form) throws SamlRefused {
        boolean asks = form.containsKey("SAMLRequest");
        if (asks == form.containsKey("SAMLResponse")) {
            throw new SamlRefused(Reason.MALFORMED, "not one message");
        }
        Binding.Role role = asks ? Binding.Role.REQUEST : Binding.Role.RESPONSE;
        return new Binding.Arrived(role, Xml.base64(one(form, role.parameter())), relayState(form), false);
    }

    /// What came back with an answer.
    public static Optional<String> relayState(Map<String, List<String>> form) throws SamlRefused {
        return form.containsKey("RelayState") ? Optional.of(one(form, "RelayState")) : Optional.empty();
    }

    private static String one(Map<String, List<String>> form, String name) throws SamlRefused {
        List<String> values = form.getOrDefault(name, List.of());
        if (values.size() != 1) {
            throw new SamlRefused(Reason.MALFORMED, name + " is sent " + values.size() + " times");
        }
        return values.getFirst();
    }
}
