package dev.keystead.cascade;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a cascade.
public record CascadeJobId(UUID value) implements TypedId {
    public static CascadeJobId make() {
        return new CascadeJobId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.CASCADE_JOB.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
