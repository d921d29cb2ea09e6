package dev.keystead.group;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a group.
public record GroupId(UUID value) implements TypedId {
    public static GroupId make() {
        return new GroupId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.GROUP.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
