package dev.keystead.bench;

import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The requests that a client sends with its own proof: those to the token endpoint, and introspection.
final class TokenRequests {
    private final OidcTarget target;
    private final Connections connections;
    private final Supplier<String> tokenHeaders;

    TokenRequests(OidcTarget target, Connections connections) {
        this(target, connections, () -> "");
    }

    /// @param tokenHeaders lines that each request to the token endpoint has beside the others, made anew for it
    TokenRequests(OidcTarget target, Connections connections, Supplier<String> tokenHeaders) {
        this.target = target;
        this.connections = connections;
        this.tokenHeaders = tokenHeaders;
    }

    TokenOutcome clientCredentials(String tenant) throws IOException {
        FormBody form = new FormBody().with("grant_type", "client_credentials");
        if (!target.serviceScope().isEmpty()) {
            form.with("scope", target.serviceScope());
        }
        return tokens("client_credentials", send("token", tenant, "svc", form));
    }

    TokenOutcome password(String tenant, String user) throws IOException {
        FormBody form = new FormBody()
                .with("grant_type", "password")
                .with("username", user)
                .with("password", target.people().password())
                .with("scope", target.scope());
        return tokens("password", send("token", tenant, "web", form));
    }

    TokenOutcome refresh(String tenant, String refreshToken) throws IOException {
        FormBody form = new FormBody().with("grant_type", "refresh_token").with("refresh_token", refreshToken);
        return tokens("refresh_token", send("token", tenant, "web", form));
    }

    TokenOutcome authorizationCode(String tenant, String code, String verifier) throws IOException {
        FormBody form = new FormBody()
                .with("grant_type", "authorization_code")
                .with("code", code)
                .with("redirect_uri", target.redirectUri())
                .with("code_verifier", verifier);
        return tokens("authorization_code", send("token", tenant, "web", form));
    }

    HttpAnswer introspect(String tenant, String accessToken) throws IOException {
        return send("introspect", tenant, target.introspectClient(), new FormBody().with("token", accessToken));
    }

    private HttpAnswer send(String endpoint, String tenant, String clientName, FormBody form) throws IOException {
        OidcTarget.Client client = target.client(clientName);
        String authorization = client.authorizationLine();
        if (authorization == null) {
            form.with("client_id", client.id()).with("client_secret", client.secret());
        }
        HttpRequest request = HttpRequest.postForm(target.url(endpoint, tenant), form)
                .withHeaderLines(endpoint.equals("token") ? tokenHeaders.get() : "");
        return connections.send(authorization == null ? request : request.withHeaderLines(authorization));
    }

    private static TokenOutcome tokens(String grant, HttpAnswer answer) {
        String json = answer.text();
        @Nullable String accessToken = JsonText.find(json, "access_token").orElse(null);
        if (answer.status() != 200 || accessToken == null) {
            return new TokenOutcome.Refused("grant " + grant + ": " + answer);
        }
        return new TokenOutcome.Issued(
                accessToken, JsonText.find(json, "refresh_token").orElse(null));
    }
}
