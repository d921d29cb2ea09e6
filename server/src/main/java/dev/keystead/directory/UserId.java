package dev.keystead.directory;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a user.
public record UserId(UUID value) implements TypedId {
    public static UserId make() {
        return new UserId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.USER.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
