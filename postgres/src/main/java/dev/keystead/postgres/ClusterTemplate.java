package dev.keystead.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// A cluster that is made once beside the unpacked programs and copied for every server whose data may be lost: copying
/// takes a tenth of the time of `initdb`.
///
/// Its password is the same in all copies. The file that holds it can be read by nobody else, and every copy listens on
/// loopback only and is thrown away.
///
/// @param cluster the files, owned by the account that runs the server
record ClusterTemplate(Path cluster, String password) {
    private static final String PASSWORD = "password";
    private static final String WORKSHOP = "workshop";

    /// Makes a cluster in a folder that belongs to the server's account, and says where.
    interface Maker {
        Path make(Path workshop, String password) throws IOException;
    }

    /// The template for these programs and this account, made when there is none. Nothing for programs of the operating
    /// system, which have no folder of ours beside them.
    static Optional<ClusterTemplate> of(PostgresBinaries binaries, ServerAccount account, Maker maker)
            throws IOException {
        Path programs = binaries.binFolder().resolveSibling("").normalize();
        String name = String.valueOf(programs.getFileName());
        if (!name.startsWith(BinaryCache.FOLDER_PREFIX) || !Files.isWritable(programs.resolveSibling(""))) {
            return Optional.empty();
        }
        Path folder = programs.resolveSibling(
                "cluster-" + name.substring(BinaryCache.FOLDER_PREFIX.length()) + "-" + account.uid());
        if (!isWhole(folder)) {
            make(folder, account, maker);
        }
        String password = Files.readString(folder.resolve(PASSWORD)).strip();
        return Optional.of(new ClusterTemplate(folder.resolve(WORKSHOP).resolve("cluster"), password));
    }

    /// The workshop belongs to the server's account alone; what is in it appears together with the password.
    private static boolean isWhole(Path folder) {
        return Files.isReadable(folder.resolve(PASSWORD)) && Files.isDirectory(folder.resolve(WORKSHOP));
    }

    /// All of it appears at once; of two who make it at the same time, one finds it made.
    private static void make(Path folder, ServerAccount account, Maker maker) throws IOException {
        String unique = "-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        Path unfinished = folder.resolveSibling(folder.getFileName() + unique);
        Folders.create(unfinished, "rwx--x--x");
        try {
            String password = ClusterCreation.randomPassword();
            ClusterCreation.writeSecret(unfinished.resolve(PASSWORD), password);
            Path workshop = unfinished.resolve(WORKSHOP);
            Folders.create(workshop, "rwx------");
            account.own(workshop);
            maker.make(workshop, password);
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!isWhole(folder)) {
                throw e;
            }
        } finally {
            Folders.delete(unfinished);
        }
    }

    /// Copies the files to a folder that does not exist yet, and answers it.
    Path copyTo(Path target, ServerAccount account) throws IOException {
        List<String> copy = List.of("cp", "-R", cluster.toString(), target.toString());
        Command.Result result = Command.run(account.command("KILL", copy));
        if (!result.succeeded()) {
            throw new PostgresUnavailable("A new database could not be copied to " + target + ": " + result.output());
        }
        return target;
    }
}
