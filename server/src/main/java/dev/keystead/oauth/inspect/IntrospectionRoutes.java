package dev.keystead.oauth.inspect;

import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Binding;
import dev.keystead.grant.Grant;
import dev.keystead.grant.Grants;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.oauth.clientauth.CallingClients;
import dev.keystead.oauth.clientauth.CallingClients.Calling;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.time.Clock;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells resource servers whether a token works (RFC 7662), signed where they ask for that (RFC 9701).
public final class IntrospectionRoutes {
    private static final String PATH = "/oauth/v2/introspect";
    private static final String SIGNED = "application/token-introspection+jwt";

    private final CallingClients callers;
    private final Clients clients;
    private final AccessTokens tokens;
    private final Grants grants;
    private final Subjects subjects;
    private final KeyRing keys;
    private final Clock clock;

    public IntrospectionRoutes(
            CallingClients callers,
            Clients clients,
            AccessTokens tokens,
            Grants grants,
            Subjects subjects,
            KeyRing keys,
            Clock clock) {
        this.callers = callers;
        this.clients = clients;
        this.tokens = tokens;
        this.grants = grants;
        this.subjects = subjects;
        this.keys = keys;
        this.clock = clock;
    }

    public List<Route> routes() {
        return List.of(Route.post(PATH, "Ask whether a token works")
                .open("clients prove themselves by the protocol's own means")
                .auditsNothing("reads")
                .endpoint(200, Shape.media("application/json"), Endpoints.answering(this::inspect)));
    }

    private Reply inspect(Call call, ProtocolMessage message) {
        Calling calling = callers.of(call, message, PATH);
        // RFC 7662 section 2.1: whoever asks must be known, or tokens could be guessed here.
        if (calling.client().isPublic()) {
            throw OAuthError.withStatus(
                    403, "unauthorized_client", "applications that cannot keep a secret may not ask about tokens", "");
        }
        String token = calling.parameters().require("token");
        Map<String, Object> answer = describe(calling, token);
        boolean signed =
                call.header("Accept").map(accepted -> accepted.contains(SIGNED)).orElse(false)
                        || calling.client().settings().tokens().introspectionAlgorithm() != null;
        return signed ? Reply.text(SIGNED, sign(calling, answer)) : Reply.ok(answer);
    }

    private Map<String, Object> describe(Calling calling, String token) {
        return tokens.verify(calling.tenant(), token)
                .filter(found -> clients.find(calling.tenant(), found.clientName())
                        .filter(found::isOf)
                        .isPresent())
                .filter(found -> mayAskAbout(calling, found))
                .map(IntrospectionRoutes::access)
                .or(() -> refresh(calling, token))
                .orElseGet(() -> Map.of("active", false));
    }

    /// An application that an administrator registered may guard a resource, whose name nothing here ties to it, so
    /// that it may ask about every token of its workspace. At one that registered itself nobody has looked: it
    /// learns about tokens that were given to it or that name it (RFC 7662 section 4).
    private static boolean mayAskAbout(Calling calling, AccessToken.Verified token) {
        String name = calling.client().clientId();
        return calling.client().origin() == Client.Origin.ADMINISTRATOR
                || token.clientName().equals(name)
                || (token.claims().get("aud") instanceof Collection<?> audience
                        ? audience.contains(name)
                        : name.equals(token.claims().get("aud")));
    }

    private static Map<String, Object> access(AccessToken.Verified token) {
        var members = new LinkedHashMap<String, Object>();
        members.put("active", true);
        members.putAll(token.claims());
        // Dates of the library's own kind would be written as texts.
        members.replaceAll(
                (_, value) -> value instanceof Date date ? date.toInstant().getEpochSecond() : value);
        boolean proven = token.binding()
                .filter(binding -> binding.kind() == Binding.Kind.DPOP)
                .isPresent();
        members.put("token_type", proven ? "DPoP" : "Bearer");
        members.remove("grant");
        return members;
    }

    /// A refresh token is its client's own affair.
    private Optional<Map<String, Object>> refresh(Calling calling, String token) {
        Client client = calling.client();
        return grants.current(calling.tenant(), token)
                .filter(grant -> grant.client().equals(client.id()))
                .map(grant -> describe(calling, grant));
    }

    private Map<String, Object> describe(Calling calling, Grant grant) {
        var members = new LinkedHashMap<String, Object>();
        members.put("active", true);
        members.put("iss", grant.issuer().orElse(calling.issuer()));
        members.put("client_id", calling.client().clientId());
        members.put("sub", subjects.of(calling.client(), grant.user()));
        members.put("scope", String.join(" ", grant.given().scopes()));
        members.put("iat", grant.createdAt().getEpochSecond());
        members.put("exp", grant.expiresAt().getEpochSecond());
        grant.given().binding().ifPresent(binding -> members.put("cnf", binding.confirmation()));
        return members;
    }

    private String sign(Calling calling, Map<String, Object> answer) {
        String algorithm = calling.client().settings().tokens().introspectionAlgorithm();
        // FAPI 2.0 section 5.4.1 does not allow the usual algorithm of OpenID Connect.
        Algorithm usual = calling.client().isFapi2() ? Algorithm.ES256 : Algorithm.RS256;
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", calling.issuer());
        claims.put("aud", calling.client().clientId());
        claims.put("iat", clock.instant().getEpochSecond());
        claims.put("token_introspection", answer);
        return keys.sign(
                calling.tenant(),
                Optional.ofNullable(algorithm).flatMap(Algorithm::find).orElse(usual),
                "token-introspection+jwt",
                claims);
    }
}
