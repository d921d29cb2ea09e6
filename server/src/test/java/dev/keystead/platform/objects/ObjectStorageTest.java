package dev.keystead.platform.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.Configuration;
import dev.keystead.platform.config.ConfigurationOutcome;
import dev.keystead.platform.config.Sources;
import dev.keystead.platform.objects.ObjectStorage.Stored;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.UuidV7;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files in a real S3 server, and in a folder.
class ObjectStorageTest {
    private static final S3Server SERVER = S3Server.start();
    private static final UUID TENANT = UuidV7.next();

    @TempDir
    private Path folder;

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static Config config(Path folder, List<String> flags) {
        return switch (Configuration.load(new Sources(folder, Map.of(), flags))) {
            case ConfigurationOutcome.Loaded(Configuration values) -> Config.from(values);
            case ConfigurationOutcome.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    private ObjectStorage open(List<String> flags) {
        return ObjectStorage.open(config(folder, flags).objects(), Clock.systemUTC());
    }

    private List<ObjectStorage> both() {
        return List.of(open(SERVER.flags()), open(List.of("--objects-endpoint", "file:" + folder.resolve("kept"))));
    }

    /// A storage that gives up soon.
    private static S3Bucket hasty(String endpoint, String secret) {
        return new S3Bucket(
                new S3Bucket.Place(URI.create(endpoint), S3Server.BUCKET, true),
                new SignatureV4(S3Server.ACCESS_KEY, secret, "us-east-1", "s3"),
                Optional.empty(),
                new S3Bucket.Limits(
                        Duration.ofSeconds(2), Duration.ofSeconds(2), 4 * 1024 * 1024, 3, Duration.ofMillis(20)),
                Clock.systemUTC());
    }

    private Path file(String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(int size) {
        var bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static byte[] read(ObjectStorage storage, Stored stored) {
        var out = new ByteArrayOutputStream();
        try {
            storage.read(stored, out);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    @Test
    void whatWasPutIsFoundListedReadAndDeleted() {
        for (ObjectStorage storage : both()) {
            try (storage) {
                byte[] large = bytes(9 * 1024 * 1024 + 17);
                Path content = file("large", large);
                String path = storage.path(TENANT, "res_1", "large@1=2+3.ndjson");
                assertThat(storage.find(path)).isEmpty();
                Stored stored = storage.put(path, content);
                assertThat(stored).isEqualTo(new Stored(path, large.length, Sha256.of(large)));
                assertThat(storage.find(path)).contains(stored);
                assertThat(read(storage, stored)).isEqualTo(large);
                Stored empty = storage.put(storage.path(TENANT, "res_1", "empty"), file("empty", new byte[0]));
                assertThat(read(storage, empty)).isEmpty();
                storage.put(storage.path(TENANT, "res_2", "other"), content);

                assertThat(storage.list(TENANT, "res_1")).containsExactly(empty.path(), path);
                assertThat(storage.list(TENANT, "res_3")).isEmpty();
                storage.delete(path);
                storage.delete(path);
                assertThat(storage.list(TENANT, "res_1")).containsExactly(empty.path());
                assertThatThrownBy(() -> read(storage, stored))
                        .isInstanceOf(StorageFailure.class)
                        .hasMessageContaining("not there any more");
            }
        }
    }

    @Test
    void nothingIsOverwritten() {
        for (ObjectStorage storage : both()) {
            try (storage) {
                String path = storage.path(TENANT, "once", "file");
                Path first = file("first", bytes(100));
                Stored stored = storage.put(path, first);
                assertThat(storage.put(path, first)).as("the same again").isEqualTo(stored);
                assertThatThrownBy(() -> storage.put(path, file("second", bytes(101))))
                        .isInstanceOf(StorageFailure.class)
                        .hasMessageContaining("Another file is there already");
                assertThat(read(storage, stored)).isEqualTo(bytes(100));
            }
        }
    }

    @Test
    void aListHasMoreThanOnePage() {
        try (ObjectStorage storage = open(SERVER.flags())) {
            Path content = file("small", bytes(1));
            var paths = new ArrayList<String>();
            for (int i = 0; i < 1_005; i++) {
                paths.add(storage.path(TENANT, "many", "f%04d".formatted(i)));
                storage.put(paths.getLast(), content);
            }
            assertThat(storage.list(TENANT, "many")).isEqualTo(paths);
        }
    }

    @Test
    void whatSomebodyChangedIsNotHandedOut() throws IOException {
        try (ObjectStorage storage = open(List.of("--objects-endpoint", "file:" + folder.resolve("kept")))) {
            Stored stored = storage.put(storage.path(TENANT, "res", "file"), file("some", bytes(50)));
            Files.write(folder.resolve("kept").resolve(stored.path()), bytes(51));
            assertThatThrownBy(() -> read(storage, stored))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("not what was stored");
        }
    }

    @Test
    void aWrongKeyIsToldFromAMissingBucketAndAServerThatIsNotThere() {
        Path content = file("some", bytes(10));
        try (S3Bucket wrong = hasty(SERVER.endpoint(), "another-secret")) {
            assertThatThrownBy(() -> wrong.put(wrong.path(TENANT, "res", "wrong"), content))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("objects.secret-key")
                    .hasMessageNotContaining("another-secret");
        }
        var flags = new ArrayList<>(SERVER.flags());
        flags.set(flags.indexOf(S3Server.BUCKET), "elsewhere");
        try (ObjectStorage missing = open(flags)) {
            assertThatThrownBy(() -> missing.put(missing.path(TENANT, "res", "file"), content))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("no bucket elsewhere");
        }
        try (S3Bucket nobody = hasty("http://127.0.0.1:9", S3Server.SECRET_KEY)) {
            assertThatThrownBy(() -> nobody.find(nobody.path(TENANT, "res", "file")))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("does not answer");
        }
    }

    @Test
    void aServerThatHangsIsGivenUpAndAskedAgainLater() {
        try (S3Server hanging = S3Server.start();
                S3Bucket storage = hasty(hanging.endpoint(), S3Server.SECRET_KEY)) {
            String path = storage.path(TENANT, "res", "file");
            Path content = file("some", bytes(3 * 1024 * 1024));
            hanging.freeze();
            assertThatThrownBy(() -> storage.put(path, content))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("no answer within");
            hanging.thaw();
            assertThat(read(storage, storage.put(path, content))).isEqualTo(bytes(3 * 1024 * 1024));
        }
    }

    @Test
    void aServerThatIsKilledInTheMiddleOfAnUploadHasTheWholeFileInTheEnd() throws IOException {
        try (S3Server killed = S3Server.start();
                CutLine line = new CutLine(killed.port(), 1024 * 1024, () -> {
                    killed.kill();
                    killed.run();
                });
                S3Bucket storage = hasty(line.endpoint(), S3Server.SECRET_KEY)) {
            byte[] large = bytes(20 * 1024 * 1024);
            Stored stored = storage.put(storage.path(TENANT, "res", "file.ndjson"), file("large", large));
            assertThat(line.wasCut()).isTrue();
            assertThat(read(storage, stored)).isEqualTo(large);
            assertThat(killed.files()).hasSize(1);
        }
    }

    @Test
    void aFullDiskLeavesNothingBehind() throws IOException {
        try (FullDisk disk = FullDisk.mount();
                ObjectStorage storage = open(List.of("--objects-endpoint", "file:" + disk.folder()))) {
            String path = storage.path(TENANT, "res", "file");
            Path content = file("some", bytes(1024 * 1024));
            disk.fill();
            assertThatThrownBy(() -> storage.put(path, content))
                    .isInstanceOf(StorageFailure.class)
                    .hasMessageContaining("see that the disk has space");
            disk.empty();
            assertThat(storage.find(path)).isEmpty();
            assertThat(storage.list(TENANT, "res")).isEmpty();
            assertThat(read(storage, storage.put(path, content))).isEqualTo(bytes(1024 * 1024));
        }
    }

    @Test
    void settingsThatDoNotFitTogetherAreRefused() {
        assertThatThrownBy(() -> open(List.of("--objects-endpoint", "https://s3.example.com")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("objects.access-key");
        assertThatThrownBy(() -> open(List.of("--objects-access-key", "x", "--objects-secret-key", "y")))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("objects.endpoint");
        assertThat(new S3Bucket.Place(URI.create("https://s3.example.com"), "files", false).address("a/b=c", ""))
                .isEqualTo(URI.create("https://files.s3.example.com/a/b%3Dc"));
    }
}
