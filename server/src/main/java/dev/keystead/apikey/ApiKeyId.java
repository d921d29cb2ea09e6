package dev.keystead.apikey;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an API key.
public record ApiKeyId(UUID value) implements TypedId {
    public static ApiKeyId make() {
        return new ApiKeyId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.API_KEY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
