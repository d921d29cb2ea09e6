package dev.keystead.connection;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a connection.
public record ConnectionId(UUID value) implements TypedId {
    public static ConnectionId make() {
        return new ConnectionId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.CONNECTION.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
