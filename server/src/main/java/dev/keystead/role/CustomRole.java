package dev.keystead.role;

import dev.keystead.tenancy.AccessScope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A role of a workspace's own, as it is stored.
public record CustomRole(
        CustomRoleId id,
        String name,
        Optional<String> description,
        List<AccessScope> rights,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    public CustomRole {
        rights = List.copyOf(rights);
    }

    CustomRole as(Optional<String> newDescription, List<AccessScope> newRights) {
        return new CustomRole(id, name, newDescription, newRights, version, createdAt, updatedAt);
    }

    /// Whether somebody may do all that the role allows.
    boolean isWithin(Predicate<AccessScope> allowed) {
        return rights.stream().allMatch(allowed);
    }
}
