package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that is killed while it writes to people who sleep.
class KilledDormancyTest {
    private static final int PEOPLE = 400;
    private static final String NOTICED = "select count(*) from identity.handle_registry where noticed_at is not null";

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final Look look = new Look(database);

    @Test
    void afterAKillEverybodyIsWrittenToOnce(@TempDir Path folder) throws IOException {
        try (var first = WorkerProcess.start(database, folder)) {
            look.execute("""
                    insert into identity.users (tenant_id, id, kind, handle, email, email_key, display_name, name_key,
                        locale, timezone, status, version, created_at, updated_at)
                    select w.id, app.new_id(), 'individual', h.handle, h.handle || '@' || app.account_domain(),
                        h.handle || '@' || app.account_domain(), 'S', 's', 'en', 'UTC', 'active', 1, now(), now()
                    from identity.workspaces w,
                        (select chr(97 + n %% 26) || 'sleeper' || n as handle from generate_series(1, %d) n) h
                    where w.slug = 'system'""".formatted(PEOPLE));
            look.execute("""
                    insert into identity.handle_registry (handle, skeleton_version, allocation_kind, home_tenant_id,
                        holder_id, allocated_at, active_at, due_at)
                    select handle, 0, 'individual', tenant_id, id, now(), now() - interval '600 days',
                        now() - interval '1 day'
                    from identity.users where display_name = 'S'""");
            look.execute("""
                    create function public.take_time() returns trigger language plpgsql as $$
                    begin
                        perform pg_sleep(0.02);
                        return null;
                    end $$""");
            look.execute("""
                    create trigger take_time after update on identity.handle_registry
                    for each statement execute function public.take_time()""");
            first.run("dormancy");
            look.until("select least(count(*), 1) from (" + NOTICED + ") n where n.count > 20", 1);
        }
        look.execute("drop function public.take_time() cascade");
        assertThat(look.count(NOTICED)).as("written to by the killed run").isBetween(1L, PEOPLE - 1L);
        try (var second = WorkerProcess.start(database, folder)) {
            second.run("dormancy");
            second.await("done");
        }
        assertThat(look.count(NOTICED)).isEqualTo(PEOPLE);
        assertThat(look.count("select count(*) from events.mails where purpose = 'dormant'"))
                .isEqualTo(PEOPLE);
        assertThat(look.count("select count(*) from audit.written where event_type = 'user.warn_dormant'"))
                .isEqualTo(PEOPLE);
    }
}
