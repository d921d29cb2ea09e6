package dev.keystead.domain;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a claim to a domain.
public record DomainId(UUID value) implements TypedId {
    public static DomainId make() {
        return new DomainId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.DOMAIN.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
