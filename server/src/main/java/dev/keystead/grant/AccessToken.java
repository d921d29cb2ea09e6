package dev.keystead.grant;

import dev.keystead.client.Client;
import dev.keystead.client.ClientId;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A token that a client shows to a resource server: a JWT after RFC 9068, and a row that says whether it
/// was revoked.
public record AccessToken(AccessTokenId id, Wish wish, Instant createdAt, Instant expiresAt) {
    /// The same token that says more.
    public AccessToken saying(Map<String, Object> further) {
        return further.isEmpty() ? this : new AccessToken(id, wish.saying(further), createdAt, expiresAt);
    }

    /// What a new token shall say.
    ///
    /// @param issuer the address under which the client reached us
    /// @param clientName what the client calls itself: its public identifier
    /// @param subject whom it is about, as this client may know them
    /// @param grant what it comes of; none when a client acts for itself
    /// @param more other claims, such as `act`
    public record Wish(
            WorkspaceId tenant,
            String issuer,
            ClientId client,
            String clientName,
            String subject,
            Optional<Grant> grant,
            List<String> scopes,
            List<String> audience,
            Optional<Binding> binding,
            Map<String, Object> more,
            Duration life) {
        public Wish {
            scopes = List.copyOf(scopes);
            audience = List.copyOf(audience);
            more = Map.copyOf(more);
        }

        private Wish saying(Map<String, Object> further) {
            var all = new HashMap<>(more);
            all.putAll(further);
            return new Wish(tenant, issuer, client, clientName, subject, grant, scopes, audience, binding, all, life);
        }

        /// The same for a token that may not live longer than this.
        public Wish atMost(Duration longest) {
            return new Wish(
                    tenant,
                    issuer,
                    client,
                    clientName,
                    subject,
                    grant,
                    scopes,
                    audience,
                    binding,
                    more,
                    life.compareTo(longest) > 0 ? longest : life);
        }
    }

    /// A token that somebody presented and that works.
    ///
    /// @param claims all that it says
    public record Verified(
            AccessTokenId id,
            String clientName,
            List<String> scopes,
            Optional<Grant> grant,
            Optional<Binding> binding,
            Map<String, Object> claims) {
        /// How far the clocks of two nodes may differ.
        private static final Duration SKEW = Duration.ofSeconds(10);

        /// Whether it was given to this client: not to one before it that was deleted and had the same name.
        public boolean isOf(Client client) {
            return clientName.equals(client.clientId())
                    && claims.get("iat") instanceof Date issued
                    && !client.createdAt().isAfter(issued.toInstant().plus(SKEW));
        }

        /// The address of the workspace under which its client got it.
        public String issuer() {
            return claims.get("iss") instanceof String text ? text : "";
        }

        /// Whether it is for a resource (RFC 9068 section 4).
        public boolean isFor(String resource) {
            return switch (claims.get("aud")) {
                case Collection<?> several -> several.contains(resource);
                case String one -> one.equals(resource);
                case null, default -> false;
            };
        }
    }
}
