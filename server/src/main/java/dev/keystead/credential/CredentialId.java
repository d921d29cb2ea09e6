package dev.keystead.credential;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a password or a recovery code.
public record CredentialId(UUID value) implements TypedId {
    public static CredentialId make() {
        return new CredentialId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.CREDENTIAL.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
