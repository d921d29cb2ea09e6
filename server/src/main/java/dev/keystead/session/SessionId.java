package dev.keystead.session;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a session.
public record SessionId(UUID value) implements TypedId {
    public static SessionId make() {
        return new SessionId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.SESSION.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
