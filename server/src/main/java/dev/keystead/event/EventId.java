package dev.keystead.event;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import java.util.UUID;

/// The id of an event.
public record EventId(UUID value) implements TypedId {
    @Override
    public String prefix() {
        return Prefix.EVENT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
