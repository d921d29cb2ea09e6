package dev.keystead.oauth.logout;

import dev.keystead.client.Client;
import dev.keystead.oauth.wire.ClientAddress;
import dev.keystead.oauth.wire.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A request to sign somebody out that follows the rules (OpenID Connect RP-Initiated Logout section 2).
///
/// @param session the `sid` that the ID token names, if one came with the request
/// @param redirectUri where the browser goes afterwards: an address that the client registered
record LogoutRequest(
        Parameters parameters,
        Optional<Client> client,
        Optional<String> session,
        Optional<String> redirectUri,
        Optional<String> state) {
    private static final List<String> KNOWN =
            List.of("id_token_hint", "logout_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales");

    /// What was sent of the parameters that the specification knows.
    static Map<String, String> sent(Parameters parameters) {
        var sent = new LinkedHashMap<String, String>();
        KNOWN.forEach(name -> parameters.find(name).ifPresent(value -> sent.put(name, value)));
        return sent;
    }

    /// Where the browser goes afterwards, with what the client wants to find there again.
    Optional<String> onward() {
        return redirectUri.map(uri -> state.map(value -> ClientAddress.withQuery(uri, Map.of("state", value)))
                .orElse(uri));
    }
}
