package dev.keystead.license.assignment;

import dev.keystead.license.assignment.LicenseState.Constraints;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// A licence as clients and the audit trail see it.
///
/// @param forOrg whether it is on the organisation's own node
public record LicenseView(
        String id,
        String module,
        String nodeId,
        boolean forOrg,
        String scope,
        String status,
        LocalDate effectiveFrom,
        @Nullable LocalDate effectiveTo,
        boolean converts,
        Constraints constraints,
        String assignedBy,
        int version,
        Instant createdAt,
        Instant updatedAt) {
    static LicenseView of(License license) {
        LicenseState state = LicenseState.of(license);
        return new LicenseView(
                license.id().text(),
                state.module(),
                state.nodeId(),
                license.forOrg(),
                state.scope(),
                state.status(),
                state.effectiveFrom(),
                state.effectiveTo(),
                state.converts(),
                state.constraints(),
                license.assignedBy(),
                license.version(),
                license.createdAt(),
                license.updatedAt());
    }
}
