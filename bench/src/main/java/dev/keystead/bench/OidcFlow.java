package dev.keystead.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// What can be measured of an OpenID Connect server, under the names of the command line.
enum OidcFlow {
    /// A token for the client `svc` itself.
    CLIENT_CREDENTIALS,
    /// A new token pair for the newest refresh token, which it replaces.
    REFRESH,
    /// Introspection of an access token.
    INTROSPECT,
    /// The user's claims, by bearer token.
    USERINFO,
    /// The server's public keys.
    JWKS,
    /// The server's description of itself.
    DISCOVERY,
    /// A whole sign-in without a session: authorize with PKCE, every form on the way, the code exchanged.
    CODE_FLOW,
    /// A token for name and password.
    PASSWORD_LOGIN;

    static OidcFlow named(String name) {
        return Arrays.stream(values())
                .filter(flow -> flow.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal("`" + name + "` is not a scenario: choose from " + names() + "."));
    }

    static String names() {
        return Arrays.stream(values()).map(OidcFlow::toString).collect(Collectors.joining(", "));
    }

    /// Whether an iteration needs tokens that were fetched before.
    boolean needsTokens() {
        return switch (this) {
            case REFRESH, INTROSPECT, USERINFO -> true;
            case CLIENT_CREDENTIALS, JWKS, DISCOVERY, CODE_FLOW, PASSWORD_LOGIN -> false;
        };
    }

    /// The keys without which this flow cannot run, those of fetching its tokens not included.
    List<String> neededKeys(String introspectClient) {
        return switch (this) {
            case CLIENT_CREDENTIALS -> List.of("token", "svc-client-id", "svc-client-secret");
            case REFRESH -> List.of("token", "web-client-id", "web-client-secret");
            case INTROSPECT ->
                List.of("introspect", introspectClient + "-client-id", introspectClient + "-client-secret");
            case USERINFO -> List.of("userinfo");
            case JWKS -> List.of("jwks");
            case DISCOVERY -> List.of("discovery");
            case CODE_FLOW ->
                List.of("authorize", "token", "web-client-id", "web-client-secret", "redirect-uri", "password");
            case PASSWORD_LOGIN -> List.of("token", "web-client-id", "web-client-secret", "password");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
