package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;

/// A program that acts for itself in a workspace, by its secret.
record Program(Client anyone, Installation.Workspace workspace, String clientId, String secret) {
    static Program in(TlsInstallation installation, Installation.Workspace workspace) {
        Map<String, Object> made =
                installation.register(workspace, ",\"grant_types\":[\"client_credentials\"],\"response_types\":[]");
        return new Program(
                installation.anyone(),
                workspace,
                String.valueOf(made.get("client_id")),
                String.valueOf(made.get("client_secret")));
    }

    /// An access token for an interface.
    String token(String resource) {
        Client.Answer answer = anyone.postForm(
                workspace.base() + "/oauth/v2/token",
                Map.of("grant_type", "client_credentials", "resource", resource),
                Client.basic(clientId, secret));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().get("access_token").asString();
    }

    /// The same token with another signature.
    static String forged(String token) {
        int dot = token.lastIndexOf('.');
        char first = token.charAt(dot + 1);
        return token.substring(0, dot + 1) + (first == 'A' ? 'B' : 'A') + token.substring(dot + 2);
    }
}
