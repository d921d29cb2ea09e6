package dev.keystead.oauth.clientauth;

import dev.keystead.client.AuthMethod;
import dev.keystead.client.Client;

/// What became of a client's proof.
sealed interface Verdict {
    /// Says neither whether there is such a client nor what was wrong.
    String FAILED = "client authentication failed";

    record Proven(Client client) implements Verdict {}

    /// The client proved nothing.
    ///
    /// @param description what the client is told
    record Refused(Reason reason, String description) implements Verdict {}

    /// Why, as the event tells it.
    enum Reason {
        UNKNOWN_CLIENT,
        OTHER_METHOD,
        WRONG_SECRET,
        WRONG_ASSERTION,
        REPLAYED_ASSERTION,
        WRONG_CERTIFICATE
    }

    static Verdict unknown() {
        return new Refused(Reason.UNKNOWN_CLIENT, FAILED);
    }

    static Verdict otherMethod() {
        return new Refused(Reason.OTHER_METHOD, FAILED);
    }

    /// For a client that has shown its secret: it may know what it registered.
    static Verdict otherMethod(AuthMethod registered) {
        return new Refused(
                Reason.OTHER_METHOD,
                "the secret is right, but this client is registered for " + registered.wire()
                        + "; use that, or change its token_endpoint_auth_method");
    }

    static Verdict wrongAssertion(String description) {
        return new Refused(Reason.WRONG_ASSERTION, description);
    }

    static Verdict wrongCertificate(String description) {
        return new Refused(Reason.WRONG_CERTIFICATE, description);
    }
}
