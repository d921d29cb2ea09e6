package dev.keystead.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A PostgreSQL server on 127.0.0.1 that belongs to this process and ends with it.
public final class EmbeddedPostgres implements AutoCloseable {
    static final String SUPERUSER = "postgres";

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final Duration FAST_SHUTDOWN_LIMIT = Duration.ofSeconds(60);
    private static final Duration IMMEDIATE_SHUTDOWN_LIMIT = Duration.ofSeconds(20);

    private final DataFolder data;
    private final Postmaster postmaster;
    private final String password;

    private EmbeddedPostgres(DataFolder data, Postmaster postmaster, String password) {
        this.data = data;
        this.postmaster = postmaster;
        this.password = password;
    }

    /// Starts a server, on an existing database or on a new one, and waits until it answers.
    ///
    /// @throws PostgresUnavailable when that cannot be done; nothing runs and no lock is held then
    public static EmbeddedPostgres start(PostgresOptions options) {
        requireFree(options.port());
        DataFolder data = DataFolder.open(options.dataFolder(), options.progress());
        try {
            return startOn(data, options);
        } catch (IOException e) {
            release(data);
            throw new PostgresUnavailable(
                    "PostgreSQL could not be started in " + options.dataFolder() + " (" + e + ").", e);
        } catch (RuntimeException e) {
            release(data);
            throw e;
        }
    }

    private static EmbeddedPostgres startOn(DataFolder data, PostgresOptions options) throws IOException {
        PostgresBinaries binaries = options.binaries();
        if (!data.account().canReach(binaries.postgres())) {
            throw new PostgresUnavailable(
                    "The account " + data.account().name() + ", which runs PostgreSQL, cannot reach "
                            + binaries.postgres() + "; move the programs to a folder that it can enter.");
        }
        OrphanedServer.stop(data.cluster(), options.progress());
        data.deleteUnfinished();
        data.setAbandonedAside(options.progress());
        if (!data.hasCluster()) {
            new ClusterCreation(data, options).create();
        }
        data.link();
        data.requireMajor(binaries);
        String password = data.password();
        return new EmbeddedPostgres(data, Postmaster.start(data, options, password), password);
    }

    public int port() {
        return postmaster.port();
    }

    /// The address of one database, without user and password.
    public String jdbcUrl(String database) {
        return jdbcUrl(port(), database);
    }

    /// The name of the account that may do everything.
    public String superuser() {
        return SUPERUSER;
    }

    public String superuserPassword() {
        return password;
    }

    /// A new connection as superuser.
    public Connection connect(String database) throws SQLException {
        return connect(port(), database, password);
    }

    /// The server's main process.
    public long pid() {
        return postmaster.process().pid();
    }

    /// False once the server has ended, whoever ended it.
    public boolean isRunning() {
        return postmaster.process().isAlive();
    }

    /// Waits until the server has ended, whoever ended it.
    public void awaitEnd() throws InterruptedException {
        postmaster.process().waitFor();
    }

    public Path dataFolder() {
        return data.folder();
    }

    /// Ends all connections, writes everything down and stops. Does nothing the second time.
    @Override
    public void close() {
        ProcessHandle process = postmaster.process().toHandle();
        if (process.isAlive() && !OrphanedServer.end(process, "INT", FAST_SHUTDOWN_LIMIT)) {
            LOG.warn("PostgreSQL did not stop within {}; it is now stopped without a checkpoint", FAST_SHUTDOWN_LIMIT);
            if (!OrphanedServer.end(process, "QUIT", IMMEDIATE_SHUTDOWN_LIMIT)) {
                LOG.error("PostgreSQL process {} does not stop", process.pid());
            }
        }
        release(data);
    }

    /// Stops at once and writes nothing down, for data that is thrown away.
    public void abandon() {
        ProcessHandle process = postmaster.process().toHandle();
        if (process.isAlive() && !OrphanedServer.end(process, "QUIT", IMMEDIATE_SHUTDOWN_LIMIT)) {
            LOG.error("PostgreSQL process {} does not stop", process.pid());
        }
        release(data);
    }

    static String jdbcUrl(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    static Connection connect(int port, String database, String password) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("sslmode", "disable");
        properties.setProperty("gssEncMode", "disable");
        return DriverManager.getConnection(jdbcUrl(port, database), properties);
    }

    private static void release(DataFolder data) {
        try {
            data.close();
        } catch (IOException e) {
            LOG.warn("The lock on {} could not be released; it ends with this process", data.folder(), e);
        }
    }

    /// Asked before anything is touched, because the server's own words about a used port help nobody.
    private static void requireFree(int port) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        } catch (IOException e) {
            throw new PostgresUnavailable(
                    "PostgreSQL cannot listen on port " + port + " of 127.0.0.1 (" + e.getMessage()
                            + "); stop the program that uses it, or choose another port.",
                    e);
        }
    }
}
