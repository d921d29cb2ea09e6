package dev.keystead.directory;

import java.util.Optional;

/// What a new user is made of.
public record NewUser(
        User.Kind kind, Optional<String> handle, String email, String displayName, String locale, String timezone) {}
