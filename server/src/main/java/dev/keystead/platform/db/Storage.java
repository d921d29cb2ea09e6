package dev.keystead.platform.db;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

/// The opened database: migrated, checked, and reachable through two pools.
public final class Storage implements AutoCloseable {
    private static final int OLDEST = 15;

    private final HikariDataSource appPool;
    private final HikariDataSource workerPool;
    private final Database app;
    private final Database worker;
    private final Clock clock;

    private Storage(HikariDataSource appPool, HikariDataSource workerPool) {
        this.appPool = appPool;
        this.workerPool = workerPool;
        this.app = Database.of(appPool, ScopePrefix.SET_CONFIG);
        this.worker = Database.worker(workerPool, ScopePrefix.SET_CONFIG);
        this.clock = new DatabaseClock(workerPool).withZone(ZoneOffset.UTC);
    }

    /// Opens the database, applying what this release needs first when an administrator is known and it is allowed.
    ///
    /// @param migrate whether missing migrations are applied; otherwise they stop the start
    /// @param progress is told, in a sentence, of anything that may take longer than a second
    /// @param watch sees each pool before it opens, to count its connections
    public static Storage open(
            DatabaseAccess access, boolean migrate, Consumer<String> progress, Consumer<HikariConfig> watch) {
        var migrations = Migrations.ofThisRelease();
        if (!ready(access, migrations)) {
            if (!migrate || access.administrator().isEmpty()) {
                throw new StartRefused("The database at " + access.place()
                        + " lacks migrations of this release; run 'keystead migrate' with the owner's --database-url.");
            }
            progress.accept("Preparing the database");
            migrate(access);
            if (!ready(access, migrations)) {
                throw new IllegalStateException("the database is not ready although it was migrated");
            }
        }
        HikariConfig app = requestPool(access, access.app(), access.poolSize(), "app");
        HikariConfig worker = requestPool(access, access.worker(), access.workerPoolSize(), "worker");
        watch.accept(app);
        watch.accept(worker);
        return new Storage(LostConnections.watched(app), LostConnections.watched(worker));
    }

    /// Makes the roles and applies the migrations that are missing. Does nothing on a current database.
    public static void migrate(DatabaseAccess access) {
        var migrations = Migrations.ofThisRelease();
        Login administrator = access.administrator()
                .orElseThrow(() -> new StartRefused(
                        "Migrations need an owner; give --database-url postgresql://owner:password@host/db."));
        try (Connection connection = connect(access, administrator)) {
            refuseUnlessSupported(connection);
            new Roles(access).provision(connection);
            if (migrations.pending(connection) > 0) {
                apply(access, administrator, migrations, connection);
            }
        } catch (SQLException e) {
            throw unreachable(access, administrator, e);
        }
    }

    private static void apply(DatabaseAccess access, Login administrator, Migrations migrations, Connection connection)
            throws SQLException {
        try (Statement quoting = connection.createStatement();
                HikariDataSource owner = new HikariDataSource(ownerPool(access, administrator, quoting))) {
            migrations.apply(
                    owner,
                    Map.of(
                            "app", quoting.enquoteIdentifier(access.app().user(), true),
                            "worker", quoting.enquoteIdentifier(access.worker().user(), true),
                            "account_domain", access.accountDomain()));
            try (Connection granting = owner.getConnection();
                    Statement grants = granting.createStatement()) {
                Migrations.show(grants, access.app().user());
                Migrations.show(grants, access.worker().user());
            }
        }
    }

    /// Tables belong to the owner's role, whoever applies the migrations. No statement timeout: an index may take long.
    private static HikariConfig ownerPool(DatabaseAccess access, Login administrator, Statement quoting)
            throws SQLException {
        HikariConfig config = pool(access, administrator, 2, "owner");
        config.setConnectionInitSql("set role " + quoting.enquoteIdentifier(access.owner(), true));
        return config;
    }

    /// Whether the application's role gets in and finds everything applied.
    private static boolean ready(DatabaseAccess access, Migrations migrations) {
        try (Connection connection = connect(access, access.app())) {
            refuseUnlessSupported(connection);
            if (migrations.pending(connection) > 0) {
                return false;
            }
            Standing.of(connection, access.owner())
                    .refuseUnlessBehindTheWall(access.app().user());
            refuseOtherAccountDomain(connection, access.accountDomain());
            return true;
        } catch (SQLException e) {
            if (access.administrator().isPresent() && mayNotExistYet(e)) {
                return false;
            }
            throw unreachable(access, access.app(), e);
        }
    }

    /// Wrong password, no such role or no right to connect: what a database looks like before its roles are made.
    private static boolean mayNotExistYet(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("28") || state.equals("42501");
    }

    private static void refuseOtherAccountDomain(Connection connection, String wanted) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select app.account_domain()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            String domain = row.getString(1);
            if (!wanted.equals(domain)) {
                throw new StartRefused("This database was made for the account domain " + domain
                        + " and account.domain is " + wanted + "; set account.domain to " + domain + ".");
            }
        }
    }

    private static void refuseUnlessSupported(Connection connection) throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        if (major < OLDEST) {
            throw new StartRefused(
                    "The database is PostgreSQL " + connection.getMetaData().getDatabaseProductVersion()
                            + "; Keystead needs PostgreSQL " + OLDEST + " or newer.");
        }
    }

    private static Connection connect(DatabaseAccess access, Login login) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password());
        properties.setProperty("ApplicationName", "keystead-start");
        String seconds = Long.toString(Math.max(1, access.connectTimeout().toSeconds()));
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        return DriverManager.getConnection(access.jdbcUrl(), properties);
    }

    private static StartRefused unreachable(DatabaseAccess access, Login login, SQLException e) {
        String state = String.valueOf(e.getSQLState());
        String what = state.startsWith("28")
                ? "refuses the role " + login.user() + "; check the user and the password"
                : state.equals("3D000")
                        ? "has no such database; create it first"
                        : "cannot be used (" + firstLine(e) + "); check the address and that the server runs";
        return new StartRefused("PostgreSQL at " + access.place() + " " + what + ".", e);
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
    }

    private static HikariConfig requestPool(DatabaseAccess access, Login login, int size, String name) {
        HikariConfig config = pool(access, login, size, name);
        config.setConnectionInitSql(
                "set statement_timeout = " + access.statementTimeout().toMillis());
        Duration silence = access.statementTimeout().plusSeconds(10);
        config.addDataSourceProperty("socketFactory", PatientSockets.class.getName());
        config.addDataSourceProperty("socketFactoryArg", Long.toString(silence.toMillis()));
        return config;
    }

    private static HikariConfig pool(DatabaseAccess access, Login login, int size, String name) {
        var config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(access.jdbcUrl());
        config.setUsername(login.user());
        config.setPassword(login.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(Math.min(2, size));
        config.setConnectionTimeout(access.connectTimeout().toMillis());
        config.setInitializationFailTimeout(-1);
        config.addDataSourceProperty("ApplicationName", "keystead-" + name);
        config.addDataSourceProperty("assumeMinServerVersion", Integer.toString(OLDEST));
        config.addDataSourceProperty("tcpKeepAlive", "true");
        config.addDataSourceProperty(
                "connectTimeout", Long.toString(access.connectTimeout().toSeconds()));
        return config;
    }

    /// The database behind row-level security, for everything that answers a request.
    public Database app() {
        return app;
    }

    /// The database for background work, whose statements say why they cross tenants.
    public Database worker() {
        return worker;
    }

    /// The database's own time, for work that must not believe the clock of its node.
    public Clock clock() {
        return clock;
    }

    /// A scheduler that keeps its timetable in this database, on the worker's connections.
    public SchedulerBuilder scheduler() {
        return Scheduler.create(workerPool)
                .tableName("admin.scheduled_tasks")
                .jdbcCustomization(new PostgreSqlJdbcCustomization(false, true))
                .clock(clock::instant);
    }

    /// Whether the database answers now.
    public boolean answers() {
        try (Connection connection = appPool.getConnection()) {
            return connection.isValid(2);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        appPool.close();
        workerPool.close();
    }
}
