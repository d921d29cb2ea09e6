package dev.keystead.group;

import dev.keystead.directory.UserId;
import java.time.Instant;

/// Somebody's place in a group, as it is stored.
///
/// @param displayName as their own account has it, or the workspace's copy
public record GroupMember(UserId user, String displayName, String addedBy, Instant addedAt) {}
