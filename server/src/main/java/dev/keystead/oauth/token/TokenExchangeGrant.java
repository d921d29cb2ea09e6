package dev.keystead.oauth.token;

import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.oauth.wire.Resources;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Exchanges an access token for another, with which the client acts in somebody's place (RFC 8693). Which
/// clients may do so is registered: it is a grant type of its own.
final class TokenExchangeGrant {
    private static final String ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

    private final AccessTokens accessTokens;
    private final Clients clients;
    private final OwnInterface ownInterface;
    private final TokenMint mint;
    private final Clock clock;

    TokenExchangeGrant(
            AccessTokens accessTokens, Clients clients, OwnInterface ownInterface, TokenMint mint, Clock clock) {
        this.accessTokens = accessTokens;
        this.clients = clients;
        this.ownInterface = ownInterface;
        this.mint = mint;
        this.clock = clock;
    }

    Map<String, Object> give(TokenRequest request) {
        Parameters parameters = request.parameters();
        AccessToken.Verified subject = presented(request, "subject_token");
        Optional<AccessToken.Verified> actor = actor(request);
        parameters.find("requested_token_type").ifPresent(type -> requireAccessToken("requested_token_type", type));
        List<String> audience = audience(request);
        List<String> scopes = scopes(request.client(), parameters, subject);
        Map<String, Object> more = more(request, subject, actor);
        Duration left = Duration.between(clock.instant(), expiry(subject));
        if (left.toSeconds() < 1) {
            throw invalid("subject_token");
        }
        AccessToken made = accessTokens.fresh(mint.wish(request.recipient(), subject, scopes, audience, more, left));
        var issued = new Issued(made, Optional.empty(), Optional.empty(), false, Optional.empty());
        var members = new LinkedHashMap<>(accessTokens.noteWhile(made, () -> mint.answer(request.recipient(), issued)));
        members.put("issued_token_type", ACCESS_TOKEN);
        return members;
    }

    /// RFC 8693 section 2.1: a token comes with its type. One that is bound to a key is worth nothing to who
    /// merely found it, here as elsewhere.
    private AccessToken.Verified presented(TokenRequest request, String name) {
        String text = request.parameters().require(name);
        requireAccessToken(name + "_type", request.parameters().require(name + "_type"));
        return accessTokens
                .verify(request.tenant(), text)
                .filter(token -> clients.find(request.tenant(), token.clientName())
                        .filter(token::isOf)
                        .isPresent())
                .filter(token -> token.binding().isEmpty() || token.binding().equals(request.binding()))
                .orElseThrow(() -> invalid(name));
    }

    private Optional<AccessToken.Verified> actor(TokenRequest request) {
        if (request.parameters().find("actor_token").isPresent()) {
            return Optional.of(presented(request, "actor_token"));
        }
        if (request.parameters().find("actor_token_type").isPresent()) {
            throw OAuthError.invalidRequest("actor_token_type says nothing without actor_token");
        }
        return Optional.empty();
    }

    private static void requireAccessToken(String name, String type) {
        if (!type.equals(ACCESS_TOKEN)) {
            throw OAuthError.invalidRequest(name + " must be " + ACCESS_TOKEN);
        }
    }

    /// RFC 8693 section 2.2.2: an unacceptable token is an invalid request, and why is nobody's business.
    private static OAuthError invalid(String name) {
        return OAuthError.invalidRequest(name + " is not valid");
    }

    /// Where the new token is for: addresses, and applications of this workspace by their client_id.
    private List<String> audience(TokenRequest request) {
        List<String> resources = Resources.read(request.parameters());
        // What somebody may do here is never made of a token for elsewhere: its scopes meant something else.
        if (ownInterface.isAmong(resources)) {
            throw OAuthError.of("invalid_target", "this resource cannot be reached by way of another token");
        }
        var audience = new ArrayList<>(resources);
        for (String name : request.parameters().list("audience")) {
            if (clients.find(request.tenant(), name).isEmpty()) {
                throw OAuthError.of("invalid_target", "audience must be the client_id of an application known here");
            }
            audience.add(name);
        }
        return audience.stream().distinct().toList();
    }

    /// At most what the subject token carries and the client may have.
    private static List<String> scopes(Client client, Parameters parameters, AccessToken.Verified subject) {
        List<String> possible = subject.scopes().stream()
                .filter(client.settings().grants().scopes()::contains)
                // There is no refresh token to go on with.
                .filter(scope -> !scope.equals(Grant.OFFLINE))
                .toList();
        List<String> wanted = parameters.words("scope");
        if (!possible.containsAll(wanted)) {
            throw OAuthError.of(
                    "invalid_scope", "scope asks for more than the subject token carries or the application may have");
        }
        return wanted.isEmpty() ? possible : wanted;
    }

    private static Map<String, Object> more(
            TokenRequest request, AccessToken.Verified subject, Optional<AccessToken.Verified> actor) {
        var acting = new Delegation.Actor(
                request.issuer(),
                actor.map(token -> String.valueOf(token.claims().get("sub")))
                        .orElse(request.client().clientId()));
        boolean named = actor.isPresent() || !request.client().mayImpersonate();
        var more = new LinkedHashMap<String, Object>();
        Optional.ofNullable(subject.claims().get("acr")).ifPresent(acr -> more.put("acr", acr));
        Delegation.act(subject.claims(), acting, named).ifPresent(act -> more.put("act", act));
        return more;
    }

    private static Instant expiry(AccessToken.Verified token) {
        return token.claims().get("exp") instanceof Date date ? date.toInstant() : Instant.EPOCH;
    }
}
