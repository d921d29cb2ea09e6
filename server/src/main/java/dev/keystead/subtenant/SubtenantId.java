package dev.keystead.subtenant;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a subtenant.
public record SubtenantId(UUID value) implements TypedId {
    public static SubtenantId make() {
        return new SubtenantId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.SUBTENANT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
