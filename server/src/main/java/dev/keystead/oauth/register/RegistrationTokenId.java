package dev.keystead.oauth.register;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an initial access token.
public record RegistrationTokenId(UUID value) implements TypedId {
    static RegistrationTokenId make() {
        return new RegistrationTokenId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.REGISTRATION_TOKEN.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
