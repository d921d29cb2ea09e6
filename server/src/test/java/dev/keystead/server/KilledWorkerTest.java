package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Nodes that are killed in the middle of removing something.
class KilledWorkerTest {
    private static final int EVENTS = 10_500;
    private static final int PROJECTS = 5_500;

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final Look look = new Look(database);

    /// Lets each deletion from a table take a while, so that the kill comes between two batches.
    private void slow(String table) {
        look.execute("""
                create function public.take_time() returns trigger language plpgsql as $$
                begin
                    perform pg_sleep(0.4);
                    return null;
                end $$""");
        look.execute("create trigger take_time after delete on " + table
                + " for each statement execute function public.take_time()");
    }

    private void fast() {
        look.execute("drop function public.take_time() cascade");
    }

    @Test
    void anErasureThatWasKilledGoesOnAndItsProofIsWhole(@TempDir Path folder) throws IOException {
        try (var first = WorkerProcess.start(database, folder)) {
            look.execute("""
                    insert into identity.users (tenant_id, id, kind, email, email_key, display_name, name_key, locale,
                        timezone, status, version, created_at, updated_at, deleted_at)
                    select id, app.new_id(), 'managed', 'k@killed.test', 'k@killed.test', 'K', 'k', 'en', 'UTC',
                        'deactivated', 1, now(), now(), now() - interval '31 days'
                    from identity.workspaces where slug = 'system'""");
            look.execute("""
                    insert into auth.auth_events (tenant_id, id, user_id, event_type, ip_address, user_agent, created_at)
                    select tenant_id, app.new_id(), id, 'login_success', '192.0.2.1', 'x', now()
                    from identity.users, generate_series(1, %d) where email = 'k@killed.test'""".formatted(EVENTS));
            slow("auth.auth_events");
            first.run("erasure");
            look.until("select count(*) from identity.users where erasure_counts <> '{}'", 1);
        }
        fast();
        assertThat(look.count("select count(*) from auth.auth_events where user_id is not null"))
                .as("rows that are left by the killed run")
                .isBetween(1L, EVENTS - 1_000L);
        try (var second = WorkerProcess.start(database, folder)) {
            second.run("erasure");
            second.await("done");
        }
        assertThat(look.count("select count(*) from auth.auth_events where user_id is not null"))
                .isZero();
        assertThat(look.count("select count(*) from identity.users where email = 'k@killed.test'"))
                .isZero();
        assertThat(look.text("""
                select string_agg(event_type || ' ' || coalesce(payload -> 'removed_rows' ->> 'auth.auth_events', ''),
                    ', ' order by id)
                from audit.entries where event_type like 'user.erase%'""")).isEqualTo("user.erase_begin , user.erase " + EVENTS);
    }

    @Test
    void aSweepThatWasKilledGoesOnAndEachRowIsToldOfOnce(@TempDir Path folder) throws IOException {
        try (var first = WorkerProcess.start(database, folder)) {
            look.execute("""
                    insert into identity.projects (tenant_id, id, slug, name, status, version, created_at, updated_at,
                        deleted_at)
                    select id, app.new_id(), 'gone', 'Gone', 'deleted', 1, now(), now(), now() - interval '91 days'
                    from identity.workspaces, generate_series(1, %d) where slug = 'system'""".formatted(PROJECTS));
            slow("identity.projects");
            first.run("retention");
            look.until("select least(count(*), 1) from audit.entries where event_type = 'retention.sweep'", 1);
        }
        fast();
        assertThat(look.count("select count(*) from identity.projects")).isBetween(1L, PROJECTS - 1_000L);
        try (var second = WorkerProcess.start(database, folder)) {
            second.run("retention");
            second.await("done");
        }
        assertThat(look.count("select count(*) from identity.projects")).isZero();
        assertThat(look.count("""
                select sum((payload ->> 'rows')::bigint) from audit.entries where event_type = 'retention.sweep'""")).isEqualTo(PROJECTS);
    }
}
