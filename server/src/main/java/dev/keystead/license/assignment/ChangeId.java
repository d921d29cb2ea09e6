package dev.keystead.license.assignment;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a change of a licence.
public record ChangeId(UUID value) implements TypedId {
    public static ChangeId make() {
        return new ChangeId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.LICENSE_CHANGE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
