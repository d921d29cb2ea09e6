package dev.keystead.audit.chain;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import java.util.UUID;

/// The id of a key that signs checkpoints.
public record AuditKeyId(UUID value) implements TypedId {
    @Override
    public String prefix() {
        return Prefix.AUDIT_KEY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
