package dev.keystead.license.assignment;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a licence.
public record LicenseId(UUID value) implements TypedId {
    public static LicenseId make() {
        return new LicenseId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.LICENSE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
