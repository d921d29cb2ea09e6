package dev.keystead.bot;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a service identity.
public record ServiceIdentityId(UUID value) implements TypedId {
    public static ServiceIdentityId make() {
        return new ServiceIdentityId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.SERVICE_IDENTITY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
