package dev.keystead.login;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a sign-in under way.
public record FlowId(UUID value) implements TypedId {
    public static FlowId make() {
        return new FlowId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.AUTH_FLOW.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
