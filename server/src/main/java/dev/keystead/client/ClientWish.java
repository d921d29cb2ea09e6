package dev.keystead.client;

import dev.keystead.client.ClientSettings.Addresses;
import dev.keystead.client.ClientSettings.Appearance;
import dev.keystead.client.ClientSettings.Grants;
import dev.keystead.client.ClientSettings.Keys;
import dev.keystead.client.ClientSettings.Logout;
import dev.keystead.client.ClientSettings.Requests;
import dev.keystead.client.ClientSettings.Subjects;
import dev.keystead.client.ClientSettings.TlsIdentity;
import dev.keystead.client.ClientSettings.Tokens;
import dev.keystead.platform.json.BadInput;
import dev.keystead.platform.json.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a client shall be, flat and by the names of RFC 7591 and the registry of client metadata. A member
/// that is absent stays as it is, or is usual in a new client; null takes away what may be absent.
///
/// @param clientId what it calls itself in the protocol: its id, unless another is said when it is made
public record ClientWish(
        Change<String> clientId,
        Change<String> name,
        Change<Client.Type> type,
        Change<ClientSettings.Profile> profile,
        Change<Boolean> firstParty,
        Change<AuthMethod> tokenEndpointAuthMethod,
        Change<@Nullable String> tokenEndpointAuthSigningAlg,
        Change<@Nullable JsonNode> jwks,
        Change<@Nullable String> jwksUri,
        Change<@Nullable String> tlsClientAuthSubjectDn,
        Change<@Nullable String> tlsClientAuthSanDns,
        Change<@Nullable String> tlsClientAuthSanUri,
        Change<@Nullable String> tlsClientAuthSanIp,
        Change<@Nullable String> tlsClientAuthSanEmail,
        Change<List<String>> redirectUris,
        Change<List<String>> postLogoutRedirectUris,
        Change<@Nullable String> initiateLoginUri,
        Change<List<String>> requestUris,
        Change<List<String>> grantTypes,
        Change<List<String>> responseTypes,
        Change<List<String>> scopes,
        Change<List<String>> authorizationDetailsTypes,
        Change<Integer> accessTokenSeconds,
        Change<Integer> refreshTokenSeconds,
        Change<Boolean> dpopBoundAccessTokens,
        Change<Boolean> tlsClientCertificateBoundAccessTokens,
        Change<String> idTokenSignedResponseAlg,
        Change<@Nullable String> userinfoSignedResponseAlg,
        Change<@Nullable String> introspectionSignedResponseAlg,
        Change<Boolean> impersonation,
        Change<Subjects.Type> subjectType,
        Change<@Nullable String> sectorIdentifierUri,
        Change<Boolean> requirePushedAuthorizationRequests,
        Change<Boolean> requireSignedRequestObject,
        Change<@Nullable String> requestObjectSigningAlg,
        Change<@Nullable Integer> defaultMaxAge,
        Change<Boolean> requireAuthTime,
        Change<List<String>> defaultAcrValues,
        Change<@Nullable String> backchannelLogoutUri,
        Change<Boolean> backchannelLogoutSessionRequired,
        Change<@Nullable String> frontchannelLogoutUri,
        Change<Boolean> frontchannelLogoutSessionRequired,
        Change<@Nullable String> clientUri,
        Change<@Nullable String> logoUri,
        Change<@Nullable String> tosUri,
        Change<@Nullable String> policyUri,
        Change<List<String>> contacts) {

    /// The settings after this wish, with what the profile switches on, checked by every rule that needs no
    /// one else.
    ///
    /// @throws BadInput naming every member that is wrong
    public ClientSettings over(ClientSettings current) {
        var wanted = new ClientSettings(
                name.over(current.name()),
                profile.over(current.profile()),
                firstParty.over(current.firstParty()),
                method(current.authMethod()),
                keys(current.keys()),
                redirectUris.over(current.redirectUris()),
                new Addresses(
                        postLogoutRedirectUris.over(current.addresses().postLogoutRedirectUris()),
                        initiateLoginUri.over(current.addresses().initiateLoginUri()),
                        requestUris.over(current.addresses().requestUris())),
                grants(current.grants()),
                tokens(current.tokens()),
                new Subjects(
                        subjectType.over(current.subjects().type()),
                        sectorIdentifierUri.over(current.subjects().sectorIdentifierUri())),
                requests(current.requests()),
                logout(current.logout()),
                appearance(current.appearance()));
        ClientSettings whole = switch (wanted.profile()) {
            case PLAIN -> wanted;
            case FAPI2 -> Fapi2Rules.complete(wanted);
        };
        ClientRules.check(whole);
        return whole;
    }

    /// A public client proves nothing, and a confidential one something: saying either is enough.
    private AuthMethod method(AuthMethod current) {
        if (!type.isSet()) {
            return tokenEndpointAuthMethod.over(current);
        }
        Client.Type wanted = type.over(Client.Type.CONFIDENTIAL);
        AuthMethod usual = Client.typeOf(current) == wanted ? current : usual(wanted);
        AuthMethod method = tokenEndpointAuthMethod.over(usual);
        if (Client.typeOf(method) != wanted) {
            throw BadInput.member(
                    "token_endpoint_auth_method",
                    "must be none for a public client, and for no other (RFC 6749 section 2.1)");
        }
        return method;
    }

    private static AuthMethod usual(Client.Type type) {
        return switch (type) {
            case PUBLIC -> AuthMethod.NONE;
            case CONFIDENTIAL -> AuthMethod.CLIENT_SECRET_BASIC;
        };
    }

    private Keys keys(Keys current) {
        TlsIdentity tls = current.tls();
        return new Keys(
                tokenEndpointAuthSigningAlg.over(current.signingAlgorithm()),
                jwks.over(current.jwks()),
                jwksUri.over(current.jwksUri()),
                new TlsIdentity(
                        tlsClientAuthSubjectDn.over(tls.subjectDn()),
                        tlsClientAuthSanDns.over(tls.sanDns()),
                        tlsClientAuthSanUri.over(tls.sanUri()),
                        tlsClientAuthSanIp.over(tls.sanIp()),
                        tlsClientAuthSanEmail.over(tls.sanEmail())));
    }

    private Grants grants(Grants current) {
        List<GrantType> types = grantTypes
                .over(current.types().stream().map(GrantType::wire).toList())
                .stream()
                .map(ClientWish::grantType)
                .toList();
        return new Grants(
                types,
                responseTypes(types, current.responseTypes()),
                scopes.over(current.scopes()),
                authorizationDetailsTypes.over(current.authorizationDetailsTypes()));
    }

    private static GrantType grantType(String wire) {
        return GrantType.find(wire)
                .orElseThrow(
                        () -> BadInput.member("grant_types", "must be of " + String.join(", ", GrantType.wires())));
    }

    /// Response types follow from new grant types unless they are said; those of the implicit flow must be said.
    private List<ResponseType> responseTypes(List<GrantType> types, List<ResponseType> current) {
        List<ResponseType> following =
                types.contains(GrantType.AUTHORIZATION_CODE) ? List.of(ResponseType.CODE) : List.of();
        List<ResponseType> unsaid = grantTypes.isSet() ? following : current;
        return responseTypes.over(unsaid.stream().map(ResponseType::wire).toList()).stream()
                .map(ClientWish::responseType)
                .toList();
    }

    private static ResponseType responseType(String wire) {
        return ResponseType.find(wire)
                .orElseThrow(() ->
                        BadInput.member("response_types", "must be of " + String.join(", ", ResponseType.wires())));
    }

    private Tokens tokens(Tokens current) {
        return new Tokens(
                accessTokenSeconds.over(current.accessSeconds()),
                refreshTokenSeconds.over(current.refreshSeconds()),
                dpopBoundAccessTokens.over(current.dpopBound()),
                tlsClientCertificateBoundAccessTokens.over(current.certificateBound()),
                idTokenSignedResponseAlg.over(current.idTokenAlgorithm()),
                userinfoSignedResponseAlg.over(current.userinfoAlgorithm()),
                introspectionSignedResponseAlg.over(current.introspectionAlgorithm()),
                impersonation.over(current.impersonation()));
    }

    private Requests requests(Requests current) {
        return new Requests(
                requirePushedAuthorizationRequests.over(current.pushedOnly()),
                requireSignedRequestObject.over(current.signedOnly()),
                requestObjectSigningAlg.over(current.objectAlgorithm()),
                defaultMaxAge.over(current.defaultMaxAge()),
                requireAuthTime.over(current.authTimeNeeded()),
                defaultAcrValues.over(current.defaultAcrValues()));
    }

    private Logout logout(Logout current) {
        return new Logout(
                backchannelLogoutUri.over(current.backchannelUri()),
                backchannelLogoutSessionRequired.over(current.backchannelNeedsSession()),
                frontchannelLogoutUri.over(current.frontchannelUri()),
                frontchannelLogoutSessionRequired.over(current.frontchannelNeedsSession()));
    }

    private Appearance appearance(Appearance current) {
        return new Appearance(
                clientUri.over(current.clientUri()),
                logoUri.over(current.logoUri()),
                tosUri.over(current.tosUri()),
                policyUri.over(current.policyUri()),
                contacts.over(current.contacts()));
    }
}
