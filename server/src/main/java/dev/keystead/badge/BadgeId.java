package dev.keystead.badge;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a badge.
public record BadgeId(UUID value) implements TypedId {
    public static BadgeId make() {
        return new BadgeId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.BADGE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
