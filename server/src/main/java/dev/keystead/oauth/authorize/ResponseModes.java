package dev.keystead.oauth.authorize;

import dev.keystead.oauth.authorize.AuthorizationRequest.AnswerTo.Mode;
import dev.keystead.oauth.wire.Parameters;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/// How answers go back to a client, errors included (OAuth 2.0 Multiple Response Types sections 2.1 and 5,
/// OAuth 2.0 Form Post Response Mode section 2).
final class ResponseModes {
    private static final Set<String> TOKENS = Set.of("token", "id_token");

    private ResponseModes() {}

    /// The way that holds when a request names none: where tokens are asked for, the fragment, which browsers
    /// tell to no server. That holds also for requests that are refused.
    static Mode usual(Parameters parameters) {
        return asksForTokens(parameters) ? Mode.FRAGMENT : Mode.QUERY;
    }

    /// The way that a request wants; empty when it is not known, or would put tokens into a query.
    static Optional<Mode> wished(Parameters parameters) {
        Optional<String> named = parameters.find("response_mode");
        Mode usual = usual(parameters);
        if (named.isEmpty()) {
            return Optional.of(usual);
        }
        return switch (named.get()) {
            case "form_post" -> Optional.of(Mode.FORM_POST);
            case "query" -> Optional.of(Mode.QUERY).filter(usual::equals);
            case "fragment" -> Optional.of(Mode.FRAGMENT).filter(usual::equals);
            default -> Optional.empty();
        };
    }

    private static boolean asksForTokens(Parameters parameters) {
        return parameters.list("response_type").stream()
                .flatMap(type -> Arrays.stream(type.split(" ", -1)))
                .anyMatch(TOKENS::contains);
    }
}
