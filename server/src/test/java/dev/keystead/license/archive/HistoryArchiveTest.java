package dev.keystead.license.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.license.assignment.LicenseId;
import dev.keystead.platform.json.Json;
import dev.keystead.platform.objects.ObjectStorage;
import dev.keystead.platform.objects.S3Server;
import dev.keystead.platform.objects.StorageFailure;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.server.TestServer.Elsewhere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Old changes go into a real S3-compatible storage, and come back from there.
class HistoryArchiveTest {
    private final Instant longAgo = Instant.now().minus(Duration.ofDays(1_000));

    private static Optional<S3Server> started = Optional.empty();
    private static Optional<TestServer> serving = Optional.empty();

    @BeforeAll
    static void start() {
        S3Server s3 = S3Server.start();
        started = Optional.of(s3);
        var flags = new ArrayList<>(List.of("--roles", "web"));
        flags.addAll(s3.flags());
        serving = Optional.of(TestServer.start(flags.toArray(String[]::new)));
    }

    @AfterAll
    static void stop() {
        serving.ifPresent(TestServer::close);
        started.ifPresent(S3Server::close);
    }

    private static TestServer server() {
        return serving.orElseThrow();
    }

    private static S3Server s3() {
        return started.orElseThrow();
    }

    private final OldLicenses old = new OldLicenses(server().look());

    private static long run() {
        return server().timetable().stream()
                .filter(job -> job.name().equals("license-archive"))
                .findFirst()
                .orElseThrow()
                .run()
                .run();
    }

    private static List<Path> files(UUID tenant) {
        return s3().files().stream()
                .filter(file -> file.toString().contains("/license_history/"))
                .filter(file -> file.toString().contains(tenant.toString()))
                .toList();
    }

    private static Answer history(Elsewhere place, UUID license, String query) {
        return server().as(place.key()).get("/v1/licenses/" + new LicenseId(license).text() + "/history" + query);
    }

    /// Every change, page after page.
    private static List<JsonNode> all(Elsewhere place, UUID license, int limit) {
        var found = new ArrayList<JsonNode>();
        String cursor = "";
        do {
            Answer page = history(place, license, "?include_archive=true&limit=" + limit + cursor);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            page.json().path("items").forEach(found::add);
            JsonNode next = page.json().path("next_cursor");
            cursor = next.isString() ? "&cursor=" + next.asString() : "";
        } while (!cursor.isEmpty());
        return found;
    }

    @Test
    void oldChangesAreReadFromTheArchiveAndYoungOnesFromTheDatabase() {
        Elsewhere place = server().makeOrganisation("ages");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "ages.one");
        UUID other = old.license(tenant, "ages.two");
        old.changes(tenant, license, longAgo, 30);
        old.changes(tenant, license, longAgo.minus(Duration.ofDays(100)), 20);
        old.changes(tenant, other, longAgo, 7);
        old.changes(tenant, license, Instant.now().minus(Duration.ofDays(10)), 5);
        List<JsonNode> before = all(place, license, 200);

        assertThat(run()).isGreaterThanOrEqualTo(57);

        assertThat(old.left(tenant)).as("young ones").isEqualTo(5);
        assertThat(history(place, license, "").json().path("items")).hasSize(5);
        assertThat(all(place, license, 200)).as("the same, in the same order").isEqualTo(before);
        assertThat(all(place, license, 7)).as("in pages").isEqualTo(before);
        assertThat(all(place, other, 200)).hasSize(7);
        assertThat(files(tenant)).as("a file and a manifest for each month").hasSizeGreaterThanOrEqualTo(4);
        assertThat(run()).as("nothing is left to do").isZero();
    }

    @Test
    void anotherWorkspaceReadsNothingOfIt() {
        Elsewhere place = server().makeOrganisation("mine");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "mine.one");
        old.changes(tenant, license, longAgo, 3);
        run();
        Elsewhere stranger = server().makeOrganisation("stranger");

        Answer foreign = history(stranger, license, "?include_archive=true");
        Answer absent = history(stranger, UUID.randomUUID(), "?include_archive=true");
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.error()).isEqualTo(absent.error());
    }

    @Test
    void theManifestSaysWhatTheFileIs() throws IOException {
        Elsewhere place = server().makeOrganisation("manifest");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "manifest.one");
        old.changes(tenant, license, longAgo, 4);
        run();

        Path manifest = files(tenant).stream()
                .filter(file -> file.toString().endsWith(".manifest.json"))
                .findFirst()
                .orElseThrow();
        JsonNode said = Json.tree(Files.readString(manifest));
        Path file = manifest.resolveSibling(said.required("file").asString());
        assertThat(said.required("sha256").asString()).isEqualTo(ObjectStorage.sha256(file));
        assertThat(said.required("entries").asInt()).isEqualTo(4);
        assertThat(said.required("workspace_id").asString())
                .isEqualTo(place.workspace().text());
    }

    @Test
    void aDamagedFileIsFoundByItsHashAndNamed() throws IOException {
        Elsewhere place = server().makeOrganisation("damage");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "damage.one");
        old.changes(tenant, license, longAgo, 3);
        run();
        Path file = files(tenant).stream()
                .filter(each -> each.toString().endsWith(".jsonl.gz"))
                .findFirst()
                .orElseThrow();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);

        Answer answer = history(place, license, "?include_archive=true");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.error()).contains(file.getFileName().toString().replace(".jsonl.gz", ""));
        assertThat(history(place, license, "").status())
                .as("what is at hand is read")
                .isEqualTo(200);
    }

    @Test
    void whileTheStorageIsDownNothingIsDeleted() {
        Elsewhere place = server().makeOrganisation("outage");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "outage.one");
        old.changes(tenant, license, longAgo, 9);
        s3().kill();
        try {
            assertThatThrownBy(HistoryArchiveTest::run).isInstanceOf(StorageFailure.class);
            assertThat(old.left(tenant)).isEqualTo(9);
            assertThat(old.archives(tenant, "kept")).isZero();
        } finally {
            s3().run();
        }
        run();
        assertThat(old.left(tenant)).isZero();
        assertThat(all(place, license, 200)).hasSize(9);
        assertThat(old.archives(tenant, "begun"))
                .as("the failed attempt was taken back")
                .isZero();
    }

    @Test
    void afterSevenYearsTheFileGoesWithItsRow() {
        Elsewhere place = server().makeOrganisation("seven");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "seven.one");
        old.changes(tenant, license, Instant.now().minus(Duration.ofDays(7 * 365 + 100)), 3);
        old.changes(tenant, license, longAgo, 2);
        run();
        assertThat(all(place, license, 200))
                .as("those whose time is over are not read")
                .hasSize(2);

        run();

        assertThat(old.archives(tenant, "kept")).isEqualTo(1);
        assertThat(files(tenant)).as("one file and its manifest").hasSize(2);
    }

    @Test
    void workersAtTheSameTimeLoseAndDoubleNothing() throws InterruptedException {
        Elsewhere place = server().makeOrganisation("crowd");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "crowd.one");
        for (int month = 0; month < 6; month++) {
            old.changes(tenant, license, longAgo.minus(Duration.ofDays(31L * month)), 10);
        }
        var workers = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            workers.add(Thread.ofPlatform().start(() -> {
                try {
                    run();
                } catch (RuntimeException _) {
                    // Another was faster, and this one has deleted nothing.
                }
            }));
        }
        for (Thread each : workers) {
            each.join();
        }
        run();

        assertThat(old.left(tenant)).isZero();
        assertThat(old.archives(tenant, "begun")).isZero();
        List<String> ids = all(place, license, 200).stream()
                .map(change -> change.path("id").asString())
                .toList();
        assertThat(new HashSet<>(ids)).hasSize(60).hasSameSizeAs(ids);
        assertThat(files(tenant)).as("no file is nobody's").hasSize((int) (2 * old.archives(tenant, "kept")));
    }

    @Test
    void everyChangeIsInOneFile() {
        Elsewhere place = server().makeOrganisation("once");
        UUID tenant = place.workspace().value();
        UUID license = old.license(tenant, "once.one");
        old.changes(tenant, license, longAgo, 50);
        run();

        List<String> ids = all(place, license, 200).stream()
                .map(change -> change.path("id").asString())
                .toList();
        assertThat(new HashSet<>(ids)).hasSize(50).hasSameSizeAs(ids);
    }
}
