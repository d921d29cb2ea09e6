package dev.keystead.platform.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The broker of events.
///
/// @param url empty when there is none
/// @param user empty when there is none
/// @param token null when there is none
/// @param credentials null when there are none
/// @param authorities null when those that Java trusts are enough
public record NatsConfig(
        String url,
        String user,
        @Nullable Secret<String> password,
        @Nullable Secret<String> token,
        @Nullable Path credentials,
        @Nullable Path authorities,
        String stream) {
    static NatsConfig from(Configuration values) {
        return new NatsConfig(
                values.value(EventSettings.NATS_URL),
                values.value(EventSettings.NATS_USER),
                values.value(EventSettings.NATS_PASSWORD),
                values.value(EventSettings.NATS_TOKEN),
                values.value(EventSettings.NATS_CREDENTIALS),
                values.value(EventSettings.NATS_CA),
                values.value(EventSettings.NATS_STREAM));
    }

    /// What does not fit together, and what to do about it.
    public Optional<String> fault() {
        boolean login = !user.isEmpty();
        if (login != (password != null)) {
            return Optional.of("nats.user and nats.password are given together or not at all; add the other one.");
        }
        long ways = Stream.of(login, token != null, credentials != null)
                .filter(given -> given)
                .count();
        if (ways > 1) {
            return Optional.of("Only one of nats.user, nats.token and nats.credentials can log in; keep one of them.");
        }
        return url.isEmpty() && ways > 0
                ? Optional.of("nats.user, nats.token or nats.credentials is set without nats.url; set the address too.")
                : Optional.empty();
    }
}
