package dev.keystead.event;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import java.util.UUID;

/// The statements on leases. Whoever asks gives the database's time, so that no clock of a node can be wrong
/// about them.
final class LeaseStore {
    private static final String WHY = "one worker at a time hands on the events of a workspace";

    /// Answers nothing while another worker's lease lasts.
    static final Query<UUID> LEASE_TAKE = Query.crossTenant("event.lease.take", WHY, """
            insert into events.relay_leases (tenant_id, holder, expires_at)
            values (?, ?, ?)
            on conflict (tenant_id) do update
            set holder = excluded.holder, expires_at = excluded.expires_at
            where relay_leases.expires_at <= ?
            returning holder""", row -> row.uuid("holder"));

    static final Command LEASE_RENEW = Command.crossTenant("event.lease.renew", WHY, """
            update events.relay_leases
            set expires_at = ?
            where holder = ?
              and tenant_id = ?""");

    static final Command LEASE_RELEASE = Command.crossTenant("event.lease.release", WHY, """
            delete from events.relay_leases
            where holder = ?
              and tenant_id = ?""");

    static final Command LEASE_SWEEP =
            Command.crossTenant("event.lease.sweep", "leases of all workspaces that ran out are removed together", """
            delete from events.relay_leases
            where tenant_id in (
                select tenant_id
                from events.relay_leases
                where expires_at < ?
                order by expires_at
                limit ?)""");

    private LeaseStore() {}
}
