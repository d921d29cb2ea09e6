package dev.keystead.subtenant;

import dev.keystead.directory.UserId;
import java.time.Instant;

/// A role of a member in a subtenant, as it is stored. `owner` and `admin` decide here what the member may change; what
/// other roles mean is up to the workspace's own applications.
public record RoleBinding(UserId user, String role, String grantedBy, Instant grantedAt) {
    static final String OWNER = "owner";
    static final String ADMIN = "admin";
}
