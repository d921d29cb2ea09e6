package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
import java.time.Instant;

/// A role of a member in a subtenant, as it is stored.
public record RoleBinding(UserId user, String role, String grantedBy, Instant grantedAt) {}
