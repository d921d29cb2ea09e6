package dev.keystead.workspace;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an organisation.
public record OrgId(UUID value) implements TypedId {
    public static OrgId make() {
        return new OrgId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.ORG.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
