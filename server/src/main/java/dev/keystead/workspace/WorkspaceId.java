package dev.keystead.workspace;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a workspace, which is also the tenant of everything inside it.
public record WorkspaceId(UUID value) implements TypedId {
    public static WorkspaceId make() {
        return new WorkspaceId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.WORKSPACE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
