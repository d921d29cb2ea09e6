package dev.keystead.project;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a project.
public record ProjectId(UUID value) implements TypedId {
    public static ProjectId make() {
        return new ProjectId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.PROJECT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
