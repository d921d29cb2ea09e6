package dev.keystead.node;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a node of the tree.
public record NodeId(UUID value) implements TypedId {
    public static NodeId make() {
        return new NodeId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.NODE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
