package dev.keystead.federation.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionId;
import dev.keystead.connection.ConnectionSettings.Oidc;
import dev.keystead.connection.Connections;
import dev.keystead.federation.Upstream;
import dev.keystead.federation.Why;
import dev.keystead.federation.journey.Journey;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.federation.upstream.UpstreamIdentity;
import dev.keystead.federation.upstream.UpstreamSessions;
import dev.keystead.key.KeyRing;
import dev.keystead.login.Visitor;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// Speaks OpenID Connect with providers: the code flow with PKCE, and logout.
public final class OidcUpstream implements Upstream {
    private static final Logger LOG = LoggerFactory.getLogger(OidcUpstream.class);

    private final Journeys journeys;
    private final Discovery discovery;
    private final UpstreamKeys keys;
    private final TokenEndpoint tokens;
    private final SignedTokens signed;
    private final Clock clock;

    public OidcUpstream(Outbound outbound, Connections connections, Journeys journeys, KeyRing ring, Clock clock) {
        this.journeys = journeys;
        this.discovery = new Discovery(outbound);
        this.keys = new UpstreamKeys(outbound, clock);
        this.tokens = new TokenEndpoint(outbound, connections, ring, clock);
        this.signed = new SignedTokens(keys, clock);
        this.clock = clock;
    }

    /// What a journey remembers.
    ///
    /// @param since from when on people must have proven themselves there, in milliseconds; null for whenever
    record Memory(
            String nonce,
            String verifier,
            String redirectUri,
            @Nullable Long since) {
        static Memory of(Journey journey) {
            JsonNode stored = Json.tree(journey.memory());
            return new Memory(
                    stored.path("nonce").asString(),
                    stored.path("verifier").asString(),
                    stored.path("redirect_uri").asString(),
                    stored.path("since").isNumber() ? stored.path("since").asLong() : null);
        }

        Optional<Instant> provenSince() {
            return Optional.ofNullable(since).map(Instant::ofEpochMilli);
        }

        /// Without what nobody else may know.
        @Override
        public String toString() {
            return "Memory";
        }
    }

    /// Where a provider sends browsers back to.
    static String redirectUri(String door, ConnectionId connection) {
        return door + "/federation/" + connection.text() + "/callback";
    }

    @Override
    public Departure depart(Traveller traveller) {
        Connection connection = traveller.connection();
        return switch (discovery.find(traveller.visitor().workspace().id(), connection)) {
            case Answered.Lost<Metadata>(Why why, String sentence) -> {
                note(connection, sentence);
                yield new Departure.Refused(why);
            }
            case Answered.Got<Metadata>(Metadata metadata) -> new Departure.To(begin(traveller, metadata));
        };
    }

    private String begin(Traveller traveller, Metadata metadata) {
        Connection connection = traveller.connection();
        Oidc oidc = Optional.ofNullable(connection.settings().oidc()).orElseThrow();
        String state = Journeys.unguessable();
        var memory = new Memory(
                Journeys.unguessable(),
                Journeys.unguessable(),
                redirectUri(traveller.door(), connection.id()),
                traveller
                        .oldest()
                        .map(age -> clock.instant().minus(age).toEpochMilli())
                        .orElse(null));
        journeys.begin(traveller.visitor(), connection.id(), traveller.aim(), state, Json.text(memory));
        var query = new LinkedHashMap<String, String>();
        query.put("response_type", "code");
        query.put("client_id", oidc.clientId());
        query.put("redirect_uri", memory.redirectUri());
        query.put("scope", String.join(" ", oidc.scopes()));
        query.put("state", state);
        query.put("nonce", memory.nonce());
        query.put("code_challenge", challenge(memory.verifier()));
        query.put("code_challenge_method", "S256");
        traveller.hint().ifPresent(hint -> query.put("login_hint", hint));
        traveller.oldest().ifPresent(age -> {
            query.put("max_age", String.valueOf(age.toSeconds()));
            if (age.isZero()) {
                query.put("prompt", "login");
            }
        });
        return Wire.address(metadata.authorization(), query);
    }

    private static String challenge(String verifier) {
        return Wire.base64(Wire.digest("SHA-256", verifier));
    }

    /// What a provider sent back by a browser.
    record Sent(Optional<String> code, Optional<String> error, Optional<String> issuer) {}

    /// Whom a provider vouches for, after everything that it sent was checked.
    Answered<UpstreamIdentity> identify(WorkspaceId workspace, Connection connection, Journey journey, Sent sent) {
        Answered<UpstreamIdentity> answered = judge(workspace, connection, journey, sent);
        if (answered instanceof Answered.Lost<UpstreamIdentity>(Why _, String sentence)) {
            note(connection, sentence);
        }
        return answered;
    }

    private Answered<UpstreamIdentity> judge(WorkspaceId workspace, Connection connection, Journey journey, Sent sent) {
        Answered<Metadata> found = discovery.find(workspace, connection);
        if (!(found instanceof Answered.Got<Metadata>(Metadata metadata))) {
            return ((Answered.Lost<Metadata>) found).of();
        }
        // RFC 9207 section 2.4, before anything else is done with the answer.
        boolean foreign =
                sent.issuer().isPresent() ? !sent.issuer().get().equals(connection.issuer()) : metadata.tellsIssuer();
        if (foreign) {
            return new Answered.Lost<>(Why.ISSUER, "The answer does not name the provider as its issuer.");
        }
        if (sent.error().isPresent()) {
            Why why = sent.error().get().equals("access_denied") ? Why.DENIED : Why.PROVIDER_ERROR;
            return new Answered.Lost<>(
                    why,
                    "The provider answers with " + Metadata.shown(sent.error().get()) + ".");
        }
        if (sent.code().isEmpty()) {
            return new Answered.Lost<>(Why.PROVIDER_ERROR, "The provider answers with neither code nor error.");
        }
        var memory = Memory.of(journey);
        var redemption = new TokenEndpoint.Redemption(sent.code().get(), memory.redirectUri(), memory.verifier());
        return switch (tokens.redeem(workspace, connection, metadata, redemption)) {
            case Answered.Lost<Tokens> lost -> lost.of();
            case Answered.Got<Tokens>(Tokens given) ->
                recent(believe(workspace, connection, metadata, memory, given), memory);
        };
    }

    /// Whether the provider asked somebody again whom it was to ask. One that does not say when it did is not believed
    /// to have asked: see [UpstreamSessions].
    private static Answered<UpstreamIdentity> recent(Answered<UpstreamIdentity> answered, Memory memory) {
        Optional<Instant> since = memory.provenSince();
        if (since.isEmpty() || !(answered instanceof Answered.Got<UpstreamIdentity>(UpstreamIdentity identity))) {
            return answered;
        }
        Instant oldest = since.get().minus(SignedTokens.SKEW);
        return identity.provenAt().filter(oldest::isAfter).isPresent()
                ? new Answered.Lost<>(Why.TOO_OLD, "The provider was to ask the person again, and did not.")
                : new Answered.Got<>(identity.provenNotBefore(since.get()));
    }

    private Answered<UpstreamIdentity> believe(
            WorkspaceId workspace, Connection connection, Metadata metadata, Memory memory, Tokens given) {
        Answered<JWTClaimsSet> checked =
                signed.idToken(workspace, connection, metadata, given.idToken(), memory.nonce(), given.accessToken());
        if (!(checked instanceof Answered.Got<JWTClaimsSet>(JWTClaimsSet claims))) {
            return ((Answered.Lost<JWTClaimsSet>) checked).of();
        }
        Oidc oidc = Optional.ofNullable(connection.settings().oidc()).orElseThrow();
        if (!oidc.userinfo()
                || metadata.userinfo().isEmpty()
                || given.accessToken().isEmpty()) {
            return new Answered.Got<>(Claims.read(connection, claims, Optional.empty(), given.idToken()));
        }
        return switch (tokens.userinfo(workspace, metadata.userinfo().get(), given.accessToken())) {
            case Answered.Lost<JsonNode> lost -> lost.of();
            // OpenID Connect Core section 5.3.2: what is about somebody else must not be used.
            case Answered.Got<JsonNode>(JsonNode info)
            when !claims.getSubject().equals(info.path("sub").asString("")) ->
                new Answered.Lost<>(Why.TOKEN, "The userinfo endpoint tells of somebody else than the ID token.");
            case Answered.Got<JsonNode>(JsonNode info) ->
                new Answered.Got<>(Claims.read(connection, claims, Optional.of(info), given.idToken()));
        };
    }

    /// The claims of a logout token that holds.
    Answered<JWTClaimsSet> logout(WorkspaceId workspace, Connection connection, String token) {
        Answered<JWTClaimsSet> answered = switch (discovery.find(workspace, connection)) {
            case Answered.Lost<Metadata> lost -> lost.of();
            case Answered.Got<Metadata>(Metadata metadata) ->
                signed.logoutToken(workspace, connection, metadata, token);
        };
        if (answered instanceof Answered.Lost<JWTClaimsSet>(Why _, String sentence)) {
            note(connection, sentence);
        }
        return answered;
    }

    /// OpenID Connect RP-Initiated Logout section 2.
    @Override
    public Optional<String> exit(Visitor visitor, String door, Connection connection, UpstreamSessions.Exit exit) {
        Oidc oidc = Optional.ofNullable(connection.settings().oidc()).orElseThrow();
        return discovery.find(visitor.workspace().id(), connection) instanceof Answered.Got<Metadata>(Metadata metadata)
                ? metadata.endSession().map(address -> {
                    var query = new LinkedHashMap<String, String>();
                    exit.hint().ifPresent(hint -> query.put("id_token_hint", hint));
                    query.put("client_id", oidc.clientId());
                    query.put("post_logout_redirect_uri", door + "/sign-in");
                    return Wire.address(address, query);
                })
                : Optional.empty();
    }

    Discovery discovery() {
        return discovery;
    }

    UpstreamKeys keys() {
        return keys;
    }

    TokenEndpoint tokens() {
        return tokens;
    }

    /// Pages tell people what they can do; what is wrong with a provider is for whoever runs the installation.
    private static void note(Connection connection, String sentence) {
        LOG.atInfo()
                .addKeyValue("connection", connection.id().text())
                .addKeyValue("why", sentence)
                .log("A provider's answer was not taken");
    }
}
