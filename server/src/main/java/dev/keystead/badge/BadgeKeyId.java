package dev.keystead.badge;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a key that signs badges. Its text is the `kid` under which badges name the key.
public record BadgeKeyId(UUID value) implements TypedId {
    public static BadgeKeyId make() {
        return new BadgeKeyId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.BADGE_ISSUER_KEY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
