package dev.keystead.onetime;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a one-time token.
public record OneTimeTokenId(UUID value) implements TypedId {
    public static OneTimeTokenId make() {
        return new OneTimeTokenId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.ONE_TIME_TOKEN.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
