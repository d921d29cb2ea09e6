package dev.keystead.license.archive;

import dev.keystead.server.Look;
import dev.keystead.tenancy.UuidV7;
import java.time.Instant;
import java.util.UUID;

/// Licences with a past, as their rows would be by now.
record OldLicenses(Look look) {
    /// Makes a licence on the top node of a workspace.
    UUID license(UUID tenant, String module) {
        UUID id = UuidV7.next();
        look.execute("""
                insert into licensing.modules (id, code, name, category, dependencies, min_node_types, is_always_on,
                    version, created_at, updated_at)
                values (app.new_id(), '%s', 'Old', 'old', '{}', '{}', false, 1, now(), now())
                on conflict (code) do nothing""".formatted(module));
        look.execute("""
                insert into licensing.license_assignments (tenant_id, org_id, id, module_id, node_id, for_org, scope,
                    status, effective_from, converts, assigned_by, version, created_at, updated_at)
                select n.tenant_id, n.org_id, '%s', (select id from licensing.modules where code = '%s'), n.id, false,
                    'exact', 'active', '2018-01-01', false, 'did:internal:test', 1, '2018-01-01', '2018-01-01'
                from identity.nodes n
                where n.kind = 'workspace' and n.tenant_id = '%s'""".formatted(id, module, tenant));
        return id;
    }

    /// Gives it changes, a minute apart.
    void changes(UUID tenant, UUID license, Instant first, int count) {
        for (int i = 0; i < count; i++) {
            Instant at = first.plusSeconds(60L * i);
            look.execute("""
                    insert into licensing.license_assignment_history (tenant_id, id, assignment_id, changed_by,
                        change_type, before_state, after_state, changed_at)
                    values ('%s', '%s', '%s', 'did:internal:test', 'changed', '{"version": %d}', '{"version": %d}',
                        '%s')""".formatted(tenant, UuidV7.at(at), license, i, i + 1, at));
        }
    }

    long left(UUID tenant) {
        return look.count(
                "select count(*) from licensing.license_assignment_history where tenant_id = '" + tenant + "'");
    }

    long archives(UUID tenant, String state) {
        return look.count("select count(*) from licensing.history_archives where tenant_id = '" + tenant
                + "' and state = '" + state + "'");
    }
}
