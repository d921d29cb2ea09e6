package dev.keystead.grant;

import dev.keystead.client.ClientId;
import dev.keystead.device.DeviceId;
import dev.keystead.directory.UserId;
import dev.keystead.session.SessionId;
import dev.keystead.workspace.WorkspaceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a person let a client have: the root of the client's refresh and access tokens.
///
/// @param session the browser's session in which it was given; without [#isOffline] it ends with that session
/// @param device whose key the client showed, or in whose session it was given: it ends with that
/// @param issuer the address of the workspace under which the client got it, and which all its tokens name;
///     unknown for what was given before that was kept
/// @param generation which refresh token is the current one
/// @param endsAt when it ends however much it is used
/// @param expiresAt when it ends unless it is used before
public record Grant(
        GrantId id,
        WorkspaceId tenant,
        ClientId client,
        UserId user,
        Optional<SessionId> session,
        Optional<DeviceId> device,
        Optional<String> issuer,
        Given given,
        int generation,
        Instant rotatedAt,
        Optional<Instant> revokedAt,
        Instant createdAt,
        Instant endsAt,
        Instant expiresAt) {
    /// Its holder may use it while the person is away (OpenID Connect Core section 11).
    public static final String OFFLINE = "offline_access";

    /// What was given, and how sure we were who gave it.
    ///
    /// @param resources the audiences that were asked for (RFC 8707); empty for the usual one
    /// @param details what RFC 9396 calls authorization details, as a JSON array
    /// @param claims the claims that were asked for one by one (OpenID Connect Core section 5.5), as a JSON
    ///     object
    /// @param methods how the person proved themselves, in the words of RFC 8176
    /// @param provenAt when they did
    /// @param binding the key that refresh tokens are bound to
    public record Given(
            List<String> scopes,
            List<String> resources,
            Optional<String> details,
            Optional<String> claims,
            List<String> methods,
            Instant provenAt,
            Optional<Binding> binding) {
        public Given {
            scopes = List.copyOf(scopes);
            resources = List.copyOf(resources);
            methods = List.copyOf(methods);
        }
    }

    /// Why a grant ended before its time.
    public enum End {
        /// The client gave it back (RFC 7009).
        REVOKED,
        /// An authorization code or refresh token was used twice.
        REPLAY,
        /// The person withdrew their consent or got a new password by mail, or an administrator took it back.
        WITHDRAWN,
        /// Its device was revoked.
        DEVICE
    }

    /// The same grant as a token shows it that carries some of its details.
    public Grant showing(String details) {
        var shown = new Given(
                given.scopes(),
                given.resources(),
                Optional.of(details),
                given.claims(),
                given.methods(),
                given.provenAt(),
                given.binding());
        return new Grant(
                id,
                tenant,
                client,
                user,
                session,
                device,
                issuer,
                shown,
                generation,
                rotatedAt,
                revokedAt,
                createdAt,
                endsAt,
                expiresAt);
    }

    public boolean isOffline() {
        return given.scopes().contains(OFFLINE);
    }

    boolean isLiveAt(Instant time) {
        return revokedAt.isEmpty() && time.isBefore(expiresAt);
    }
}
