package dev.keystead.contract.scratch;

import dev.keystead.contract.Settings.ServerUrl;
import dev.keystead.postgres.EmbeddedPostgres;
import dev.keystead.postgres.PostgresBinaries;
import dev.keystead.postgres.PostgresOptions;
import dev.keystead.postgres.PostgresUnavailable;
import dev.keystead.postgres.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/// A database of its own, on a server that was started for it or that somebody named.
final class ScratchServer implements AutoCloseable {
    private static final String OWNER = "scratch_owner";
    private static final Set<String> IN_USE = Set.of("2BP01", "42704");

    /// Nothing here is kept, and one session is all there is.
    private static final Map<String, String> SMALL = Map.ofEntries(
            Map.entry("autovacuum", "off"),
            Map.entry("max_connections", "10"),
            Map.entry("shared_buffers", "32MB"),
            Map.entry("max_wal_senders", "0"),
            Map.entry("wal_level", "minimal"),
            Map.entry("jit", "off"),
            Map.entry("io_method", "sync"),
            Map.entry("max_worker_processes", "0"),
            Map.entry("max_logical_replication_workers", "0"),
            Map.entry("track_activities", "off"),
            Map.entry("track_counts", "off"),
            Map.entry("update_process_title", "off"),
            Map.entry("wal_init_zero", "off"));

    /// The database that every new server has: to take it is cheaper than to make one.
    private static final String DATABASE = "postgres";

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long MOST_BYTES = 1L << 30;

    private final Optional<EmbeddedPostgres> embedded;
    private final Optional<Path> folder;
    private final Connection admin;
    private final ServerAddress scratch;
    private final Set<String> roles = new HashSet<>();
    private final Thread hook = Thread.ofPlatform().name("scratch-end").unstarted(this::end);
    private boolean ended;

    private ScratchServer(
            Optional<EmbeddedPostgres> embedded, Optional<Path> folder, Connection admin, ServerAddress scratch) {
        this.embedded = embedded;
        this.folder = folder;
        this.admin = admin;
        this.scratch = scratch;
    }

    static ScratchServer open(Optional<ServerUrl> url, Progress progress) {
        return url.isPresent() ? at(ServerAddress.parse(url.get().reveal())) : start(progress);
    }

    private static ScratchServer at(ServerAddress address) {
        String name = "keystead_scratch_" + UUID.randomUUID().toString().replace("-", "");
        try {
            Connection admin = address.connect();
            execute(admin, "create database " + name);
            return guarded(new ScratchServer(Optional.empty(), Optional.empty(), admin, address.withDatabase(name)));
        } catch (SQLException e) {
            throw new ScratchUnavailable(
                    "A scratch database cannot be made on " + address + " (" + e.getMessage()
                            + "); give an account that may create databases.",
                    e);
        }
    }

    private static ScratchServer start(Progress progress) {
        try {
            Path folder = Files.createTempDirectory(quickest(), "keystead-contract-");
            // Open to the account that runs the server when root starts it.
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
            EmbeddedPostgres server =
                    EmbeddedPostgres.start(PostgresOptions.in(folder, PostgresBinaries.bundled(progress))
                            .forTests()
                            .withSettings(SMALL));
            Connection admin = server.connect(DATABASE);
            String password = UUID.randomUUID().toString();
            // Not a superuser, so that a migration reaches no file and no program of the machine.
            // A random password needs no slow hash.
            execute(admin, "set scram_iterations = 1");
            execute(admin, "create role " + OWNER + " login createrole password '" + password + "'");
            execute(admin, "alter database " + DATABASE + " owner to " + OWNER);
            var address = new ServerAddress(
                    "127.0.0.1:" + server.port(), DATABASE, "sslmode=disable&gssEncMode=disable", OWNER, password);
            return guarded(new ScratchServer(Optional.of(server), Optional.of(folder), admin, address));
        } catch (PostgresUnavailable e) {
            throw new ScratchUnavailable(String.valueOf(e.getMessage()), e);
        } catch (IOException | SQLException e) {
            throw new ScratchUnavailable("A scratch PostgreSQL cannot be started (" + e.getMessage() + ").", e);
        }
    }

    /// Where files cost least: in memory where there is room, since nothing of them is kept.
    private static Path quickest() throws IOException {
        boolean fits = Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > MOST_BYTES;
        return fits ? MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /// Also when the person stops the program in the middle.
    private static ScratchServer guarded(ScratchServer server) {
        Runtime.getRuntime().addShutdownHook(server.hook);
        return server;
    }

    Connection connect() throws SQLException {
        return scratch.connect();
    }

    /// Makes a role that cannot log in, unless there is one of that name.
    void makeRole(String name) throws SQLException {
        try {
            execute(admin, "create role " + quoted(name) + " nologin");
            roles.add(name);
        } catch (SQLException e) {
            if (!"42710".equals(e.getSQLState())) {
                throw e;
            }
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The program is ending, and the hook runs or has run.
        }
        end();
    }

    private synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        try (admin) {
            if (embedded.isEmpty()) {
                execute(admin, "drop database if exists " + quoted(scratch.database()) + " with (force)");
                for (String role : roles) {
                    dropRole(role);
                }
            }
        } catch (SQLException e) {
            throw new ScratchUnavailable(
                    "The scratch database " + scratch.database() + " could not be dropped (" + e.getMessage()
                            + "); drop it by hand.",
                    e);
        } finally {
            embedded.ifPresent(EmbeddedPostgres::abandon);
            folder.ifPresent(ScratchServer::delete);
        }
    }

    /// Another check that runs at this moment may use it: then that one's end leaves it too, and it harms
    /// nobody.
    private void dropRole(String role) throws SQLException {
        try {
            execute(admin, "drop role " + quoted(role));
        } catch (SQLException e) {
            if (!IN_USE.contains(e.getSQLState())) {
                throw e;
            }
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new ScratchUnavailable(
                    "The scratch folder " + folder + " could not be deleted (" + e.getMessage()
                            + "); delete it by hand.",
                    e);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
