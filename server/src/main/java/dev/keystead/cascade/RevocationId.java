package dev.keystead.cascade;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a revocation.
public record RevocationId(UUID value) implements TypedId {
    public static RevocationId make() {
        return new RevocationId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.REVOCATION.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
