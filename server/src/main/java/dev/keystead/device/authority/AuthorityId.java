package dev.keystead.device.authority;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a certificate authority.
public record AuthorityId(UUID value) implements TypedId {
    public static AuthorityId make() {
        return new AuthorityId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.CERTIFICATE_AUTHORITY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
