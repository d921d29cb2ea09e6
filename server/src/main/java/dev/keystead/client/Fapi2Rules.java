package dev.keystead.client;

import dev.keystead.client.ClientSettings.Requests;
import dev.keystead.client.ClientSettings.Tokens;
import dev.keystead.platform.json.Fields;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What FAPI 2.0 Security Profile demands of a client, in the order of its section 5.
final class Fapi2Rules {
    private static final Set<AuthMethod> METHODS =
            Set.of(AuthMethod.PRIVATE_KEY_JWT, AuthMethod.TLS_CLIENT_AUTH, AuthMethod.SELF_SIGNED_TLS_CLIENT_AUTH);

    private Fapi2Rules() {}

    /// Switches on what the profile demands and a registration can only say yes to.
    static ClientSettings complete(ClientSettings settings) {
        Requests asked = settings.requests();
        var requests = new Requests(
                true,
                asked.signedOnly(),
                asked.objectAlgorithm(),
                asked.defaultMaxAge(),
                asked.authTimeNeeded(),
                asked.defaultAcrValues());
        Tokens given = settings.tokens();
        var tokens = new Tokens(
                given.accessSeconds(),
                given.refreshSeconds(),
                given.dpopBound() || !given.certificateBound(),
                given.certificateBound(),
                given.idTokenAlgorithm().equals("RS256") ? "ES256" : given.idTokenAlgorithm(),
                given.userinfoAlgorithm(),
                given.introspectionAlgorithm(),
                given.impersonation());
        return new ClientSettings(
                settings.name(),
                settings.profile(),
                settings.firstParty(),
                settings.authMethod(),
                settings.keys(),
                settings.redirectUris(),
                settings.addresses(),
                settings.grants(),
                tokens,
                settings.subjects(),
                requests,
                settings.logout(),
                settings.appearance());
    }

    static void check(Fields fields, ClientSettings settings) {
        // 5.3.2.1: confidential clients only, which prove themselves by mTLS or private_key_jwt.
        fields.refuseIf(
                !METHODS.contains(settings.authMethod()),
                "token_endpoint_auth_method",
                "must be private_key_jwt, tls_client_auth or self_signed_tls_client_auth (FAPI 2.0 section 5.3.2.1)");
        // 5.3.2.1: sender-constrained access tokens only.
        Tokens tokens = settings.tokens();
        fields.refuseIf(
                !tokens.dpopBound() && !tokens.certificateBound(),
                "dpop_bound_access_tokens",
                "or tls_client_certificate_bound_access_tokens must be true (FAPI 2.0 section 5.3.2.1)");
        // 5.3.2.2: pushed authorization requests only.
        fields.refuseIf(
                !settings.requests().pushedOnly(),
                "require_pushed_authorization_requests",
                "must be true (FAPI 2.0 section 5.3.2.2)");
        // 5.3.2.2: the authorization code grant, and no tokens by way of browsers.
        fields.refuseIf(
                settings.grants().types().contains(GrantType.IMPLICIT),
                "grant_types",
                "must not have implicit (FAPI 2.0 section 5.3.2.2)");
        // 5.3.2.2: redirect URIs with https.
        fields.refuseIf(
                settings.redirectUris().stream().anyMatch(uri -> !RedirectUris.isHttps(uri)),
                "redirect_uris",
                "must use https (FAPI 2.0 section 5.3.2.2)");
        // 5.4.1: PS256, ES256 or EdDSA.
        algorithm(fields, "token_endpoint_auth_signing_alg", settings.keys().signingAlgorithm());
        algorithm(fields, "id_token_signed_response_alg", tokens.idTokenAlgorithm());
        algorithm(fields, "userinfo_signed_response_alg", tokens.userinfoAlgorithm());
        algorithm(fields, "introspection_signed_response_alg", tokens.introspectionAlgorithm());
        algorithm(fields, "request_object_signing_alg", settings.requests().objectAlgorithm());
    }

    private static void algorithm(Fields fields, String member, @Nullable String value) {
        List<String> allowed = SignatureAlgorithms.FAPI2;
        fields.refuseIf(
                !allowed.contains(Objects.requireNonNullElse(value, allowed.getFirst())),
                member,
                "must be one of " + String.join(", ", allowed) + " (FAPI 2.0 section 5.4.1)");
    }
}
