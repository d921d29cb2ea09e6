package dev.keystead.oauth.inspect;

import com.nimbusds.jwt.SignedJWT;
import dev.keystead.bot.ActingBots;
import dev.keystead.bot.ActingBots.ActingBot;
import dev.keystead.bot.BotLimits;
import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.device.Devices;
import dev.keystead.gate.Delegation;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.member.Resource;
import dev.keystead.oauth.proof.Possession;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.platform.http.Authenticator.Presented;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.WorkspaceAddresses;
import dev.keystead.tenancy.AccessScope;
import dev.keystead.workspace.Reserved;
import dev.keystead.workspace.WorkspaceId;
import dev.keystead.workspace.Workspaces;
import java.net.URI;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Judges access tokens that are used at our own interface, in the order of RFC 9068 section 4: whose they
/// are, whether they are signed and stand, and whether they are meant for it.
///
/// A token of an application for itself opens nothing: programs without a person have API keys, or are service
/// identities.
public final class ApiAccess {
    private final WorkspaceAddresses addresses;
    private final Workspaces workspaces;
    private final Clients clients;
    private final AccessTokens tokens;
    private final Possession possession;
    private final ActingBots bots;
    private final BotLimits limits;
    private final Devices devices;

    public ApiAccess(
            WorkspaceAddresses addresses,
            Workspaces workspaces,
            Clients clients,
            AccessTokens tokens,
            Possession possession,
            ActingBots bots,
            BotLimits limits,
            Devices devices) {
        this.addresses = addresses;
        this.workspaces = workspaces;
        this.clients = clients;
        this.tokens = tokens;
        this.possession = possession;
        this.bots = bots;
        this.limits = limits;
        this.devices = devices;
    }

    /// A token that works, and its client.
    private record Standing(WorkspaceId home, AccessToken.Verified token, Client client) {}

    /// What an application or a service identity may do by a token.
    ///
    /// @throws Refusal when a service identity asks too much
    public Delegation judge(Call call, Presented presented) {
        Optional<Standing> found = issuer(presented.token())
                .flatMap(issuer ->
                        workspace(issuer).flatMap(workspace -> standing(workspace, issuer, presented.token())));
        if (found.isEmpty()) {
            return new Delegation.NotWorking();
        }
        Standing standing = found.get();
        var use = new Possession.Use(
                standing.client(),
                target(call),
                presented.token(),
                presented.proven(),
                standing.token().binding());
        try {
            possession.atResource(call, use);
        } catch (OAuthError unproven) {
            return new Delegation.Unproven(unproven.withHeaders(Reply.refused(401, "invalid token")));
        }
        return standing.token()
                .grant()
                .map(grant -> forPerson(standing, grant))
                .or(() -> bots.find(standing.client()).map(bot -> forBot(standing, bot)))
                .orElseGet(Delegation.NotWorking::new);
    }

    private Delegation forPerson(Standing standing, Grant grant) {
        grant.device().ifPresent(device -> devices.noteUse(standing.home(), device));
        return new Delegation.Working(
                standing.home(),
                Optional.of(grant.user()),
                "did:keystead:" + grant.user().text() + "#"
                        + standing.client().id().text(),
                scopes(standing.token().scopes()));
    }

    /// What was taken from its account since the token was made is not done by it any more.
    private Delegation forBot(Standing standing, ActingBot bot) {
        OptionalInt wait = limits.take(standing.home(), bot);
        if (wait.isPresent()) {
            throw new Refusal(Reply.tooManyRequests(
                    "too many requests of this service identity; try again later", wait.getAsInt()));
        }
        List<String> given = standing.client().settings().grants().scopes();
        return new Delegation.Working(
                standing.home(),
                Optional.empty(),
                bot.actor(standing.client()),
                scopes(standing.token().scopes().stream()
                        .filter(given::contains)
                        .toList()));
    }

    /// Who claims to have issued a token. Nothing is believed yet: it only says whose keys to check it with.
    private static Optional<String> issuer(String token) {
        try {
            return Optional.ofNullable(SignedJWT.parse(token).getJWTClaimsSet().getIssuer());
        } catch (ParseException _) {
            return Optional.empty();
        }
    }

    private Optional<WorkspaceId> workspace(String issuer) {
        return addresses
                .inIssuer(issuer)
                .flatMap(
                        name -> name.findSlug().map(workspaces::bySlug).orElse(Optional.of(Reserved.SYSTEM_WORKSPACE)));
    }

    private Optional<Standing> standing(WorkspaceId workspace, String issuer, String text) {
        return tokens.verify(workspace, text)
                .filter(token -> token.isFor(OwnInterface.of(issuer)))
                .flatMap(token -> clients.find(workspace, token.clientName())
                        .filter(token::isOf)
                        .map(client -> new Standing(workspace, token, client)));
    }

    /// The address that was called, as clients know it.
    private static URI target(Call call) {
        String issuer = call.issuer().toString();
        String host = issuer.substring(0, issuer.length() - call.prefix().length());
        return URI.create(host + call.path());
    }

    /// What is no right here, such as `openid`, is passed over.
    private static Set<AccessScope> scopes(List<String> words) {
        return words.stream()
                .flatMap(word -> switch (AccessScope.parse(word)) {
                    case AccessScope.Parsed.Valid(AccessScope scope) -> Stream.of(scope);
                    case AccessScope.Parsed.Invalid _ -> Stream.<AccessScope>empty();
                })
                .filter(scope -> Resource.find(scope.resource()).isPresent())
                .collect(Collectors.toUnmodifiableSet());
    }
}
