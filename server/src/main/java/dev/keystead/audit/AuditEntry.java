package dev.keystead.audit;

import java.time.Instant;

/// One entry of the trail, as it is read back.
public record AuditEntry(
        AuditEntryId id,
        Instant eventAt,
        String actorDid,
        String eventType,
        String resourceType,
        String resourceId,
        String requestId,
        String payload) {}
