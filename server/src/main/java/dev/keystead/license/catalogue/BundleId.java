package dev.keystead.license.catalogue;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a bundle of modules.
public record BundleId(UUID value) implements TypedId {
    public static BundleId make() {
        return new BundleId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.MODULE_BUNDLE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
