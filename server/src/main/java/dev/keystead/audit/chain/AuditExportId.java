package dev.keystead.audit.chain;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import java.util.UUID;

/// The id of a stored export.
public record AuditExportId(UUID value) implements TypedId {
    @Override
    public String prefix() {
        return Prefix.AUDIT_EXPORT.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
