package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.login.AtOnce;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.server.Look;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Client;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TrailDesk;
import dev.keystead.server.TrailVerification;
import dev.keystead.server.WorkerProcess;
import dev.keystead.workspace.Reserved;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Exports that are made in the background.
class StoredExportTest {
    private static final TestServer SERVER = TestServer.start("--roles", "web");
    private static final TrailDesk DESK = new TrailDesk(SERVER);
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String PATH = "/v1/audit/exports";

    private final Elsewhere place = SERVER.makeOrganisation("export-" + NUMBER.incrementAndGet());
    private final Client client = SERVER.as(place.key());
    private final Queue queue = new Queue(SERVER.database());

    @TempDir
    private Path folder;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private void seal(int entries, Instant at) {
        queue.fill(place.workspace().value(), entries);
        new Sealer(queue.worker(), 1, Clock.fixed(at, ZoneOffset.UTC)).look(() -> false);
    }

    private JsonNode ask(String body) {
        Answer asked = client.post(PATH, body);
        assertThat(asked.status()).as(asked.text()).isEqualTo(202);
        assertThat(asked.header("Location")).isEqualTo(PATH + "/" + asked.id());
        return asked.json();
    }

    private JsonNode look(JsonNode export) {
        return client.get(PATH + "/" + export.path("id").asString()).json();
    }

    private Path download(JsonNode export) throws IOException {
        Answer file = client.get(look(export).path("file").asString());
        assertThat(file.status()).as(file.text()).isEqualTo(200);
        assertThat(file.header("Content-Disposition"))
                .contains(export.path("id").asString());
        return Files.writeString(folder.resolve("export.ndjson"), file.text());
    }

    private static TrailVerification.Result verify(Path file) {
        return TrailVerification.export(file, new TrailVerification.Trust(DESK.keys(), List.of()), (_, _) -> {});
    }

    private static Optional<Tampering.Kind> wrong(Path file, List<String> lines) throws IOException {
        Files.write(file, lines);
        return verify(file).chains().stream()
                .flatMap(chain -> chain.tampering().stream())
                .map(Tampering::kind)
                .findFirst();
    }

    @Test
    void exportsThatAreAskedForAtOnceAreNoMoreThanThereMayBe() throws Exception {
        for (int i = 1; i < ExportRoutes.MOST_OPEN; i++) {
            ask("{}");
        }
        List<Integer> answers = AtOnce.run(12, () -> client.post(PATH, "{}").status());
        assertThat(answers).containsOnly(202, 409).containsOnlyOnce(202);
    }

    @Test
    void anExportIsMadeInTheBackgroundAndVerifiesOffline() throws IOException {
        seal(120, Instant.now().truncatedTo(ChronoUnit.SECONDS));
        JsonNode asked = ask("{}");
        assertThat(asked.path("state").asString()).isEqualTo("waiting");
        assertThat(asked.path("file").isNull()).isTrue();
        Answer early = client.get(PATH + "/" + asked.path("id").asString() + "/file");
        assertThat(early.status()).as(early.text()).isEqualTo(409);

        TestJobs.run(SERVER, "audit-exports");

        JsonNode done = look(asked);
        assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("done");
        assertThat(done.path("rows").asLong())
                .isEqualTo(done.path("rows_done").asLong())
                .isGreaterThanOrEqualTo(120);
        Path file = download(asked);
        assertThat(Files.size(file)).isEqualTo(done.path("size").asLong());
        TrailVerification.Result result = verify(file);
        assertThat(result.isIntact()).as(result.toString()).isTrue();
        assertThat(result.chains().stream().mapToLong(ChainReport::rows).sum())
                .isEqualTo(done.path("rows").asLong());
        assertThat(client.get(PATH).json().path("items").path(0)).isEqualTo(done);
        assertThat(SERVER.asAdministrator()
                        .get(PATH + "/" + asked.path("id").asString())
                        .status())
                .as("another workspace's")
                .isEqualTo(404);
        assertThat(SERVER.count(
                        "select count(*) from events.outbox where subject = 'identity.audit_export.completed.v1'"
                                + " and aggregate_id = '" + asked.path("id").asString() + "'"))
                .isOne();
    }

    @Test
    void partsOfATrailVerifyWithoutTheRest() throws IOException {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        seal(30, now);
        seal(30, now.plusSeconds(3_600));
        seal(30, now.plusSeconds(7_200));
        JsonNode asked = ask("{\"trail\":\"admin_audit\",\"since\":\"%s\",\"until\":\"%s\"}"
                .formatted(now.plusSeconds(3_000), now.plusSeconds(7_000)));
        JsonNode nothing = ask("{\"until\":\"2020-01-01T00:00:00Z\"}");
        TestJobs.run(SERVER, "audit-exports");
        Path file = download(asked);
        TrailVerification.Result result = verify(file);
        assertThat(result.isIntact()).as(result.toString()).isTrue();
        assertThat(result.chains()).hasSize(1);
        assertThat(result.chains().getFirst().rows()).isEqualTo(10);

        List<String> lines = Files.readAllLines(file);
        assertThat(wrong(file, without(lines, 2))).contains(Tampering.Kind.HEAD_CUT);
        assertThat(wrong(file, without(lines, 5))).contains(Tampering.Kind.DELETED);
        assertThat(wrong(file, without(lines, lines.size() - 1))).contains(Tampering.Kind.TAIL_CUT);
        // Who takes rows away at the beginning cannot move the beginning with them.
        long after = Long.parseLong(lines.get(1).replaceAll(".*\"after\":([0-9]+).*", "$1"));
        List<String> moved = new ArrayList<>(without(lines, 2));
        moved.set(1, lines.get(1).replace("\"after\":" + after, "\"after\":" + (after + 1)));
        assertThat(wrong(file, moved)).contains(Tampering.Kind.HEAD_CUT);
        assertThat(verify(download(nothing)).chains()).isEmpty();
        assertThat(look(nothing).path("rows").asLong()).isZero();
    }

    private static List<String> without(List<String> lines, int index) {
        var rest = new ArrayList<>(lines);
        rest.remove(index);
        return rest;
    }

    @Test
    void aWorkspaceHasFiveUnderWayAtMost() {
        for (int i = 0; i < 5; i++) {
            ask("{\"until\":\"2020-01-01T00:00:00Z\"}");
        }
        assertThat(client.post(PATH, "{}").status()).isEqualTo(409);
        assertThat(client.post(PATH, "{\"since\":\"2026-02-01T00:00:00Z\",\"until\":\"2026-01-01T00:00:00Z\"}")
                        .status())
                .isEqualTo(400);
        TestJobs.run(SERVER, "audit-exports");
        ask("{\"until\":\"2020-01-01T00:00:00Z\"}");
    }

    @Test
    void afterSevenDaysItIsGoneWithItsFiles() throws IOException {
        seal(30, Instant.now().truncatedTo(ChronoUnit.SECONDS));
        JsonNode asked = ask("{}");
        TestJobs.run(SERVER, "audit-exports");
        Path stored = stored(SERVER.look(), asked.path("id").asString()).getFirst();
        String id = asked.path("id").asString();
        SERVER.execute("update audit.exports set expires_at = now() where id = app.id_uuid('" + id + "')");
        Path kept = SERVER.dataFolder().resolve("objects").resolve(stored);
        assertThat(kept).exists();
        TestJobs.run(SERVER, "audit-exports");
        assertThat(kept).doesNotExist();
        assertThat(client.get(PATH + "/" + id).status()).isEqualTo(404);
    }

    private static List<Path> stored(Look look, String id) {
        String paths = look.text("select string_agg(part ->> 'path', ',' order by n) from audit.exports,"
                + " jsonb_array_elements(parts) with ordinality as p (part, n) where id = app.id_uuid('" + id + "')");
        return List.of(paths.split(",", -1)).stream().map(Path::of).toList();
    }

    @Test
    void whatFailsIsToldAndTriedAgain() throws IOException {
        seal(30, Instant.now().truncatedTo(ChronoUnit.SECONDS));
        Path objects = SERVER.dataFolder().resolve("objects");
        Path bucket = objects.resolve("keystead");
        Files.createDirectories(objects);
        Path aside = objects.resolve("aside");
        boolean there = Files.exists(bucket);
        if (there) {
            Files.move(bucket, aside);
        }
        Files.writeString(bucket, "a file in the place of the folder");
        JsonNode asked = ask("{}");
        assertThatThrownBy(() -> TestJobs.run(SERVER, "audit-exports")).hasMessageContaining("cannot be written");
        assertThat(look(asked).path("error").asString()).contains("cannot be written");
        Files.delete(bucket);
        if (there) {
            Files.move(aside, bucket);
        }
        TestJobs.run(SERVER, "audit-exports");
        JsonNode done = look(asked);
        assertThat(done.path("state").asString()).isEqualTo("done");
        assertThat(done.path("error").isNull()).isTrue();
        assertThat(verify(download(asked)).isIntact()).isTrue();
    }

    @Test
    void aWorkerThatIsKilledLosesNothingAndTheNextGoesOn() throws IOException {
        TestPostgres.Database database = TestPostgres.shared().createDatabase();
        var look = new Look(database);
        var export = new AuditExportId(UUID.randomUUID());
        try (var first = WorkerProcess.start(database, folder)) {
            var all = new Queue(database);
            all.fill(Reserved.SYSTEM_WORKSPACE.value(), 150_000);
            new Sealer(all.worker(), 1, Clock.systemUTC()).look(() -> false);
            look.execute("""
                    insert into audit.exports
                        (tenant_id, id, state, spans, parts, rows_done, created_at, expires_at)
                    values ('%s', '%s', 'waiting', '[]', '[]', 0, now(), now() + interval '7 days')""".formatted(Reserved.SYSTEM_WORKSPACE.value(), export.value()));
            look.execute("""
                    create function public.take_time() returns trigger language plpgsql as $$
                    begin
                        perform pg_sleep(0.5);
                        return new;
                    end $$""");
            look.execute("create trigger take_time before update on audit.exports for each row"
                    + " execute function public.take_time()");
            first.run("audit-exports");
            look.until("select count(*) from audit.exports where jsonb_array_length(parts) >= 3", 1);
        }
        look.execute("drop function public.take_time() cascade");
        assertThat(look.text("select state from audit.exports")).isEqualTo("running");
        List<Path> before = stored(look, export.text());
        try (var second = WorkerProcess.start(database, folder)) {
            second.run("audit-exports");
            second.await("done");
        }
        List<Path> parts = stored(look, export.text());
        assertThat(parts).as("what was there is used").startsWith(before.toArray(Path[]::new));
        Path file = folder.resolve("whole.ndjson");
        for (Path part : parts) {
            Files.write(
                    file,
                    Files.readAllBytes(folder.resolve("objects").resolve(part)),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
        TrailVerification.Result result =
                TrailVerification.export(file, new TrailVerification.Trust(List.of(), List.of()), (_, _) -> {});
        assertThat(result.isIntact()).as(result.toString()).isTrue();
        assertThat(result.chains().stream().mapToLong(ChainReport::rows).sum())
                .isEqualTo(look.count("select rows_total from audit.exports"))
                .isGreaterThanOrEqualTo(150_000);
    }
}
