package dev.keystead.consent;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a consent.
public record ConsentId(UUID value) implements TypedId {
    public static ConsentId make() {
        return new ConsentId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.CONSENT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
