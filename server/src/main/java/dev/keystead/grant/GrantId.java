package dev.keystead.grant;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a grant.
public record GrantId(UUID value) implements TypedId {
    public static GrantId make() {
        return new GrantId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.GRANT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
