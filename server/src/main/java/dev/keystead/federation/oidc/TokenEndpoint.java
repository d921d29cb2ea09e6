package dev.keystead.federation.oidc;

import dev.keystead.connection.Connection;
import dev.keystead.connection.ConnectionSettings.Oidc;
import dev.keystead.connection.Connections;
import dev.keystead.federation.Why;
import dev.keystead.federation.journey.Journeys;
import dev.keystead.key.Algorithm;
import dev.keystead.key.KeyRing;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.outbound.OutboundOutcome;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Exchanges codes at the token endpoints of providers (RFC 6749 section 4.1.3), and asks their userinfo endpoints.
final class TokenEndpoint {
    private static final Duration ASSERTION_LIFE = Duration.ofMinutes(2);
    private static final int LONGEST_TOKEN = 20_000;

    private final Outbound outbound;
    private final Connections connections;
    private final KeyRing keys;
    private final Clock clock;

    TokenEndpoint(Outbound outbound, Connections connections, KeyRing keys, Clock clock) {
        this.outbound = outbound;
        this.connections = connections;
        this.keys = keys;
        this.clock = clock;
    }

    /// A code, and what must come with it.
    record Redemption(String code, String redirectUri, String verifier) {}

    Answered<Tokens> redeem(WorkspaceId workspace, Connection connection, Metadata metadata, Redemption redemption) {
        OutboundOutcome outcome = send(workspace, connection, metadata, redemption);
        if (!(outcome instanceof OutboundOutcome.Fetched fetched)) {
            return new Answered.Lost<>(Why.UNREACHABLE, Discovery.sentence(metadata.token(), outcome));
        }
        Optional<JsonNode> answer = json(fetched);
        if (!fetched.isSuccess()) {
            String error = answer.flatMap(found -> text(found, "error")).orElse("no error code");
            // RFC 6749 section 5.2: a code that was used before or is not ours, and everything else.
            return new Answered.Lost<>(
                    error.equals("invalid_grant") ? Why.STATE : Why.PROVIDER_ERROR,
                    "The token endpoint answers with the status " + fetched.status() + " and " + Metadata.shown(error)
                            + ".");
        }
        Optional<String> idToken = answer.flatMap(found -> text(found, "id_token"));
        Optional<String> accessToken = answer.flatMap(found -> text(found, "access_token"));
        return idToken.isPresent()
                ? new Answered.Got<>(new Tokens(idToken.get(), accessToken.orElse("")))
                : new Answered.Lost<>(Why.TOKEN, "The token endpoint gives no ID token.");
    }

    /// Whether the provider takes us for whom we are: a code that nobody gave is refused by a provider that knows us,
    /// and for another reason than by one that does not.
    Answered<String> introduce(WorkspaceId workspace, Connection connection, Metadata metadata, String redirectUri) {
        var nobodys = new Redemption("keystead-test-" + Journeys.unguessable(), redirectUri, Journeys.unguessable());
        OutboundOutcome outcome = send(workspace, connection, metadata, nobodys);
        if (!(outcome instanceof OutboundOutcome.Fetched fetched)) {
            return new Answered.Lost<>(Why.UNREACHABLE, Discovery.sentence(metadata.token(), outcome));
        }
        String error = json(fetched).flatMap(found -> text(found, "error")).orElse("");
        return switch (error) {
            case "invalid_grant" -> new Answered.Got<>("The provider knows us by our client id and what proves it.");
            case "invalid_client" ->
                new Answered.Lost<>(
                        Why.PROVIDER_ERROR,
                        "The provider refuses our client id, or the secret or key that proves it (invalid_client).");
            case "unauthorized_client" ->
                new Answered.Lost<>(Why.PROVIDER_ERROR, "The provider knows us but does not let us use the code flow.");
            default ->
                new Answered.Lost<>(
                        Why.PROVIDER_ERROR,
                        "The token endpoint answers with the status " + fetched.status()
                                + (error.isEmpty() ? "." : " and " + Metadata.shown(error) + "."));
        };
    }

    private OutboundOutcome send(
            WorkspaceId workspace, Connection connection, Metadata metadata, Redemption redemption) {
        Oidc oidc = Optional.ofNullable(connection.settings().oidc()).orElseThrow();
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "authorization_code");
        form.put("code", redemption.code());
        form.put("redirect_uri", redemption.redirectUri());
        form.put("code_verifier", redemption.verifier());
        var headers = new LinkedHashMap<String, String>();
        headers.put("Accept", "application/json");
        String secret = oidc.authMethod().usesSecret()
                ? connections.secret(workspace, connection).orElse("")
                : "";
        switch (oidc.authMethod()) {
            // RFC 6749 section 2.3.1: both are encoded as in a form before they are joined.
            case CLIENT_SECRET_BASIC ->
                headers.put(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString((Wire.encoded(oidc.clientId()) + ":" + Wire.encoded(secret))
                                                .getBytes(StandardCharsets.UTF_8)));
            case CLIENT_SECRET_POST -> {
                form.put("client_id", oidc.clientId());
                form.put("client_secret", secret);
            }
            case PRIVATE_KEY_JWT -> {
                form.put("client_id", oidc.clientId());
                form.put("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
                form.put("client_assertion", assertion(workspace, oidc, metadata.token()));
            }
        }
        String body = Wire.form(form);
        return outbound.shareOf(workspace.value())
                .post(
                        metadata.token(),
                        "application/x-www-form-urlencoded",
                        body.getBytes(StandardCharsets.US_ASCII),
                        headers);
    }

    /// RFC 7523 section 3, OpenID Connect Core section 9.
    private String assertion(WorkspaceId workspace, Oidc oidc, URI audience) {
        Instant now = clock.instant();
        return keys.sign(
                workspace,
                Algorithm.RS256,
                "JWT",
                Map.of(
                        "iss", oidc.clientId(),
                        "sub", oidc.clientId(),
                        "aud", List.of(audience.toString()),
                        "jti", Journeys.unguessable(),
                        "iat", now.getEpochSecond(),
                        "exp", now.plus(ASSERTION_LIFE).getEpochSecond()));
    }

    /// What the userinfo endpoint says about whom the access token is for (OpenID Connect Core section 5.3).
    Answered<JsonNode> userinfo(WorkspaceId workspace, URI address, String accessToken) {
        OutboundOutcome outcome = outbound.shareOf(workspace.value())
                .fetch(address, Map.of("Authorization", "Bearer " + accessToken, "Accept", "application/json"));
        return outcome instanceof OutboundOutcome.Fetched fetched && fetched.isSuccess()
                ? json(fetched)
                        .<Answered<JsonNode>>map(Answered.Got::new)
                        .orElseGet(() -> new Answered.Lost<>(
                                Why.UNREACHABLE, "The userinfo endpoint does not answer with JSON."))
                : new Answered.Lost<>(Why.UNREACHABLE, Discovery.sentence(address, outcome));
    }

    private static Optional<JsonNode> json(OutboundOutcome.Fetched fetched) {
        try {
            JsonNode tree = Json.tree(new String(fetched.body(), StandardCharsets.UTF_8));
            return tree.isObject() ? Optional.of(tree) : Optional.empty();
        } catch (JacksonException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value != null && value.isString() && value.stringValue().length() <= LONGEST_TOKEN
                ? Optional.of(value.stringValue())
                : Optional.empty();
    }
}
