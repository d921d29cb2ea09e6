package dev.keystead.role;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a role of a workspace's own.
public record CustomRoleId(UUID value) implements TypedId {
    public static CustomRoleId make() {
        return new CustomRoleId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.ROLE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
