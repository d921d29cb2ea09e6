package dev.keystead.key;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a signing key. Its text is the `kid` under which tokens and key sets name the key.
public record SigningKeyId(UUID value) implements TypedId {
    public static SigningKeyId make() {
        return new SigningKeyId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.SIGNING_KEY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
