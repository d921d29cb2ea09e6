package dev.keystead.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/// Makes the cluster of a data folder that has none: all of it, or nothing.
final class ClusterCreation {
    static final String UNFINISHED = "initdb-";
    private static final long NEEDED_BYTES = 200L << 20;

    private final DataFolder data;
    private final PostgresOptions options;

    ClusterCreation(DataFolder data, PostgresOptions options) {
        this.data = data;
        this.options = options;
    }

    void create() throws IOException {
        Path home = data.cluster().resolveSibling(".").normalize();
        requireSpace(home);
        options.progress()
                .report("Creating the database in " + data.cluster() + " (once, PostgreSQL "
                        + options.binaries().version() + ").");
        Optional<ClusterTemplate> template = options.durability() == Durability.EXPENDABLE
                ? ClusterTemplate.of(options.binaries(), data.account(), this::initdbIn)
                : Optional.empty();
        String password = template.map(ClusterTemplate::password).orElseGet(ClusterCreation::randomPassword);
        writeSecret(data.passwordFile(), password);
        Folders.force(data.folder());

        Path workshop = home.resolve(UNFINISHED + ProcessHandle.current().pid() + "-" + System.nanoTime());
        Folders.create(workshop, "rwx------");
        try {
            data.account().own(workshop);
            Path unfinished = template.isPresent()
                    ? template.get().copyTo(workshop.resolve("cluster"), data.account())
                    : initdbIn(workshop, password);
            Files.move(unfinished, data.cluster(), StandardCopyOption.ATOMIC_MOVE);
            Folders.force(home);
        } finally {
            Folders.delete(workshop);
        }
    }

    /// Makes a cluster in a folder that belongs to the server's account. The password file of the data folder stays
    /// root's own, so the account gets a copy for the moment.
    private Path initdbIn(Path workshop, String password) throws IOException {
        Path unfinished = workshop.resolve("cluster");
        Path passwordCopy = workshop.resolve("password");
        writeSecret(passwordCopy, password);
        data.account().own(passwordCopy);
        runInitdb(unfinished, passwordCopy);
        Files.delete(passwordCopy);
        return unfinished;
    }

    private void runInitdb(Path unfinished, Path passwordFile) throws IOException {
        var command = new ArrayList<>(List.of(
                options.binaries().initdb().toString(),
                "--pgdata=" + unfinished,
                "--username=" + EmbeddedPostgres.SUPERUSER,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--data-checksums",
                "--no-instructions"));
        command.addAll(localeFlags());
        command.addAll(options.durability().initdbFlags());
        // KILL, because a cluster that nobody waits for any more is of no use.
        Command.Result result = Command.run(data.account().command("KILL", command));
        if (!result.succeeded()) {
            throw new PostgresUnavailable("The database in " + data.cluster() + " could not be created: "
                    + ServerLog.usefulLine(result.output()));
        }
    }

    /// The order of text must not change with the operating system, or indexes break: hence C, with Unicode case rules.
    private List<String> localeFlags() {
        if (options.binaries().hasBuiltinLocale()) {
            return List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C");
        }
        boolean hasUnicodeC =
                Files.exists(Path.of("/usr/lib/locale/C.utf8")) || Files.exists(Path.of("/usr/lib/locale/C.UTF-8"));
        return List.of(hasUnicodeC ? "--locale=C.UTF-8" : "--locale=C");
    }

    private static void requireSpace(Path home) throws IOException {
        long free = Files.getFileStore(home).getUsableSpace();
        if (free < NEEDED_BYTES) {
            throw new PostgresUnavailable("The disk of " + home + " has " + (free >> 20) + " MB free and a new database"
                    + " needs " + (NEEDED_BYTES >> 20) + " MB; make room, or choose another data folder.");
        }
    }

    static String randomPassword() {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /// Anew each time, so that the file has the mode given here from its first byte on, and is no link.
    static void writeSecret(Path file, String secret) throws IOException {
        Files.deleteIfExists(file);
        try (FileChannel channel = FileChannel.open(
                file,
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = StandardCharsets.US_ASCII.encode(secret + "\n");
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }
}
