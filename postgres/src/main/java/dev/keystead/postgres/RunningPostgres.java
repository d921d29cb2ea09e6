package dev.keystead.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A server that another process runs on a data folder, for short work beside it. It stays that process's own.
public record RunningPostgres(int port, String superuserPassword) {
    /// Line 4 of PostgreSQL's own file.
    private static final int PORT_LINE = 3;

    /// The server that runs on a data folder now, if there is one and this user may look.
    public static Optional<RunningPostgres> find(Path dataFolder) {
        Path cluster = dataFolder.resolve("cluster");
        try {
            if (!Files.exists(cluster) || !OrphanedServer.isRunning(cluster.toRealPath())) {
                return Optional.empty();
            }
            List<String> lines = Files.readAllLines(cluster.resolve("postmaster.pid"));
            int port = Integer.parseInt(lines.get(PORT_LINE).strip());
            String password = Files.readString(dataFolder.resolve(DataFolder.PASSWORD_FILE))
                    .strip();
            return Optional.of(new RunningPostgres(port, password));
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            // It starts or ends at this very moment, or belongs to somebody else: then it is not there for us.
            return Optional.empty();
        }
    }

    public String superuser() {
        return EmbeddedPostgres.SUPERUSER;
    }

    /// The address of one database, without user and password.
    public String jdbcUrl(String database) {
        return EmbeddedPostgres.jdbcUrl(port, database);
    }

    @Override
    public String toString() {
        return "PostgreSQL on port " + port;
    }
}
