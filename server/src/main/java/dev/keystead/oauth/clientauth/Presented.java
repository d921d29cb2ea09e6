package dev.keystead.oauth.clientauth;

import dev.keystead.oauth.wire.OAuthError;
import dev.keystead.platform.http.ClientCertificate;
import dev.keystead.session.Session;
import dev.keystead.workspace.WorkspaceId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a client presents at an endpoint, as it came.
///
/// @param issuer of the workspace
/// @param path of the endpoint that was called, below the issuer
/// @param authorization the header Authorization
/// @param form the parameters of the body
/// @param certificate with which the TLS connection was made
/// @param source where the request came from, for the event of a failure
public record Presented(
        WorkspaceId workspace,
        String issuer,
        String path,
        Optional<String> authorization,
        Map<String, List<String>> form,
        Optional<ClientCertificate> certificate,
        Session.Client source) {

    /// The address that was called, as clients know it.
    String endpoint() {
        return issuer + path;
    }

    /// A parameter of the body; one that is empty counts as left out (RFC 6749 section 3.2).
    ///
    /// @throws OAuthError when it was given more than once
    Optional<String> parameter(String name) {
        List<String> values = form.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw OAuthError.invalidRequest(name + " was given more than once");
        }
        return values.isEmpty() || values.getFirst().isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }
}
