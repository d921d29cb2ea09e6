package dev.keystead.client;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a client. What a client calls itself in the protocol is [Client#clientId].
public record ClientId(UUID value) implements TypedId {
    public static ClientId make() {
        return new ClientId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.CLIENT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
