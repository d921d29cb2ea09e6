package dev.keystead.directory;

import dev.keystead.platform.db.Words;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A user as clients and the audit trail see it.
public record UserView(
        String id,
        String kind,
        @Nullable String handle,
        String email,
        @Nullable String contactEmail,
        boolean emailVerified,
        String displayName,
        String locale,
        String timezone,
        String region,
        @Nullable String avatarUrl,
        String backend,
        String status,
        @Nullable Instant deceasedAt,
        int version,
        Instant createdAt,
        Instant updatedAt) {

    public static UserView of(User user) {
        return new UserView(
                user.id().text(),
                Words.of(user.kind()),
                user.handle().orElse(null),
                user.email(),
                user.contactEmail().orElse(null),
                user.emailVerifiedAt().isPresent(),
                user.displayName(),
                user.locale(),
                user.timezone(),
                user.region(),
                user.avatarUrl().orElse(null),
                Words.of(user.backend()),
                Words.of(user.status()),
                user.deceasedAt().orElse(null),
                user.version(),
                user.createdAt(),
                user.updatedAt());
    }
}
