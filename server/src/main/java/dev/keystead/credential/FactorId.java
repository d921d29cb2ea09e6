package dev.keystead.credential;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an authenticator app or a passkey.
public record FactorId(UUID value) implements TypedId {
    public static FactorId make() {
        return new FactorId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.FACTOR.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
