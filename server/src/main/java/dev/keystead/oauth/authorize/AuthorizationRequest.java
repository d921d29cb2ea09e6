package dev.keystead.oauth.authorize;

import dev.keystead.client.Client;
import dev.keystead.client.ResponseType;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.oauth.wire.UserClaims;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A request for authorization that follows the rules: everything in it may be believed to be what this
/// client asks.
///
/// @param type what the answer shall carry
/// @param parameters what it was read from, to be read again after the person answered
/// @param answer where the answer goes, and how
/// @param challenge of PKCE, method S256
/// @param subjects the people whom `id_token_hint` or the claim `sub` names, as this client knows them: one of them
/// must
///     be who answers; empty where anybody may
/// @param claims claims that are asked for one by one, as a JSON object
/// @param essentialAcr authentication classes of which one must be reached; empty where any will do
/// @param boundTo the thumbprint of the key that the code is bound to (RFC 9449 section 10)
public record AuthorizationRequest(
        Client client,
        ResponseType type,
        Parameters parameters,
        AnswerTo answer,
        boolean redirectGiven,
        List<String> scopes,
        Optional<String> nonce,
        Optional<String> challenge,
        Set<Prompt> prompts,
        Optional<Duration> maxAge,
        List<String> acrValues,
        List<String> essentialAcr,
        Optional<String> loginHint,
        Optional<String> uiLocales,
        Set<String> subjects,
        List<String> resources,
        Optional<String> details,
        Optional<String> claims,
        Optional<String> boundTo) {

    /// What the person is to see (OpenID Connect Core section 3.1.2.1; for accounts that are to be made,
    /// Initiating User Registration via OpenID Connect section 4).
    public enum Prompt {
        NONE,
        LOGIN,
        CONSENT,
        SELECT_ACCOUNT,
        CREATE
    }

    /// Where an answer goes, and how.
    public record AnswerTo(String redirectUri, Mode mode, Optional<String> state) {
        public enum Mode {
            QUERY,
            FRAGMENT,
            FORM_POST
        }
    }

    /// The scopes that a person has to agree to: those that are asked for, and those to which claims belong that
    /// are asked for one by one.
    List<String> agreement() {
        return Stream.concat(
                        scopes.stream(),
                        claims.map(UserClaims::scopesOf).stream().flatMap(Set::stream))
                .distinct()
                .toList();
    }

    /// Whether an earlier answer of the person may count for it. Authorization details are about one matter each, so
    /// that it would say nothing about them; and of what may be another program, the person is the one to judge.
    boolean canBeRemembered() {
        return details.isEmpty() && !client.canBePassedOff(answer.redirectUri());
    }

    boolean asks(Prompt prompt) {
        return prompts.contains(prompt);
    }
}
