package dev.keystead.client;

import dev.keystead.client.Client.Secrets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A client as administrators and the audit trail see it: flat, by the names of RFC 7591, without secrets.
///
/// @param hasSecret whether there is a secret that works
/// @param previousSecretEndsAt until when the secret before the last rotation works too
public record ClientView(
        String id,
        String clientId,
        String name,
        Client.Type type,
        ClientSettings.Profile profile,
        Client.Origin origin,
        boolean firstParty,
        boolean hasSecret,
        @Nullable Instant previousSecretEndsAt,
        AuthMethod tokenEndpointAuthMethod,
        @Nullable String tokenEndpointAuthSigningAlg,
        @Nullable JsonNode jwks,
        @Nullable String jwksUri,
        @Nullable String tlsClientAuthSubjectDn,
        @Nullable String tlsClientAuthSanDns,
        @Nullable String tlsClientAuthSanUri,
        @Nullable String tlsClientAuthSanIp,
        @Nullable String tlsClientAuthSanEmail,
        List<String> redirectUris,
        List<String> postLogoutRedirectUris,
        @Nullable String initiateLoginUri,
        List<String> requestUris,
        List<String> grantTypes,
        List<String> responseTypes,
        List<String> scopes,
        List<String> authorizationDetailsTypes,
        int accessTokenSeconds,
        int refreshTokenSeconds,
        boolean dpopBoundAccessTokens,
        boolean tlsClientCertificateBoundAccessTokens,
        String idTokenSignedResponseAlg,
        @Nullable String userinfoSignedResponseAlg,
        @Nullable String introspectionSignedResponseAlg,
        boolean impersonation,
        ClientSettings.Subjects.Type subjectType,
        @Nullable String sectorIdentifierUri,
        boolean requirePushedAuthorizationRequests,
        boolean requireSignedRequestObject,
        @Nullable String requestObjectSigningAlg,
        @Nullable Integer defaultMaxAge,
        boolean requireAuthTime,
        List<String> defaultAcrValues,
        @Nullable String backchannelLogoutUri,
        boolean backchannelLogoutSessionRequired,
        @Nullable String frontchannelLogoutUri,
        boolean frontchannelLogoutSessionRequired,
        @Nullable String clientUri,
        @Nullable String logoUri,
        @Nullable String tosUri,
        @Nullable String policyUri,
        List<String> contacts,
        Instant createdAt,
        Instant updatedAt) {

    public static ClientView of(Client client) {
        ClientSettings settings = client.settings();
        ClientSettings.Keys keys = settings.keys();
        ClientSettings.Tokens tokens = settings.tokens();
        ClientSettings.Requests requests = settings.requests();
        ClientSettings.Logout logout = settings.logout();
        ClientSettings.Appearance appearance = settings.appearance();
        return new ClientView(
                client.id().text(),
                client.clientId(),
                client.name(),
                client.type(),
                settings.profile(),
                client.origin(),
                settings.firstParty(),
                client.secrets().hash().isPresent(),
                client.secrets().previous().map(Secrets.Previous::endsAt).orElse(null),
                settings.authMethod(),
                keys.signingAlgorithm(),
                keys.jwks(),
                keys.jwksUri(),
                keys.tls().subjectDn(),
                keys.tls().sanDns(),
                keys.tls().sanUri(),
                keys.tls().sanIp(),
                keys.tls().sanEmail(),
                settings.redirectUris(),
                settings.addresses().postLogoutRedirectUris(),
                settings.addresses().initiateLoginUri(),
                settings.addresses().requestUris(),
                settings.grants().types().stream().map(GrantType::wire).toList(),
                settings.grants().responseTypes().stream()
                        .map(ResponseType::wire)
                        .toList(),
                settings.grants().scopes(),
                settings.grants().authorizationDetailsTypes(),
                tokens.accessSeconds(),
                tokens.refreshSeconds(),
                tokens.dpopBound(),
                tokens.certificateBound(),
                tokens.idTokenAlgorithm(),
                tokens.userinfoAlgorithm(),
                tokens.introspectionAlgorithm(),
                tokens.impersonation(),
                settings.subjects().type(),
                settings.subjects().sectorIdentifierUri(),
                requests.pushedOnly(),
                requests.signedOnly(),
                requests.objectAlgorithm(),
                requests.defaultMaxAge(),
                requests.authTimeNeeded(),
                requests.defaultAcrValues(),
                logout.backchannelUri(),
                logout.backchannelNeedsSession(),
                logout.frontchannelUri(),
                logout.frontchannelNeedsSession(),
                appearance.clientUri(),
                appearance.logoUri(),
                appearance.tosUri(),
                appearance.policyUri(),
                appearance.contacts(),
                client.createdAt(),
                client.updatedAt());
    }
}
