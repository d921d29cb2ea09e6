package dev.keystead.license.archive;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a file of old changes of licences.
public record ArchiveId(UUID value) implements TypedId {
    public static ArchiveId make() {
        return new ArchiveId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.LICENSE_ARCHIVE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
