package dev.keystead.connection;

import dev.keystead.platform.db.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A connection as clients and the audit trail see it, without its secret.
///
/// @param hasSecret whether there is one
public record ConnectionView(
        String id,
        String kind,
        String name,
        @Nullable String buttonText,
        boolean enabled,
        int position,
        String issuer,
        ConnectionSettings.@Nullable Oidc oidc,
        ConnectionSettings.@Nullable Saml saml,
        ConnectionSettings.Accounts accounts,
        ConnectionSettings.Routing routing,
        ConnectionSettings.Mapping mapping,
        boolean hasSecret,
        String createdBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    static ConnectionView of(Connection connection) {
        ConnectionSettings settings = connection.settings();
        return new ConnectionView(
                connection.id().text(),
                Words.of(connection.kind()),
                connection.name(),
                connection.buttonText().orElse(null),
                connection.enabled(),
                connection.position(),
                connection.issuer(),
                settings.oidc(),
                settings.saml(),
                settings.accounts(),
                settings.routing(),
                settings.mapping(),
                connection.hasSecret(),
                connection.createdBy(),
                connection.version(),
                connection.createdAt(),
                connection.updatedAt());
    }
}
