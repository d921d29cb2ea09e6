package dev.keystead.pat;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a personal access token.
public record PersonalTokenId(UUID value) implements TypedId {
    public static PersonalTokenId make() {
        return new PersonalTokenId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.PERSONAL_ACCESS_TOKEN.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
