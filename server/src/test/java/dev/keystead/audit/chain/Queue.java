package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.Look;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/// The queue and the chains of a database as its superuser sees them, past every wall as the worker is.
record Queue(TestPostgres.Database where) {
    Database worker() {
        var source = new PGSimpleDataSource();
        source.setUrl(where.jdbcUrl());
        source.setUser(where.user());
        source.setPassword(where.password());
        return Database.worker(source, ScopePrefix.SET_CONFIG);
    }

    Look look() {
        return new Look(where);
    }

    /// Writes entries of every trail, as many as transactions of the product would.
    void fill(UUID tenant, int entries) {
        look().execute("""
                insert into audit.entries
                    (tenant_id, id, trail, event_at, actor_did, event_type, resource_type, resource_id, request_id, payload)
                select '%s', app.new_id(), (array['admin_audit', 'auth_audit', 'runtime_token_audit'])[1 + n %% 3],
                    extract(epoch from now())::bigint, 'did:internal:test', 'test.fill', 'route', 'n' || n, 'r' || n,
                    jsonb_build_object('n', n, 'text', 'caf\u00e9', 'list', jsonb_build_array(n, 1.50))
                from generate_series(1, %d) n""".formatted(tenant, entries));
    }

    long waiting() {
        return look().count("select count(*) from audit.entries");
    }

    /// How many rows of a tenant's chains `fill` has brought there.
    long sealed(UUID tenant) {
        return look().count("select count(*) from audit.written where seq is not null and event_type = 'test.fill'"
                + " and tenant_id = '" + tenant + "'");
    }

    /// Every place of every chain is taken once, from the first to the one that the head names, and no entry twice.
    void hasNeitherGapsNorForks() {
        for (String trail : new String[] {"admin_audit", "auth_audit", "runtime_token_audit"}) {
            assertThat(look().count("""
                            select count(*)
                            from (
                                select tenant_id, count(*) as rows, count(distinct seq) as places, max(seq) as last,
                                    count(distinct audit_id) as ids, count(distinct prev_audit_hash) as links
                                from audit.%1$s
                                group by tenant_id) as chain
                            left join audit.chain_heads head
                                on head.tenant_id = chain.tenant_id and head.trail = '%1$s' and head.size = last
                            where rows <> places or rows <> last or rows <> ids or rows <> links or head.size is null""".formatted(trail)))
                    .as("broken chains of " + trail)
                    .isZero();
        }
    }
}
