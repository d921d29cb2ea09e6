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
        String status,
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
                Words.of(user.status()),
                user.version(),
                user.createdAt(),
                user.updatedAt());
    }
}
