package dev.keystead.license.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.Look;
import dev.keystead.server.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that is killed after a file was stored and before its changes were deleted.
class KilledArchiveTest {
    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final Look look = new Look(database);
    private final OldLicenses old = new OldLicenses(look);

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".jsonl.gz")).toList();
        }
    }

    @Test
    void aKillBetweenStoringAndDeletingLosesAndDoublesNothing(@TempDir Path folder) throws IOException {
        UUID tenant;
        try (var first = WorkerProcess.start(database, folder)) {
            tenant = UUID.fromString(
                    look.text("select tenant_id from identity.nodes where kind = 'workspace' order by id limit 1"));
            UUID license = old.license(tenant, "killed.one");
            old.changes(tenant, license, Instant.now().minus(Duration.ofDays(1_000)), 40);
            look.execute("""
                    create function public.take_time() returns trigger language plpgsql as $$
                    begin
                        perform pg_sleep(30);
                        return null;
                    end $$""");
            look.execute("create trigger take_time after delete on licensing.license_assignment_history"
                    + " for each statement execute function public.take_time()");
            first.run("license-archive");
            look.until("select count(*) from pg_stat_activity where wait_event = 'PgSleep'", 1);
        }
        look.execute("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'");
        look.execute("drop function public.take_time() cascade");
        assertThat(old.left(tenant)).as("nothing was deleted").isEqualTo(40);
        assertThat(old.archives(tenant, "begun")).isEqualTo(1);
        List<Path> orphan = files(folder);
        assertThat(orphan).as("the file is there and nobody's").hasSize(1);

        try (var second = WorkerProcess.start(database, folder)) {
            second.run("license-archive");
            second.await("done");
        }

        assertThat(old.left(tenant)).isZero();
        assertThat(old.archives(tenant, "begun")).isZero();
        assertThat(look.count("select sum(entries) from licensing.history_archives where state = 'kept'"))
                .as("each once")
                .isEqualTo(40);
        assertThat(files(folder)).as("the file of the first attempt is gone").doesNotContainAnyElementsOf(orphan);
        assertThat(files(folder)).hasSize((int) old.archives(tenant, "kept"));
    }
}
