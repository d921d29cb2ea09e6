package dev.keystead.grant;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an access token: its `jti`.
public record AccessTokenId(UUID value) implements TypedId {
    public static AccessTokenId make() {
        return new AccessTokenId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.ACCESS_TOKEN.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
