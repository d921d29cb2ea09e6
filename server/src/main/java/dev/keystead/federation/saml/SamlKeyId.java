package dev.keystead.federation.saml;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a key for SAML.
public record SamlKeyId(UUID value) implements TypedId {
    public static SamlKeyId make() {
        return new SamlKeyId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.SAML_KEY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
