package dev.keystead.oauth.device;

import dev.keystead.client.ClientId;
import dev.keystead.directory.UserId;
import dev.keystead.grant.GrantId;
import dev.keystead.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a device waits for.
///
/// @param address where it asked from
/// @param allowed who allowed it, once somebody has
/// @param grant the grant that it becomes
/// @param interval how long it must wait between two questions
public record DeviceCode(
        DeviceCodeId id,
        ClientId client,
        List<String> scopes,
        List<String> resources,
        String address,
        Status status,
        Optional<Allowed> allowed,
        GrantId grant,
        Duration interval,
        Optional<Instant> polledAt,
        Instant createdAt,
        Instant expiresAt) {
    public DeviceCode {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }

    /// How far it got.
    public enum Status {
        PENDING,
        ALLOWED,
        DENIED,
        /// The device has its tokens.
        USED
    }

    /// Who allowed it, and how sure we were who that was.
    public record Allowed(UserId user, SessionId session, List<String> methods, Instant provenAt) {
        public Allowed {
            methods = List.copyOf(methods);
        }
    }
}
