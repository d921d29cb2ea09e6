package dev.keystead.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What is registered about a client and can be changed. Members that may be absent are null, and every
/// other one has a value that works.
///
/// @param firstParty whether it belongs to the workspace itself, so that people are not asked for consent
/// @param redirectUris where browsers may be sent with an answer
public record ClientSettings(
        String name,
        Profile profile,
        boolean firstParty,
        AuthMethod authMethod,
        Keys keys,
        List<String> redirectUris,
        Addresses addresses,
        Grants grants,
        Tokens tokens,
        Subjects subjects,
        Requests requests,
        Logout logout,
        Appearance appearance) {
    static final int USUAL_ACCESS_SECONDS = 600;
    static final int USUAL_REFRESH_SECONDS = 30 * 24 * 3600;

    public ClientSettings {
        redirectUris = List.copyOf(redirectUris);
    }

    /// Which rules a client is held to.
    public enum Profile {
        PLAIN,
        /// FAPI 2.0 Security Profile.
        FAPI2
    }

    /// What a client proves itself by besides a secret.
    ///
    /// @param signingAlgorithm the only algorithm that its assertions may have
    ///     (`token_endpoint_auth_signing_alg`)
    /// @param jwks its public keys, unless they are at an address
    public record Keys(
            @Nullable String signingAlgorithm,
            @Nullable JsonNode jwks,
            @Nullable String jwksUri,
            TlsIdentity tls) {}

    /// The name in a certificate by which a client is known (RFC 8705 section 2.1.2): at most one is given.
    public record TlsIdentity(
            @Nullable String subjectDn,
            @Nullable String sanDns,
            @Nullable String sanUri,
            @Nullable String sanIp,
            @Nullable String sanEmail) {
        static final TlsIdentity UNKNOWN = new TlsIdentity(null, null, null, null, null);
    }

    /// Addresses of the client besides its redirect URIs.
    ///
    /// @param requestUris where its request objects may be fetched (`request_uris`)
    public record Addresses(
            List<String> postLogoutRedirectUris, @Nullable String initiateLoginUri, List<String> requestUris) {
        public Addresses {
            postLogoutRedirectUris = List.copyOf(postLogoutRedirectUris);
            requestUris = List.copyOf(requestUris);
        }
    }

    /// How a client may come by tokens, and for what.
    public record Grants(
            List<GrantType> types,
            List<ResponseType> responseTypes,
            List<String> scopes,
            List<String> authorizationDetailsTypes) {
        public Grants {
            types = List.copyOf(types);
            responseTypes = List.copyOf(responseTypes);
            scopes = List.copyOf(scopes);
            authorizationDetailsTypes = List.copyOf(authorizationDetailsTypes);
        }
    }

    /// What tokens are like.
    ///
    /// @param userinfoAlgorithm of the signed answer, or nothing for JSON
    /// @param introspectionAlgorithm of the signed answer when one is asked for, or nothing for the usual
    ///     one
    /// @param impersonation whether tokens that it exchanges need not say that it acts in somebody's place
    public record Tokens(
            int accessSeconds,
            int refreshSeconds,
            boolean dpopBound,
            boolean certificateBound,
            String idTokenAlgorithm,
            @Nullable String userinfoAlgorithm,
            @Nullable String introspectionAlgorithm,
            boolean impersonation) {}

    /// By which name a client knows people (OpenID Connect Core section 8).
    public record Subjects(Type type, @Nullable String sectorIdentifierUri) {
        public enum Type {
            PUBLIC,
            PAIRWISE
        }
    }

    /// How a client asks.
    public record Requests(
            boolean pushedOnly,
            boolean signedOnly,
            @Nullable String objectAlgorithm,
            @Nullable Integer defaultMaxAge,
            boolean authTimeNeeded,
            List<String> defaultAcrValues) {
        public Requests {
            defaultAcrValues = List.copyOf(defaultAcrValues);
        }
    }

    /// How a client learns that somebody signed out.
    public record Logout(
            @Nullable String backchannelUri,
            boolean backchannelNeedsSession,
            @Nullable String frontchannelUri,
            boolean frontchannelNeedsSession) {}

    /// What people see of a client.
    public record Appearance(
            @Nullable String clientUri,
            @Nullable String logoUri,
            @Nullable String tosUri,
            @Nullable String policyUri,
            List<String> contacts) {
        public Appearance {
            contacts = List.copyOf(contacts);
        }
    }

    /// A client about which nothing was said: it signs people in by the code flow and keeps a secret.
    public static ClientSettings usual() {
        return new ClientSettings(
                "",
                Profile.PLAIN,
                false,
                AuthMethod.CLIENT_SECRET_BASIC,
                new Keys(null, null, null, TlsIdentity.UNKNOWN),
                List.of(),
                new Addresses(List.of(), null, List.of()),
                new Grants(
                        List.of(GrantType.AUTHORIZATION_CODE),
                        List.of(ResponseType.CODE),
                        List.of("openid", "profile", "email"),
                        List.of()),
                new Tokens(USUAL_ACCESS_SECONDS, USUAL_REFRESH_SECONDS, false, false, "RS256", null, null, false),
                new Subjects(Subjects.Type.PUBLIC, null),
                new Requests(false, false, null, null, false, List.of()),
                new Logout(null, false, null, false),
                new Appearance(null, null, null, null, List.of()));
    }
}
