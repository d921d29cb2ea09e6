package dev.keystead.device.authority;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of a certificate of a device.
public record CertificateId(UUID value) implements TypedId {
    public static CertificateId make() {
        return new CertificateId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.BINDING_CERTIFICATE.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
