package dev.keystead.tenancywall;

import dev.keystead.directory.CreateUser;
import dev.keystead.directory.UserId;
import dev.keystead.server.BadgeSamples;
import dev.keystead.server.DeviceSamples;
import dev.keystead.server.Samples;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.tenancy.IdText;
import dev.keystead.tenancy.testkit.Erasure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/// Users who have left something in many tables, and their erasure.
record UserTraces(TestServer server, Elsewhere place) implements Erasure {
    @Override
    public UUID createUser() {
        String id = server.as(place.key())
                .post("/v1/users", Samples.body(CreateUser.class, server))
                .id();
        run("""
                insert into admin.api_keys (tenant_id, id, user_id, name, scopes, key_hash, key_version, key_prefix,
                    created_by, created_at)
                select tenant_id, id, id, 'x', '{read:user}', sha256(id::text::bytea), 1, 'x', 'x', now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into auth.one_time_tokens (tenant_id, id, user_id, purpose, token_hash, created_at, expires_at)
                select tenant_id, id, id, 'setup', sha256(id::text::bytea), now(), now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.workspace_members (tenant_id, user_id, home_tenant_id, role, affiliation,
                    display_name, added_by, version, joined_at, role_changed_at)
                select w.id, u.id, u.tenant_id, 'viewer', 'staff', 'x', 'x', 1, now(), now()
                from identity.users u, identity.workspaces w where u.id = app.id_uuid(?)""", id);
        run("""
                insert into identity.subtenant_role_bindings
                    (tenant_id, subtenant_id, user_id, home_tenant_id, role, granted_by, granted_at)
                select m.tenant_id, s.id, m.user_id, m.home_tenant_id, 'viewer', 'x', now()
                from identity.workspace_members m
                join identity.subtenants s on s.tenant_id = m.tenant_id
                where m.user_id = app.id_uuid(?)""", id);
        run("""
                insert into identity.groups (tenant_id, id, name, name_key, version, created_at, updated_at)
                select tenant_id, md5(id::text)::uuid, md5(id::text), md5(id::text), 1, now(), now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.group_members (tenant_id, group_id, user_id, home_tenant_id, added_by, added_at)
                select tenant_id, md5(id::text)::uuid, id, tenant_id, 'x', now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.roles (tenant_id, id, name, rights, version, created_at, updated_at)
                select tenant_id, md5(id::text)::uuid, 'r' || md5(id::text), '{read:user}', 1, now(), now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.role_assignments
                    (tenant_id, role_id, user_id, home_tenant_id, assigned_by, assigned_at)
                select tenant_id, md5(id::text)::uuid, id, tenant_id, 'x', now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.credentials
                    (tenant_id, id, user_id, type, number, hash, version, created_at, updated_at)
                select tenant_id, id, id, 'password', 0, 'not a hash', 1, now(), now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.mfa_factors
                    (tenant_id, id, user_id, type, name, totp_secret, totp_algorithm, totp_digits, totp_period,
                    totp_last_step, verified, created_at, updated_at)
                select tenant_id, id, id, 'totp', 'x', sha256(id::text::bytea), 'sha1', 6, 30, 0, true, now(), now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.invite_quotas (tenant_id, user_id, total_allowed, total_issued, total_redeemed,
                    period_allowed, period_issued, period_reset_at, set_by_hand, updated_at)
                select tenant_id, id, 5, 0, 0, 1, 0, now(), false, now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.trust_scores (tenant_id, user_id, score, lineage, tenure, verification, stewardship,
                    activity, penalties, active_on, computed_at)
                select tenant_id, id, 0, 0, 0, 0, 0, 0, 0, '{}', now() from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.trust_history (tenant_id, user_id, computed_on, score, lineage, tenure, verification,
                    stewardship, activity, penalties, computed_at)
                select tenant_id, id, current_date, 0, 0, 0, 0, 0, 0, 0, now()
                from identity.users where id = app.id_uuid(?)""", id);
        run("""
                insert into identity.public_profiles (tenant_id, user_id, shown_at)
                select tenant_id, id, now() from identity.users where id = app.id_uuid(?)""", id);
        BadgeSamples.issue(server.as(place.key()), id);
        var user = IdText.decode("usr", id).orElseThrow();
        Samples.token(server, place.workspace(), new UserId(user));
        DeviceSamples.device(server, place.workspace(), new UserId(user)).certified();
        return user;
    }

    @Override
    public void erase(UUID user) {
        String id = new UserId(user).text();
        server.as(place.key()).delete("/v1/users/" + id);
        run("update identity.users set deleted_at = now() - interval '31 days' where id = app.id_uuid(?)", id);
        server.eraseWhoIsDue();
    }

    private void run(String sql, String id) {
        try (Connection connection = server.database().connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
