package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.directory.UserId;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.trust.Family;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that is killed in the middle of a cascade, and of undoing one.
class KilledCascadeTest {
    private static final int PEOPLE = 4_000;

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final Look look = new Look(database);

    /// Lets each batch take a while, so that the kill comes between two.
    private void slow(String events) {
        look.execute("""
                create function public.take_time() returns trigger language plpgsql as $$
                begin
                    perform pg_sleep(0.4);
                    return null;
                end $$""");
        look.execute("create trigger take_time after " + events
                + " on identity.cascade_accounts for each statement execute function public.take_time()");
    }

    private void fast() {
        look.execute("drop function public.take_time() cascade");
    }

    @Test
    void aKilledCascadeGoesOnAndSoDoesItsUndoing(@TempDir Path folder) throws IOException {
        var family = new Family(look);
        try (var first = WorkerProcess.start(database, folder)) {
            UserId root = family.person("rootkill", 1);
            family.tree(root, "kl", PEOPLE, 6);
            begin(root);
            slow("insert");
            first.run("cascade");
            look.until("select least(1, count(*)) from identity.cascade_jobs where suspended_count > 500", 1);
        }
        fast();
        assertThat(family.count("kl", "suspended"))
                .as("people of whole batches")
                .isBetween(500L, PEOPLE - 500L);
        try (var second = WorkerProcess.start(database, folder)) {
            second.run("cascade");
            second.await("done");
            assertThat(family.count("kl", "suspended")).isEqualTo(PEOPLE);
            assertThat(look.count("select affected_count from identity.cascade_jobs where status = 'completed'"))
                    .isEqualTo(PEOPLE + 1);
            assertThat(entries("user.suspend")).as("each once").isEqualTo(PEOPLE);

            look.execute("update identity.cascade_jobs set status = 'reversing'");
            slow("update");
            second.run("cascade");
            look.until("select least(1, count(*)) from identity.cascade_jobs where restored_count > 500", 1);
        }
        fast();
        assertThat(family.count("kl", "active")).isBetween(500L, PEOPLE - 500L);
        try (var third = WorkerProcess.start(database, folder)) {
            third.run("cascade");
            third.await("done");
        }
        assertThat(family.count("kl", "active")).isEqualTo(PEOPLE);
        assertThat(look.count("select restored_count from identity.cascade_jobs where status = 'reversed'"))
                .isEqualTo(PEOPLE + 1);
        assertThat(entries("user.reactivate")).as("each once, and the root").isEqualTo(PEOPLE + 1);
    }

    private long entries(String action) {
        return look.count("select count(*) from audit.written where event_type = '" + action + "'");
    }

    /// As the route leaves it.
    private void begin(UserId root) {
        look.execute("""
                with job as (
                    insert into identity.cascade_jobs (tenant_id, id, root_invitee_id, root_path, initiated_by,
                        initiated_at, status, generation, place, affected_count, suspended_count, flagged_count,
                        restored_count, restored_to, irreversible_at)
                    select tenant_id, app.new_id(), id, uuid_send(id), 'did:internal:test', now(), 'pending', 1,
                        uuid_send(id), 1, 1, 0, 0, -1, now() + interval '14 days'
                    from identity.users where id = '%s'
                    returning tenant_id, id, root_invitee_id)
                insert into identity.cascade_accounts (tenant_id, job_id, position, user_id, generation, state,
                    status_before, found_at)
                select tenant_id, id, 0, root_invitee_id, 0, 'suspended', 'active', now() from job""".formatted(root.value()));
        look.execute("""
                update identity.users set status = 'suspended',
                    suspension_id = (select id from identity.cascade_jobs) where id = '%s'""".formatted(root.value()));
    }
}
