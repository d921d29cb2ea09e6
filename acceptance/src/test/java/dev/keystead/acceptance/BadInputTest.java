package dev.keystead.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Whatever is wrong with a start is told in a sentence, and nothing is left half-written.
class BadInputTest {
    private final Folder folder = Folder.make();

    @AfterEach
    void delete() {
        folder.close();
    }

    private Product.Ended serve(String... settings) {
        return Product.run(
                folder.path(),
                Stream.concat(Stream.of("serve"), Arrays.stream(settings)).toArray(String[]::new));
    }

    @Test
    void anUnknownSettingIsNamedWithTheOneThatWasMeant() {
        var ended = serve("--http-prot", "9000");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(Complaint.isOne(ended)).contains("--http-prot", "--http-port");
        assertThat(folder.names()).isEmpty();
    }

    @Test
    void everyWrongValueIsToldInOneRun() throws IOException {
        Files.writeString(folder.at("keystead.properties"), "http.port = eighty\nlog.level = loud\n");

        var ended = serve("--data-dir=");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(Complaint.of(ended))
                .hasSize(3)
                .anyMatch(sentence -> sentence.contains("keystead.properties:1") && sentence.contains("eighty"))
                .anyMatch(sentence -> sentence.contains("keystead.properties:2") && sentence.contains("loud"))
                .anyMatch(sentence -> sentence.contains("data.dir"));
        assertThat(folder.names()).containsExactly("keystead.properties");
    }

    @Test
    void anUnknownVariableOfTheEnvironmentIsRefused() {
        try (Product product =
                Product.launch(Product.jar(), folder.path(), Map.of("KEYSTEAD_HTTP_PROT", "9000"), "serve")) {
            var ended = product.awaitEnd();

            assertThat(ended.exitCode()).isEqualTo(2);
            assertThat(Complaint.isOne(ended)).contains("KEYSTEAD_HTTP_PROT");
        }
    }

    @Test
    void aUsedPortIsNamed() throws IOException {
        try (var used = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var ended = serve("--http-port", Integer.toString(used.getLocalPort()));

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(Complaint.isOne(ended)).contains(Integer.toString(used.getLocalPort()));
            assertThat(folder.at("data/postgres/cluster/postmaster.pid"))
                    .as("PostgreSQL was stopped again")
                    .doesNotExist();
        }
    }

    @Test
    void anUnreachableDatabaseIsNamedWithoutItsPassword() {
        int nobody = Ports.free();

        var ended = serve("--database-url", "postgresql://owner:hush-hush@127.0.0.1:" + nobody + "/keystead");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(Complaint.isOne(ended)).contains("127.0.0.1:" + nobody);
        assertThat(ended.err()).doesNotContain("hush-hush");
    }

    @Test
    void aDatabaseThatIsTooOldIsRefused() {
        try (var old = new OldPostgres()) {
            var ended = serve("--database-url", "postgresql://owner:pw@127.0.0.1:" + old.port() + "/keystead");

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(Complaint.isOne(ended)).contains("14.13", "15");
        }
    }

    @Test
    void aDataFolderThatCannotBeMadeIsNamed() throws IOException {
        // A file where a folder should be stops root as well, whom no permission stops.
        Files.writeString(folder.at("data"), "in the way");

        var ended = serve("--http-port", "0");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(Complaint.isOne(ended)).contains("data");
        assertThat(folder.at("data")).hasContent("in the way");
    }

    @Test
    void aDataFolderOfSomebodyElseIsNamed() throws IOException {
        assumeTrue(!"root".equals(System.getProperty("user.name")), "no permission stops root");
        Files.createDirectory(folder.at("data"));
        Files.setPosixFilePermissions(folder.at("data"), PosixFilePermissions.fromString("r-xr-xr-x"));

        var ended = serve("--http-port", "0");

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(Complaint.isOne(ended)).contains("data");
    }

    @Test
    void aFullDiskIsToldAndLeavesNoHalfMadeDatabase() throws Exception {
        Path small = Files.createDirectory(folder.at("small"));
        assumeTrue(
                mount("mount", "-t", "tmpfs", "-o", "size=16m,mode=0711", "tmpfs", small.toString()), "may not mount");
        try {
            var ended = serve(
                    "--http-port", "0", "--data-dir", small.resolve("data").toString());

            assertThat(ended.exitCode()).isEqualTo(1);
            assertThat(Complaint.isOne(ended)).contains(small.toString());
            assertThat(small.resolve("data/postgres/cluster")).doesNotExist();
        } finally {
            assertThat(mount("umount", small.toString())).isTrue();
        }
    }

    private static boolean mount(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Test
    void aMigrationThatIsNotWhatItsLockSaysStopsTheStartBeforeTheDatabaseIsTouched() {
        Path jar = AlteredBuild.withMigration(folder.at("build"), "0003_", sql -> sql + "\n-- added later\n", false);

        var ended = startOf(jar);

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(Complaint.of(ended)).anyMatch(sentence -> sentence.contains("0003_"));
    }

    @Test
    void aMigrationThatWasChangedAfterItWasAppliedStopsTheStart() {
        try (Product product = Product.serve(folder.path())) {
            assertThat(product.stop().exitCode()).isZero();
        }
        Path jar = AlteredBuild.withMigration(folder.at("build"), "0003_", sql -> sql + "\n-- added later\n", true);

        var ended = startOf(jar);

        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(Complaint.isOne(ended)).contains("0003_", "changed");
        assertThat(folder.at("data/postgres/cluster/postmaster.pid")).doesNotExist();
    }

    private Product.Ended startOf(Path jar) {
        try (Product product = Product.launch(jar, folder.path(), Map.of(), "serve", "--http-port", "0")) {
            return product.awaitEnd();
        }
    }
}
