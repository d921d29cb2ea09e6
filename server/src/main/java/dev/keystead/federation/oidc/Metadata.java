package dev.keystead.federation.oidc;

import dev.keystead.federation.Why;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.outbound.Outbound;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// What a provider says about itself (OpenID Connect Discovery section 3), as far as it matters here.
///
/// @param tellsIssuer whether it names itself beside every code (RFC 9207)
record Metadata(
        String issuer,
        URI authorization,
        URI token,
        URI keys,
        Optional<URI> userinfo,
        Optional<URI> endSession,
        boolean tellsIssuer) {
    private static final int LONGEST_ADDRESS = 2_000;

    /// Reads a document.
    ///
    /// @param issuer what the connection calls the provider
    static Answered<Metadata> read(String text, String issuer, Outbound outbound) {
        JsonNode document;
        try {
            document = Json.tree(text);
        } catch (JacksonException _) {
            return lost(Why.UNREACHABLE, "The document of the provider is not JSON.");
        }
        if (!document.isObject()) {
            return lost(Why.UNREACHABLE, "The document of the provider is not a JSON object.");
        }
        Optional<String> named = text(document, "issuer");
        if (named.isEmpty() || !named.get().equals(issuer)) {
            return lost(
                    Why.ISSUER,
                    "The provider calls itself " + shown(named.orElse("nothing")) + ", the connection calls it "
                            + issuer + ". Both must be the same, letter for letter.");
        }
        for (String needed : new String[] {"authorization_endpoint", "token_endpoint", "jwks_uri"}) {
            Optional<URI> address = address(document, needed);
            if (address.isEmpty()) {
                return lost(Why.UNREACHABLE, "The document of the provider has no " + needed + ".");
            }
            Optional<String> broken = outbound.brokenRule(address.get())
                    .map(reason -> "The " + needed + " of the provider " + reason.sentence() + ".");
            if (broken.isPresent()) {
                return lost(Why.UNREACHABLE, broken.get());
            }
        }
        return new Answered.Got<>(new Metadata(
                issuer,
                address(document, "authorization_endpoint").orElseThrow(),
                address(document, "token_endpoint").orElseThrow(),
                address(document, "jwks_uri").orElseThrow(),
                address(document, "userinfo_endpoint"),
                address(document, "end_session_endpoint")
                        .filter(found -> outbound.brokenRule(found).isEmpty()),
                document.path("authorization_response_iss_parameter_supported").asBoolean(false)));
    }

    private static Answered<Metadata> lost(Why why, String sentence) {
        return new Answered.Lost<>(why, sentence);
    }

    private static Optional<String> text(JsonNode document, String name) {
        JsonNode value = document.get(name);
        return value == null || !value.isString() ? Optional.empty() : Optional.of(value.stringValue());
    }

    private static Optional<URI> address(JsonNode document, String name) {
        return text(document, name)
                .filter(text -> text.length() <= LONGEST_ADDRESS)
                .flatMap(text -> {
                    try {
                        return Optional.of(new URI(text));
                    } catch (URISyntaxException _) {
                        return Optional.empty();
                    }
                });
    }

    /// What somebody else wrote, fit for a sentence.
    static String shown(String text) {
        String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() > 200 ? printable.substring(0, 200) + "…" : printable;
    }
}
