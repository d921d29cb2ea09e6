package dev.keystead.grant;

import java.util.Map;
import java.util.Optional;

/// The key that a token is bound to: whoever uses the token shows that they hold this key.
///
/// @param thumbprint SHA-256 in base64url
public record Binding(Kind kind, String thumbprint) {
    /// How the key is shown.
    public enum Kind {
        /// By a signed proof with each request (RFC 9449).
        DPOP("jkt"),
        /// By the certificate of the TLS connection (RFC 8705).
        MTLS("x5t#S256");

        private final String member;

        Kind(String member) {
            this.member = member;
        }
    }

    /// The claim `cnf` (RFC 7800).
    public Map<String, Object> confirmation() {
        return Map.of(kind.member, thumbprint);
    }

    /// The binding that a claim `cnf` names.
    public static Optional<Binding> ofConfirmation(Map<String, Object> confirmation) {
        for (Kind kind : Kind.values()) {
            if (confirmation.get(kind.member) instanceof String thumbprint) {
                return Optional.of(new Binding(kind, thumbprint));
            }
        }
        return Optional.empty();
    }

    /// As it is stored.
    public String text() {
        return kind.member + ":" + thumbprint;
    }

    public static Binding parse(String text) {
        int colon = text.indexOf(':');
        return ofConfirmation(Map.of(text.substring(0, colon), text.substring(colon + 1)))
                .orElseThrow();
    }
}
