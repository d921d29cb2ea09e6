package dev.keystead.audit;

import dev.keystead.platform.id.Prefix;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.util.UUID;

/// The id of an audit entry.
public record AuditEntryId(UUID value) implements TypedId {
    public static AuditEntryId make() {
        return new AuditEntryId(UuidV7.next());
    }

    @Override
    public String prefix() {
        return Prefix.AUDIT_ENTRY.text();
    }

    @Override
    public String toString() {
        return text();
    }
}
