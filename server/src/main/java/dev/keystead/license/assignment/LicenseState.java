package dev.keystead.license.assignment;

import dev.keystead.license.assignment.License.Limits;
import dev.keystead.license.assignment.License.Terms;
import dev.keystead.platform.db.Words;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// What a licence says, as its history keeps it: names nobody.
///
/// @param scope `exact` or `inherit-down`
public record LicenseState(
        String module,
        String nodeId,
        String scope,
        String status,
        LocalDate effectiveFrom,
        @Nullable LocalDate effectiveTo,
        boolean converts,
        Constraints constraints) {
    /// How much may be used.
    public record Constraints(
            @Nullable Integer seats,
            @Nullable Long usageCap,
            @Nullable Instant expiresAt) {
        static Constraints of(Limits limits) {
            return new Constraints(
                    limits.seats().orElse(null),
                    limits.usageCap().orElse(null),
                    limits.expiresAt().orElse(null));
        }
    }

    static LicenseState of(License license) {
        Terms terms = license.terms();
        return new LicenseState(
                license.module(),
                license.node().text(),
                terms.reach().word(),
                Words.of(license.status()),
                terms.from(),
                terms.to().orElse(null),
                terms.converts(),
                Constraints.of(terms.limits()));
    }
}
