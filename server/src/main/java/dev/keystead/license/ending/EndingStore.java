package dev.keystead.license.ending;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/// The statements that find licences whose end has come or is near, in all workspaces.
final class EndingStore {
    private static final String WHY = "licences end in every workspace";

    static final Query<Due> ENDED_BY_DAY = Query.crossTenant("license.ending.ended-by-day", WHY, """
            select tenant_id, id
            from licensing.license_assignments
            where effective_to < ?::date
              and status in ('trial', 'active')
            order by effective_to
            limit ?""", EndingStore::due);

    static final Query<Due> ENDED_BY_MOMENT =
            Query.crossTenant("license.ending.ended-by-moment", WHY, """
            select tenant_id, id
            from licensing.license_assignments
            where expires_at <= ?
              and status in ('trial', 'active')
            order by expires_at
            limit ?""", EndingStore::due);

    static final Query<Due> NEAR_BY_DAY = Query.crossTenant("license.ending.near-by-day", WHY, """
            select tenant_id, id
            from licensing.license_assignments
            where effective_to between ?::date and ?::date
              and (noticed_days is null or noticed_days > ?)
              and status in ('trial', 'active')
            order by effective_to
            limit ?""", EndingStore::due);

    static final Query<Due> NEAR_BY_MOMENT =
            Query.crossTenant("license.ending.near-by-moment", WHY, """
            select tenant_id, id
            from licensing.license_assignments
            where expires_at > ?
              and expires_at < ?
              and (noticed_days is null or noticed_days > ?)
              and status in ('trial', 'active')
            order by expires_at
            limit ?""", EndingStore::due);

    /// A licence, and the workspace that gave it.
    record Due(UUID tenant, LicenseId license) {}

    private final Database worker;

    EndingStore(Database worker) {
        this.worker = worker;
    }

    List<Due> endedByDay(LocalDate today, int limit) {
        return worker.list(ENDED_BY_DAY, p -> p.text(today.toString()).integer(limit));
    }

    List<Due> endedByMoment(Instant now, int limit) {
        return worker.list(ENDED_BY_MOMENT, p -> p.instant(now).integer(limit));
    }

    /// Those of which the notice of so many days before their end was not sent, nor a nearer one.
    List<Due> nearByDay(LocalDate today, int days, int limit) {
        return worker.list(
                NEAR_BY_DAY,
                p -> p.text(today.toString())
                        .text(today.plusDays(days).toString())
                        .integer(days)
                        .integer(limit));
    }

    List<Due> nearByMoment(Instant now, Instant until, int days, int limit) {
        return worker.list(
                NEAR_BY_MOMENT, p -> p.instant(now).instant(until).integer(days).integer(limit));
    }

    private static Due due(Row row) {
        return new Due(row.uuid("tenant_id"), new LicenseId(row.uuid("id")));
    }
}
