package dev.keystead.subtenant;

import dev.keystead.group.GroupId;
import java.time.Instant;

/// A role of the members in a group in a subtenant, as it is stored.
public record GroupBinding(GroupId group, String role, String grantedBy, Instant grantedAt) {}
