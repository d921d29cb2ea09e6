package dev.keystead.oauth.token;

import dev.keystead.bot.ActingBots;
import dev.keystead.bot.ActingBots.ActingBot;
import dev.keystead.bot.BotLimits;
import dev.keystead.client.Client;
import dev.keystead.grant.AccessTokens;
import dev.keystead.oauth.mint.Issued;
import dev.keystead.oauth.mint.TokenMint;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Resources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Gives a client a token for itself, or for the service identity whose credential it is (RFC 6749 section 4.4).
final class ClientCredentialsGrant {
    /// What is about a person makes no sense where there is none.
    private static final Set<String> OF_PEOPLE =
            Set.of("openid", "profile", "email", "address", "phone", "groups", "offline_access");

    private final AccessTokens accessTokens;
    private final ActingBots bots;
    private final BotLimits limits;
    private final OwnInterface ownInterface;
    private final TokenMint mint;

    ClientCredentialsGrant(
            AccessTokens accessTokens, ActingBots bots, BotLimits limits, OwnInterface ownInterface, TokenMint mint) {
        this.accessTokens = accessTokens;
        this.bots = bots;
        this.limits = limits;
        this.ownInterface = ownInterface;
        this.mint = mint;
    }

    Map<String, Object> give(TokenRequest request) {
        List<String> resources = Resources.read(request.parameters());
        return request.client().bot().isPresent() ? giveBot(request, resources) : giveApplication(request, resources);
    }

    private Map<String, Object> giveApplication(TokenRequest request, List<String> resources) {
        if (ownInterface.isAmong(resources)) {
            throw OAuthError.of(
                    "invalid_target",
                    "this resource is used in the name of a person; programs of their own use API keys or service "
                            + "accounts");
        }
        return give(request, request.client().clientId(), resources);
    }

    /// What a service account may do is said in the words of our own interface, so that its tokens are for that
    /// unless it asks otherwise.
    private Map<String, Object> giveBot(TokenRequest request, List<String> resources) {
        ActingBot bot = bots.find(request.client())
                .orElseThrow(
                        () -> OAuthError.of("unauthorized_client", "this service identity does not work any more"));
        OptionalInt wait = limits.take(request.tenant(), bot);
        if (wait.isPresent()) {
            throw OAuthError.tooMany(wait.getAsInt());
        }
        return give(
                request, bot.id().text(), resources.isEmpty() ? List.of(OwnInterface.of(request.issuer())) : resources);
    }

    private Map<String, Object> give(TokenRequest request, String subject, List<String> resources) {
        var access = accessTokens.fresh(mint.wish(request.recipient(), subject, scopes(request), resources, Map.of()));
        var issued = new Issued(access, Optional.empty(), Optional.empty(), false, Optional.empty());
        return accessTokens.noteWhile(access, () -> mint.answer(request.recipient(), issued));
    }

    /// What an application that registered itself says that it may do, nobody has given it. Where a person is asked,
    /// they do; here it would be word and answer at once, and whoever guards a resource by scopes would believe it
    /// (RFC 7591 section 5).
    private static List<String> scopes(TokenRequest request) {
        Client client = request.client();
        List<String> allowed = client.origin() == Client.Origin.REGISTRATION
                ? List.of()
                : client.settings().grants().scopes().stream()
                        .filter(scope -> !OF_PEOPLE.contains(scope))
                        .toList();
        List<String> wanted = request.parameters().words("scope");
        if (!allowed.containsAll(wanted)) {
            throw OAuthError.of(
                    "invalid_scope",
                    client.origin() == Client.Origin.REGISTRATION
                            ? "an application that registered itself has no scopes for itself; ask an administrator "
                                    + "to register one"
                            : "scope asks for more than this application may have for itself");
        }
        return wanted.isEmpty() ? allowed : wanted;
    }
}
