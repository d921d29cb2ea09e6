package dev.keystead.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.job.Job;
import dev.keystead.job.Jobs;
import dev.keystead.platform.objects.FullDisk;
import dev.keystead.platform.objects.S3Server;
import dev.keystead.platform.objects.StorageFailure;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TrailDesk;
import dev.keystead.server.TrailVerification;
import dev.keystead.server.Until;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rows and checkpoints in the storage of files, before the database forgets them.
class TrailArchiveTest {
    private static final YearMonth JANUARY = YearMonth.of(2024, 1);
    private static final YearMonth FEBRUARY = YearMonth.of(2024, 2);
    private static final Jobs.Pace FAST =
            new Jobs.Pace(Duration.ofMillis(50), Duration.ofSeconds(5), Duration.ofMillis(1));
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static TestServer server(List<String> storage) {
        var flags = new ArrayList<>(List.of("--roles", "web", "--audit-archive", "true"));
        flags.addAll(storage);
        return TestServer.start(flags.toArray(String[]::new));
    }

    private static List<ChainReport> verified(List<Path> files, TrailDesk desk) {
        var trust = new TrailVerification.Trust(desk.keys(), List.of());
        return files.stream()
                .flatMap(file -> TrailVerification.export(file, trust, (_, _) -> {}).chains().stream())
                .toList();
    }

    private static List<Path> archives(List<Path> files) {
        return files.stream()
                .filter(file -> file.toString().contains("/audit_archive/"))
                .toList();
    }

    @Test
    void whatIsRemovedIsInTheArchiveAndVerifiesByItself() {
        try (S3Server s3 = S3Server.start();
                TestServer server = server(s3.flags())) {
            var desk = new TrailDesk(server);
            var months = new PastMonths(server);
            Elsewhere place = server.makeOrganisation("archive");
            var tenant = place.workspace().value();
            months.seal(JANUARY, tenant, 60);
            months.seal(FEBRUARY, tenant, 40);
            new Queue(server.database()).fill(tenant, 30);
            desk.seal();
            long old = months.rows(JANUARY, tenant) + months.rows(FEBRUARY, tenant);
            long all = server.count("select count(*) from audit.admin_audit where sealed_at < '2024-03-01'");

            assertThat(desk.cut()).as("both months").isEqualTo(2);

            List<ChainReport> reports = verified(archives(s3.files()), desk);
            assertThat(reports)
                    .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
            assertThat(reports.stream().mapToLong(ChainReport::rows).sum()).isEqualTo(all);
            assertThat(reports.stream()
                            .filter(report -> report.chain().tenant().equals(tenant))
                            .mapToLong(ChainReport::rows)
                            .sum())
                    .isEqualTo(old);
            List<Checkpoint.Signed> copies = s3.files().stream()
                    .filter(file -> file.toString().contains("/audit_checkpoints/"))
                    .flatMap(file -> CheckpointCopies.read(file).stream())
                    .toList();
            assertThat(copies)
                    .as("every cut was copied outside")
                    .anyMatch(copy -> copy.checkpoint().kind() == Checkpoint.Kind.CUT
                            && copy.checkpoint().size() == old);
            assertThat(desk.verify(place.workspace()))
                    .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
        }
    }

    @Test
    void whileTheStorageIsDownNothingIsRemovedAndTheJobSaysWhy() {
        try (S3Server s3 = S3Server.start();
                TestServer server = server(s3.flags())) {
            var months = new PastMonths(server);
            Elsewhere place = server.makeOrganisation("down");
            var tenant = place.workspace().value();
            months.seal(JANUARY, tenant, 50);
            long old = months.rows(JANUARY, tenant);
            s3.kill();
            Job job = server.timetable().stream()
                    .filter(each -> each.name().equals("audit-months"))
                    .findFirst()
                    .orElseThrow();
            try (Jobs running = TestJobs.start(server, "archivist", FAST, List.of(job))) {
                assertThat(running).isNotNull();
                Until.holds("the run has failed", LIMIT, () -> error(server).contains("does not answer"));
            }
            assertThat(error(server)).contains("objects.endpoint");
            assertThat(months.rows(JANUARY, tenant)).isEqualTo(old);
            assertThat(server.count("select count(*) from audit.checkpoints where kind = 'cut'"))
                    .isZero();
            s3.run();
            assertThat(TestJobs.run(server, "audit-months")).isEqualTo(1);
            assertThat(months.isThere(JANUARY)).isFalse();
            assertThat(verified(archives(s3.files()), new TrailDesk(server)).stream()
                            .filter(report -> report.chain().tenant().equals(tenant))
                            .mapToLong(ChainReport::rows)
                            .sum())
                    .isEqualTo(old);
        }
    }

    private static String error(TestServer server) {
        for (var job : server.asAdministrator().get("/v1/system/jobs").json().path("items")) {
            if (job.path("name").asString().equals("audit-months")) {
                return job.path("error").asString("");
            }
        }
        return "";
    }

    @Test
    void aFullDiskStopsTheRemovalAndNothingElse() {
        try (FullDisk disk = FullDisk.mount();
                TestServer server = server(List.of("--objects-endpoint", "file:" + disk.folder()))) {
            var desk = new TrailDesk(server);
            var months = new PastMonths(server);
            Elsewhere place = server.makeOrganisation("full");
            var tenant = place.workspace().value();
            months.seal(JANUARY, tenant, 500);
            long old = months.rows(JANUARY, tenant);
            disk.fill();
            assertThatThrownBy(desk::cut)
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("see that the disk has space");
            assertThat(months.rows(JANUARY, tenant)).isEqualTo(old);
            assertThat(server.asAdministrator()
                            .post("/v1/users", "{\"email\":\"full@disk.test\",\"display_name\":\"F\"}")
                            .status())
                    .as("work goes on")
                    .isEqualTo(201);
            disk.empty();
            assertThat(desk.cut()).isEqualTo(1);
            assertThat(desk.verify(place.workspace()))
                    .allSatisfy(report -> assertThat(report.tampering()).isEmpty());
        }
    }

    @Test
    void anArchiveThatIsThereAlreadyIsNotWrittenTwice(@TempDir Path folder) throws Exception {
        try (TestServer server = server(List.of("--objects-endpoint", "file:" + folder))) {
            var months = new PastMonths(server);
            Elsewhere place = server.makeOrganisation("again");
            months.seal(JANUARY, place.workspace().value(), 50);
            server.execute("revoke execute on function app.cut_audit_months(text, timestamptz) from "
                    + server.database().name() + "_worker");
            var desk = new TrailDesk(server);
            assertThatThrownBy(desk::cut).hasMessageContaining("permission denied");
            List<Path> first = archives(files(folder));
            assertThatThrownBy(desk::cut).hasMessageContaining("permission denied");
            assertThat(archives(files(folder))).isNotEmpty().isEqualTo(first);
        }
    }

    private static List<Path> files(Path folder) throws Exception {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".ndjson"))
                    .sorted()
                    .toList();
        }
    }
}
