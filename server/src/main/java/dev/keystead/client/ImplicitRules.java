package dev.keystead.client;

import dev.keystead.platform.json.Fields;
import java.util.List;

/// What a client must be to have tokens sent by way of browsers (OpenID Connect Core section 3.2).
final class ImplicitRules {
    private ImplicitRules() {}

    static void check(Fields fields, ClientSettings settings) {
        List<ResponseType> types = settings.grants().responseTypes();
        // RFC 7591 section 2.1: grant types and response types belong together.
        boolean granted = settings.grants().types().contains(GrantType.IMPLICIT);
        fields.refuseIf(
                granted != types.stream().anyMatch(ResponseType::isImplicit),
                "response_types",
                "must have id_token or id_token token with the grant type implicit, and only with it");
        if (!granted) {
            return;
        }
        // OpenID Connect Registration section 2, application_type: what a web application must keep to. Applications
        // on a device have the code flow (RFC 8252 section 8.2).
        fields.refuseIf(
                settings.redirectUris().stream().anyMatch(uri -> !RedirectUris.isHttpsElsewhere(uri)),
                "redirect_uris",
                "must use https and not name this machine, as the grant type implicit needs it (OpenID Connect"
                        + " Registration section 2)");
        // RFC 9700 section 2.1.2: nobody shows a key where a browser asks.
        fields.refuseIf(
                types.contains(ResponseType.ID_TOKEN_TOKEN)
                        && (settings.tokens().dpopBound() || settings.tokens().certificateBound()),
                "response_types",
                "must not have id_token token where access tokens are bound to a key (RFC 9700 section 2.1.2)");
    }
}
