package dev.keystead.license.catalogue;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a module.
public record ModuleId(UUID value) implements TypedId {
    public static ModuleId make() {
        return new ModuleId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.MODULE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
