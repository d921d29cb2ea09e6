package dev.keystead.authevent;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an event at the door.
public record AuthEventId(UUID value) implements TypedId {
    public static AuthEventId make() {
        return new AuthEventId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.AUTH_EVENT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
