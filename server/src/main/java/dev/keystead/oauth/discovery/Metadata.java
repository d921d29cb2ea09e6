package dev.keystead.oauth.discovery;

import dev.keystead.client.AuthMethod;
import dev.keystead.client.GrantType;
import dev.keystead.client.ResponseType;
import dev.keystead.client.SignatureAlgorithms;
import dev.keystead.oauth.wire.AuthenticationClass;
import dev.keystead.oauth.wire.EntitlementClaim;
import dev.keystead.oauth.wire.UserClaims;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What an issuer tells about itself (OpenID Connect Discovery section 3, RFC 8414 section 2).
final class Metadata {
    private Metadata() {}

    /// What a workspace lets others do by themselves.
    ///
    /// @param registration whether applications may register
    /// @param implicitFlow whether they may have tokens sent by way of browsers
    /// @param signUp whether people may make accounts
    record Openness(boolean registration, boolean implicitFlow, boolean signUp) {}

    /// @param detailsTypes of authorization details that applications here are registered for
    static Map<String, Object> of(String issuer, List<String> languages, Openness open, List<String> detailsTypes) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("issuer", issuer);
        metadata.put("authorization_endpoint", issuer + "/oauth/v2/authorize");
        metadata.put("token_endpoint", issuer + "/oauth/v2/token");
        metadata.put("userinfo_endpoint", issuer + "/oidc/v1/userinfo");
        metadata.put("jwks_uri", issuer + "/.well-known/jwks.json");
        if (open.registration()) {
            metadata.put("registration_endpoint", issuer + "/oauth/v2/register");
        }
        metadata.put("pushed_authorization_request_endpoint", issuer + "/oauth/v2/par");
        metadata.put("device_authorization_endpoint", issuer + "/oauth/v2/device_authorization");
        metadata.put("introspection_endpoint", issuer + "/oauth/v2/introspect");
        metadata.put("revocation_endpoint", issuer + "/oauth/v2/revoke");
        metadata.put("end_session_endpoint", issuer + "/oidc/v1/end_session");
        for (String channel : List.of("frontchannel", "backchannel")) {
            metadata.put(channel + "_logout_supported", true);
            metadata.put(channel + "_logout_session_supported", true);
        }
        metadata.put(
                "scopes_supported",
                List.of("openid", "profile", "email", "groups", EntitlementClaim.SCOPE, "offline_access"));
        flows(metadata, open.implicitFlow());
        metadata.put("code_challenge_methods_supported", List.of("S256"));
        metadata.put("subject_types_supported", List.of("public", "pairwise"));
        metadata.put("acr_values_supported", AuthenticationClass.all());
        metadata.put("prompt_values_supported", prompts(open.signUp()));
        metadata.put("ui_locales_supported", languages);
        metadata.put("claims_supported", claims());
        metadata.put("claims_parameter_supported", true);
        // RFC 9396 section 10; RFC 8414 section 3.2 has no empty lists.
        if (!detailsTypes.isEmpty()) {
            metadata.put("authorization_details_types_supported", detailsTypes);
        }
        metadata.put("request_parameter_supported", true);
        metadata.put("request_uri_parameter_supported", true);
        metadata.put("require_request_uri_registration", true);
        metadata.put("authorization_response_iss_parameter_supported", true);
        algorithms(metadata);
        methods(metadata);
        return metadata;
    }

    /// OpenID Connect Core section 15.2 has the implicit flow where applications register themselves; here, where
    /// the workspace decided so.
    private static void flows(Map<String, Object> metadata, boolean implicitFlow) {
        metadata.put(
                "response_types_supported",
                Arrays.stream(ResponseType.values())
                        .filter(type -> implicitFlow || !type.isImplicit())
                        .map(ResponseType::wire)
                        .toList());
        metadata.put(
                "response_modes_supported",
                implicitFlow ? List.of("query", "fragment", "form_post") : List.of("query", "form_post"));
        metadata.put(
                "grant_types_supported",
                Arrays.stream(GrantType.values())
                        .filter(type -> implicitFlow || type != GrantType.IMPLICIT)
                        .map(GrantType::wire)
                        .toList());
    }

    private static List<String> prompts(boolean signUp) {
        Stream<String> always = Stream.of("none", "login", "consent", "select_account");
        return (signUp ? Stream.concat(always, Stream.of("create")) : always).toList();
    }

    private static List<String> claims() {
        return Stream.concat(
                        Stream.of("sub", "iss", "aud", "exp", "iat", "auth_time", "acr", "amr", "nonce", "sid"),
                        Stream.concat(UserClaims.known().stream(), Stream.of(EntitlementClaim.NAME)))
                .toList();
    }

    private static void algorithms(Map<String, Object> metadata) {
        for (String what : List.of("id_token", "userinfo", "introspection")) {
            metadata.put(what + "_signing_alg_values_supported", SignatureAlgorithms.OFFERED);
        }
        metadata.put("request_object_signing_alg_values_supported", SignatureAlgorithms.BY_KEY);
        // RFC 9449 section 5.1, RFC 8705 section 3.3. Certificates are asked for at the same addresses: no aliases.
        metadata.put("dpop_signing_alg_values_supported", SignatureAlgorithms.BY_KEY);
        metadata.put("tls_client_certificate_bound_access_tokens", true);
    }

    private static void methods(Map<String, Object> metadata) {
        List<String> methods =
                Arrays.stream(AuthMethod.values()).map(AuthMethod::wire).toList();
        List<String> algorithms = Stream.of(SignatureAlgorithms.BY_KEY, SignatureAlgorithms.BY_SECRET)
                .flatMap(List::stream)
                .toList();
        // Who proves nothing is told nothing about tokens (RFC 7662 section 2.1).
        List<String> proving = methods.stream()
                .filter(method -> !method.equals(AuthMethod.NONE.wire()))
                .toList();
        for (String endpoint : List.of("token", "introspection", "revocation")) {
            metadata.put(
                    endpoint + "_endpoint_auth_methods_supported",
                    endpoint.equals("introspection") ? proving : methods);
            metadata.put(endpoint + "_endpoint_auth_signing_alg_values_supported", algorithms);
        }
    }
}
