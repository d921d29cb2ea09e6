package dev.keystead.directory;

import java.util.Optional;

/// What a new user is made of.
public record NewUser(
        User.Kind kind,
        Optional<String> handle,
        String email,
        Optional<String> contactEmail,
        String displayName,
        String locale,
        String timezone,
        User.Backend backend) {
    /// A user for whom this house vouches.
    public NewUser(
            User.Kind kind,
            Optional<String> handle,
            String email,
            Optional<String> contactEmail,
            String displayName,
            String locale,
            String timezone) {
        this(kind, handle, email, contactEmail, displayName, locale, timezone, User.Backend.IN_HOUSE);
    }

    /// The same person, to whom mail goes there.
    public NewUser reachedAt(String address) {
        return new NewUser(kind, handle, email, Optional.of(address), displayName, locale, timezone, backend);
    }
}
