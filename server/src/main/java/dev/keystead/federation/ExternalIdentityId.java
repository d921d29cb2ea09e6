package dev.keystead.federation;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a link between a user and an identity at another provider.
public record ExternalIdentityId(UUID value) implements TypedId {
    public static ExternalIdentityId make() {
        return new ExternalIdentityId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.EXTERNAL_IDENTITY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
