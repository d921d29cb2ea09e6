package dev.keystead.federation.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.Connections;
import dev.keystead.federation.ArrivalReplies;
import dev.keystead.federation.Arrivals;
import dev.keystead.federation.Once;
import dev.keystead.federation.Why;
import dev.keystead.federation.journey.Journey;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.gate.BrowserSessions;
import dev.keystead.login.Door;
import dev.keystead.login.Visitor;
import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.ProtocolMessage;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import dev.keystead.platform.id.Prefix;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where providers of OpenID Connect send browsers back to, and where they say themselves that somebody signed out.
public final class OidcRoutes {
    private static final int LONGEST_PARAMETER = 4_000;

    private final Parts parts;

    /// What it works with.
    public record Parts(
            OidcUpstream upstream,
            Connections connections,
            Journeys journeys,
            Arrivals arrivals,
            UpstreamSessions sessions,
            Once once,
            Door door,
            BrowserSessions browsers,
            ArrivalReplies replies,
            Clock clock) {}

    public OidcRoutes(Parts parts) {
        this.parts = parts;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/federation/{id}/callback", "Come back from another identity provider")
                        .open("whoever comes back has no credential yet")
                        .endpoint(new Shape.Html(), this::callback),
                Route.post("/federation/{id}/logout", "Be told by another identity provider that somebody signed out")
                        .open("the provider proves itself by the token that it sends")
                        .auditsNothing("events at the door tell of every session that ends")
                        .endpoint(200, Shape.nothing(), this::logout));
    }

    private Reply callback(Call call, ProtocolMessage message) {
        Visitor visitor = parts.door().browser(call);
        ConnectionId id = id(call);
        WorkspaceId workspace = visitor.workspace().id();
        Map<String, List<String>> sent = message.query();
        Optional<Journey> journey =
                one(sent, "state").flatMap(state -> parts.journeys().end(visitor, id, state));
        if (journey.isEmpty()) {
            return parts.replies().to(call, visitor, parts.arrivals().refuse(visitor, id, Why.STATE));
        }
        Optional<Connection> connection =
                parts.connections().enabled(workspace, id).filter(found -> found.kind() == Connection.Kind.OIDC);
        if (connection.isEmpty()) {
            return parts.replies().to(call, visitor, parts.arrivals().refuse(visitor, journey.get(), Why.CONNECTION));
        }
        var answer = new OidcUpstream.Sent(one(sent, "code"), one(sent, "error"), one(sent, "iss"));
        return switch (parts.upstream().identify(workspace, connection.get(), journey.get(), answer)) {
            case Answered.Lost<UpstreamIdentity>(Why why, String _) ->
                parts.replies().to(call, visitor, parts.arrivals().refuse(visitor, journey.get(), why));
            case Answered.Got<UpstreamIdentity>(UpstreamIdentity identity) ->
                parts.replies()
                        .to(
                                call,
                                visitor,
                                parts.arrivals()
                                        .arrive(
                                                visitor,
                                                journey.get(),
                                                connection.get(),
                                                identity,
                                                parts.browsers().find(call),
                                                parts.door().address(call)));
        };
    }

    /// A parameter that came once; twice is as good as not at all.
    private static Optional<String> one(Map<String, List<String>> sent, String name) {
        List<String> values = sent.getOrDefault(name, List.of());
        return values.size() == 1
                ? Optional.of(values.getFirst())
                        .filter(value -> !value.isEmpty() && value.length() <= LONGEST_PARAMETER)
                : Optional.empty();
    }

    /// OpenID Connect Back-Channel Logout section 2.5 to 2.8.
    private Reply logout(Call call, ProtocolMessage message) {
        WorkspaceId workspace = parts.door().workspace(call).id();
        Connection connection = parts.connections()
                .enabled(workspace, id(call))
                .filter(found -> found.kind() == Connection.Kind.OIDC)
                .orElseThrow(Refusal::notFound);
        List<String> tokens = message.form().getOrDefault("logout_token", List.of());
        if (tokens.size() != 1) {
            return refused(call, connection, "one logout_token is needed");
        }
        return switch (parts.upstream().logout(workspace, connection, tokens.getFirst())) {
            case Answered.Lost<JWTClaimsSet>(Why _, String sentence) -> refused(call, connection, sentence);
            case Answered.Got<JWTClaimsSet>(JWTClaimsSet claims) -> {
                // By then it is too old, whatever it says of its end.
                Instant until = parts.clock()
                        .instant()
                        .plus(SignedTokens.LONGEST_LOGOUT)
                        .plus(SignedTokens.LONGEST_LOGOUT);
                boolean first = parts.once()
                        .isFirst(workspace, "upstream-logout", connection.id().text() + "/" + claims.getJWTID(), until);
                if (!first) {
                    yield refused(call, connection, "the logout_token was used before");
                }
                parts.sessions()
                        .end(
                                workspace,
                                connection.issuer(),
                                Optional.ofNullable(claims.getSubject()),
                                Optional.ofNullable(claims.getClaim("sid")).map(String::valueOf),
                                BrowserSessions.client(call));
                yield Reply.empty(200).with("Cache-Control", "no-store");
            }
        };
    }

    private Reply refused(Call call, Connection connection, String sentence) {
        parts.sessions()
                .refused(
                        parts.door().workspace(call).id(),
                        Optional.of(connection.id()),
                        BrowserSessions.client(call),
                        Map.of("oidc", sentence));
        return Reply.json(400, Map.of("error", "invalid_request", "error_description", sentence))
                .with("Cache-Control", "no-store");
    }

    private static ConnectionId id(Call call) {
        return call.id("id", ConnectionId::new, Prefix.CONNECTION.text());
    }
}
