package dev.keystead.oauth.authorize;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an authorization request.
public record RequestId(UUID value) implements TypedId {
    public static RequestId make() {
        return new RequestId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.AUTHORIZATION_REQUEST.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
