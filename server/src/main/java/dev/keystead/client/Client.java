package dev.keystead.client;

import dev.keystead.platform.crypto.Digest;
import dev.keystead.workspace.WorkspaceId;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A registered application.
///
/// @param clientId how it names itself in the protocol (RFC 6749 section 2.2)
/// @param bot whose credential it is, if it is that of a service account
public record Client(
        ClientId id,
        WorkspaceId workspace,
        String clientId,
        Origin origin,
        Optional<Bot> bot,
        ClientSettings settings,
        Secrets secrets,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    /// Whether it can keep a secret (RFC 6749 section 2.1).
    public enum Type {
        CONFIDENTIAL,
        PUBLIC
    }

    /// Who made it.
    public enum Origin {
        ADMINISTRATOR,
        /// The application itself (RFC 7591).
        REGISTRATION
    }

    /// The service identity that acts by a client. Such a client belongs to its service account and is changed by
    /// that alone.
    ///
    /// @param identity the id of the service identity
    /// @param suspended whether it does not work for the time being
    public record Bot(UUID identity, boolean suspended) {}

    /// What we keep of a client's secrets; none of it tells one.
    ///
    /// @param sealed the secret, encrypted, in hexadecimal, where the client signs with it
    /// @param previous the secret before the last rotation
    /// @param registration of the token with which it manages its own registration (RFC 7592)
    public record Secrets(
            Optional<Digest> hash,
            Optional<String> sealed,
            Optional<Previous> previous,
            Optional<Digest> registration) {
        static final Secrets NONE = new Secrets(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        /// A secret that still works for a while.
        public record Previous(Digest hash, Instant endsAt) {}
    }

    public String name() {
        return settings.name();
    }

    public Type type() {
        return typeOf(settings.authMethod());
    }

    static Type typeOf(AuthMethod method) {
        return method == AuthMethod.NONE ? Type.PUBLIC : Type.CONFIDENTIAL;
    }

    /// Whether it was registered as an application, by an administrator or by itself.
    boolean isApplication() {
        return bot.isEmpty();
    }

    /// Whether it works now.
    boolean works() {
        return bot.filter(Bot::suspended).isEmpty();
    }

    public boolean isPublic() {
        return type() == Type.PUBLIC;
    }

    public boolean isFapi2() {
        return settings.profile() == ClientSettings.Profile.FAPI2;
    }

    public boolean mayUse(GrantType type) {
        return settings.grants().types().contains(type);
    }

    public boolean mayUse(ResponseType type) {
        return settings.grants().responseTypes().contains(type);
    }

    /// Whether tokens that it exchanges need not name it as who acts (RFC 8693 section 1.1).
    public boolean mayImpersonate() {
        return settings.tokens().impersonation();
    }

    /// Whether its tokens work for whoever holds its key alone.
    public boolean isSenderConstrained() {
        return settings.tokens().dpopBound() || settings.tokens().certificateBound();
    }

    /// Whether a refresh token is replaced at each use: always where nobody proves who uses it (RFC 9700
    /// section 4.14.2), never under FAPI 2.0 (section 5.3.2.1) or where tokens are bound to a key and the
    /// client proves itself.
    public boolean rotatesRefreshTokens() {
        return isPublic() || !(isFapi2() || isSenderConstrained());
    }

    /// What pairwise subjects are computed for (OpenID Connect Core section 8.1): the host of the sector,
    /// or else of the redirect URIs; nothing when it has neither.
    public Optional<String> sector() {
        return Optional.ofNullable(settings.subjects().sectorIdentifierUri())
                .or(() -> settings.redirectUris().stream().findFirst())
                .map(RedirectUris::authority);
    }

    /// Whether any program on the person's machine may be what asks in this client's name and hears the answer: it
    /// proves nothing, and its address there can be taken by whoever is quicker (RFC 8252 section 8.6).
    public boolean canBePassedOff(String redirectUri) {
        return isPublic() && !RedirectUris.isHttpsElsewhere(redirectUri);
    }

    /// Whether browsers may be sent there with an answer: the same text, but for the port of a loopback
    /// address.
    public boolean mayRedirectTo(URI uri) {
        return RedirectUris.anyMatches(settings.redirectUris(), uri.toString());
    }

    /// The same after signing out.
    public boolean mayRedirectAfterLogoutTo(URI uri) {
        return RedirectUris.anyMatches(settings.addresses().postLogoutRedirectUris(), uri.toString());
    }

    /// How the audit trail names it.
    public String actor() {
        return "did:keystead:" + id.text();
    }

    Client with(ClientSettings newSettings, Secrets newSecrets, Instant at) {
        return new Client(id, workspace, clientId, origin, bot, newSettings, newSecrets, version + 1, createdAt, at);
    }
}
