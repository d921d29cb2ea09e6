package dev.keystead.oauth.inspect;

import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.platform.http.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the access token that a request carries (RFC 6750 section 2, RFC 9449 section 7.1). The address is
/// no place for one: addresses end up in logs.
final class BearerTokens {
    private static final Pattern HEADER = Pattern.compile("(?i:(bearer|dpop)) +([A-Za-z0-9._~+/=-]{1,8192}) *");

    private static final String CHALLENGE =
            "Bearer, DPoP algs=\"" + String.join(" ", SignatureAlgorithms.BY_KEY) + "\"";

    private BearerTokens() {}

    /// A token as it was presented.
    ///
    /// @param proven whether it came with the promise of a proof
    record Shown(String token, boolean proven) {}

    static Shown find(Call call, Parameters form) {
        List<Shown> shown = new ArrayList<>();
        Optional<String> header = call.header("Authorization");
        header.map(HEADER::matcher)
                .filter(Matcher::matches)
                .ifPresent(match ->
                        shown.add(new Shown(match.group(2), match.group(1).equalsIgnoreCase("dpop"))));
        form.find("access_token").ifPresent(token -> shown.add(new Shown(token, false)));
        if (shown.size() > 1) {
            throw OAuthError.invalidRequest("the access token was sent in two ways");
        }
        if (shown.isEmpty()) {
            // RFC 6750 section 3.1: who sends nothing is told what to send, and nothing else.
            throw OAuthError.withStatus(401, "invalid_token", "an access token is needed", CHALLENGE);
        }
        return shown.getFirst();
    }

    static OAuthError invalid(String description) {
        return OAuthError.withStatus(
                401,
                "invalid_token",
                description,
                "Bearer error=\"invalid_token\", error_description=\"" + description + "\"");
    }

    static OAuthError insufficient(String scope) {
        return OAuthError.withStatus(
                403,
                "insufficient_scope",
                "the access token does not carry " + scope,
                "Bearer error=\"insufficient_scope\", scope=\"" + scope + "\"");
    }
}
