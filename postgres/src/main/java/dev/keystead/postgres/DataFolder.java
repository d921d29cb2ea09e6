package dev.keystead.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;

/// A data folder, owned by this process from [#open] to [#close].
///
/// The cluster, PostgreSQL's own folder, is normally inside. When root starts Keystead below a folder that no other
/// account can enter, such as `/root`, the cluster lives in `/var/lib/keystead` and the data folder links to it.
final class DataFolder implements AutoCloseable {
    static final String PASSWORD_FILE = "superuser.password";

    private static final Path ELSEWHERE = Path.of("/var/lib/keystead");

    private static final Set<String> MODES_POSTGRES_ACCEPTS = Set.of("rwx------", "rwxr-x---");

    private final Path folder;
    private final Path cluster;
    private final ServerAccount account;
    private final OwnerLock lock;

    private DataFolder(Path folder, Path cluster, ServerAccount account, OwnerLock lock) {
        this.folder = folder;
        this.cluster = cluster;
        this.account = account;
        this.lock = lock;
    }

    static DataFolder open(Path wanted, Progress progress) {
        try {
            ServerAccount account = ServerAccount.forNewCluster();
            // Root's folder is entered, but not listed, by the server's account; all else in it has its own mode.
            Folders.create(wanted.toAbsolutePath(), account.switched() ? "rwx--x--x" : "rwx------");
            Path folder = wanted.toRealPath();
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
            Path cluster = clusterOf(folder, account, progress);
            OwnerLock lock = OwnerLock.take(cluster);
            try {
                return owned(folder, cluster, account, lock);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (AccessDeniedException e) {
            throw new PostgresUnavailable(
                    "The data folder " + wanted + " cannot be read and written by this user (" + e.getMessage()
                            + "); give it the right owner, or choose another folder.",
                    e);
        } catch (IOException e) {
            throw new PostgresUnavailable(
                    "The data folder " + wanted + " cannot be used (" + e + "); choose another folder.", e);
        }
    }

    private static DataFolder owned(Path folder, Path cluster, ServerAccount newAccount, OwnerLock lock)
            throws IOException {
        if (!Files.isDirectory(cluster)) {
            return new DataFolder(folder, cluster, newAccount, lock);
        }
        ServerAccount account = ServerAccount.forCluster(cluster);
        if (!MODES_POSTGRES_ACCEPTS.contains(PosixFilePermissions.toString(Files.getPosixFilePermissions(cluster)))) {
            // Copies and restores often widen the mode.
            Files.setPosixFilePermissions(cluster, PosixFilePermissions.fromString("rwx------"));
        }
        if (!account.canReach(cluster)) {
            throw new PostgresUnavailable("The account " + account.name() + ", which owns the database in " + cluster
                    + ", cannot reach it; let it enter the folders above (chmod o+x), or move the data folder.");
        }
        return new DataFolder(folder, cluster, account, lock);
    }

    private static Path clusterOf(Path folder, ServerAccount account, Progress progress) throws IOException {
        Path inside = folder.resolve("cluster");
        if (Files.isSymbolicLink(inside)) {
            if (!Files.isDirectory(inside)) {
                throw new PostgresUnavailable(inside + " links to " + Files.readSymbolicLink(inside)
                        + ", which does not exist; restore it, or delete the link to begin with an empty database.");
            }
            return inside.toRealPath();
        }
        if (Files.exists(inside) || account.canReach(folder)) {
            return inside;
        }
        Path elsewhere = ELSEWHERE.resolve(hash(folder));
        Folders.create(elsewhere, "rwx--x--x");
        if (!account.canReach(elsewhere)) {
            throw new PostgresUnavailable("The account " + account.name() + ", which runs PostgreSQL in place of root,"
                    + " can reach neither " + folder + " nor " + elsewhere
                    + "; choose a data folder that it can enter.");
        }
        progress.report("The account " + account.name() + ", which runs PostgreSQL in place of root, cannot reach "
                + folder + "; the database is kept in " + elsewhere + " and linked from there.");
        return elsewhere.resolve("cluster");
    }

    Path folder() {
        return folder;
    }

    /// PostgreSQL's own folder; it may not exist yet.
    Path cluster() {
        return cluster;
    }

    ServerAccount account() {
        return account;
    }

    Path passwordFile() {
        return folder.resolve(PASSWORD_FILE);
    }

    Path log() {
        return folder.resolve("server.log");
    }

    boolean hasCluster() {
        return Files.isDirectory(cluster);
    }

    String password() throws IOException {
        if (!Files.exists(passwordFile())) {
            throw new PostgresUnavailable("The file " + passwordFile() + " is missing, without which the database in "
                    + cluster + " cannot be opened; restore it, or choose another data folder.");
        }
        return Files.readString(passwordFile(), StandardCharsets.US_ASCII).strip();
    }

    void requireMajor(PostgresBinaries binaries) throws IOException {
        Path versionFile = cluster.resolve("PG_VERSION");
        String found = Files.exists(versionFile) ? Files.readString(versionFile).strip() : "";
        if (!found.equals(Integer.toString(binaries.major()))) {
            throw new PostgresUnavailable("The database in " + cluster + " was made by "
                    + (found.matches("[0-9.]{1,5}") ? "PostgreSQL " + found : "an unknown version of PostgreSQL")
                    + " and cannot be opened by PostgreSQL " + binaries.major()
                    + "; start the Keystead release that made it, or choose another data folder.");
        }
    }

    /// A cluster kept elsewhere whose data folder was deleted is not wanted any more, but it is not ours to delete.
    void setAbandonedAside(Progress progress) throws IOException {
        boolean isElsewhere = !cluster.startsWith(folder);
        boolean linked = Files.isSymbolicLink(folder.resolve("cluster"));
        if (isElsewhere && !linked && hasCluster() && !Files.exists(passwordFile())) {
            Path aside = cluster.resolveSibling("abandoned-" + Instant.now().toEpochMilli());
            Files.move(cluster, aside);
            progress.report("The database of a deleted data folder was set aside in " + aside + ".");
        }
    }

    /// Leaves the link, when the cluster is kept elsewhere.
    void link() throws IOException {
        Path inside = folder.resolve("cluster");
        if (!cluster.startsWith(folder) && !Files.exists(inside, LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(inside, cluster);
            Folders.force(folder);
        }
    }

    /// What starts that were killed in the middle of initdb have left. A file that a dying program still writes may
    /// stay until the next start; it harms nobody.
    void deleteUnfinished() throws IOException {
        try (DirectoryStream<Path> leftovers =
                Files.newDirectoryStream(cluster.resolveSibling("."), ClusterCreation.UNFINISHED + "*")) {
            for (Path leftover : leftovers) {
                Folders.delete(leftover);
            }
        }
    }

    private static String hash(Path folder) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(folder.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
