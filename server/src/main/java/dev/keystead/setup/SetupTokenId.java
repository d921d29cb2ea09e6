package dev.keystead.setup;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a one-time token.
public record SetupTokenId(UUID value) implements TypedId {
    public static SetupTokenId make() {
        return new SetupTokenId(UuidV7.next());
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
