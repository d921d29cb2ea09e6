package dev.keystead.oauth.inspect;

import dev.keystead.client.Client;
import dev.keystead.client.Clients;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.grant.AccessToken;
import dev.keystead.grant.AccessTokens;
import dev.keystead.grant.Grant;
import dev.keystead.group.Groups;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.login.Door;
import dev.keystead.oauth.proof.Possession;
import dev.keystead.oauth.wire.Endpoints;
import dev.keystead.oauth.wire.OwnInterface;
import dev.keystead.oauth.wire.Parameters;
import dev.keystead.oauth.wire.Subjects;
import dev.keystead.oauth.wire.UserClaims;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a client may know about the person who let it in (OpenID Connect Core section 5.3).
public final class UserinfoRoutes {
    private static final String PATH = "/oidc/v1/userinfo";
    private static final String WHY_OPEN = "the access token says who calls, by the protocol's own means";

    private final Door door;
    private final Clients clients;
    private final AccessTokens tokens;
    private final Possession possession;
    private final Directory directory;
    private final Groups groups;
    private final Subjects subjects;
    private final KeyRing keys;

    public UserinfoRoutes(
            Door door,
            Clients clients,
            AccessTokens tokens,
            Possession possession,
            Directory directory,
            Groups groups,
            Subjects subjects,
            KeyRing keys) {
        this.door = door;
        this.clients = clients;
        this.tokens = tokens;
        this.possession = possession;
        this.directory = directory;
        this.groups = groups;
        this.subjects = subjects;
        this.keys = keys;
    }

    public List<Route> routes() {
        Shape shape = Shape.media("application/json");
        return List.of(
                Route.get(PATH, "Read about the person of an access token")
                        .open(WHY_OPEN)
                        .anyOrigin()
                        .endpoint(shape, Endpoints.answering(this::read)),
                Route.post(PATH, "Read about the person of an access token, by POST")
                        .open(WHY_OPEN)
                        .auditsNothing("reads")
                        .anyOrigin()
                        .endpoint(200, shape, Endpoints.answering(this::read)));
    }

    private Reply read(Call call, ProtocolMessage message) {
        WorkspaceId tenant = door.workspace(call).id();
        var form = new Parameters(message.isForm() ? message.form() : Map.of());
        BearerTokens.Shown shown = BearerTokens.find(call, form);
        AccessToken.Verified token = tokens.verify(tenant, shown.token())
                .orElseThrow(() -> BearerTokens.invalid("the access token is not valid"));
        Client client = clients.find(tenant, token.clientName())
                .filter(token::isOf)
                .orElseThrow(() -> BearerTokens.invalid("the access token is not valid"));
        Possession.Shown held = possession.atResource(
                call,
                new Possession.Use(
                        client, URI.create(door.address(call) + PATH), shown.token(), shown.proven(), token.binding()));
        // RFC 9700 section 2.3: whoever else was sent the token must not learn from it who somebody is.
        if (!token.isFor(token.issuer()) && !token.isFor(OwnInterface.of(token.issuer()))) {
            throw BearerTokens.invalid(
                    "the access token is for another resource; one for this has the issuer among its resources");
        }
        if (!token.scopes().contains("openid")) {
            throw BearerTokens.insufficient("openid");
        }
        Grant grant = token.grant().orElseThrow(() -> BearerTokens.invalid("the access token is not about a person"));
        User user = directory
                .standing(tenant.value(), grant.user())
                .orElseThrow(() -> BearerTokens.invalid("the access token is not valid"));
        var claims = new LinkedHashMap<String, Object>();
        claims.put("sub", subjects.of(client, user.id()));
        var about = new UserClaims.About(user, () -> groups.namesOf(tenant.value(), user.id()));
        claims.putAll(
                UserClaims.forUserinfo(about, token.scopes(), grant.given().claims()));
        return held.on(answer(call, client, claims));
    }

    /// OpenID Connect Core section 5.3.2: signed for the client where it is registered to be.
    private Reply answer(Call call, Client client, Map<String, Object> claims) {
        String algorithm = client.settings().tokens().userinfoAlgorithm();
        if (algorithm == null) {
            return Reply.ok(claims);
        }
        var signed = new LinkedHashMap<String, Object>(claims);
        signed.put("iss", door.address(call));
        signed.put("aud", client.clientId());
        return Reply.text(
                "application/jwt",
                keys.sign(client.workspace(), Algorithm.find(algorithm).orElse(Algorithm.RS256), "JWT", signed));
    }
}
