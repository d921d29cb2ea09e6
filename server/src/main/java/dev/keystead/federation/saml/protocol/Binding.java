package dev.keystead.federation.saml.protocol;

import java.util.Arrays;
import java.util.Optional;

/// By which way a browser carries a message.
public enum Binding {
    REDIRECT("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"),
    POST("urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST");

    private final String uri;

    Binding(String uri) {
        this.uri = uri;
    }

    public String uri() {
        return uri;
    }

    static Optional<Binding> find(String uri) {
        return Arrays.stream(values()).filter(one -> one.uri.equals(uri)).findFirst();
    }

    /// Whether a message asks or answers: the name of the parameter that carries it.
    public enum Role {
        REQUEST("SAMLRequest"),
        RESPONSE("SAMLResponse");

        private final String parameter;

        Role(String parameter) {
            this.parameter = parameter;
        }

        public String parameter() {
            return parameter;
        }
    }

    /// A message as it arrived.
    ///
    /// @param xml the message
    /// @param relayState what was sent along with a request comes back with its answer
    /// @param signedAside whether a signature over the whole address was checked
    @SuppressWarnings("ArrayRecordComponent") // nobody compares these records; they live for one call
    public record Arrived(Role role, byte[] xml, Optional<String> relayState, boolean signedAside) {}
}
