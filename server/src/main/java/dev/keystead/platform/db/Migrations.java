package dev.keystead.platform.db;

import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationCheck;
import dev.keystead.tenancy.migration.MigrationFolder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// The migrations of this release: checked against their lock, compared with the database, applied by the owner.
public final class Migrations {
    private static final String LOCATION = "db/migration";
    private static final String HISTORY = "_migrations";

    private final List<Migration> files;

    private Migrations(List<Migration> files) {
        this.files = files;
    }

    /// The files of this release. A file that is not what the lock says is a broken or altered build.
    public static Migrations ofThisRelease() {
        var folder = MigrationFolder.read(Migrations.class.getClassLoader(), LOCATION);
        return switch (MigrationCheck.of(folder)) {
            case MigrationCheck.Sound sound -> new Migrations(sound.migrations());
            case MigrationCheck.Broken broken ->
                throw new StartRefused(
                        "The migrations of this build are not what their lock says, and nothing was touched: "
                                + broken.sentences());
        };
    }

    /// How many of this release's migrations the database still lacks. Refuses one that was applied and then changed.
    int pending(Connection connection) throws SQLException {
        if (!historyExists(connection)) {
            return files.size();
        }
        Map<String, Integer> applied = applied(connection);
        int pending = 0;
        for (Migration file : files) {
            Integer checksum = applied.get(file.name().file());
            if (checksum == null) {
                pending++;
            } else if (checksum != checksum(file.sql())) {
                throw new StartRefused("The migration " + file.name().file()
                        + " was changed after it was applied to this database; restore the file and put the change"
                        + " into a new migration.");
            }
        }
        return pending;
    }

    private static boolean historyExists(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("select to_regclass('app." + HISTORY + "') is not null");
                ResultSet row = statement.executeQuery()) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static Map<String, Integer> applied(Connection connection) throws SQLException {
        var applied = new HashMap<String, Integer>();
        try (PreparedStatement statement = connection.prepareStatement(
                        "select script, checksum from app." + HISTORY + " where success and type = 'SQL'");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                applied.put(rows.getString(1), rows.getInt(2));
            }
        }
        return applied;
    }

    /// Flyway's checksum: CRC32 over the lines without their ends. Having it here spares a start on a current database
    /// from loading Flyway at all.
    static int checksum(String sql) {
        var crc = new CRC32();
        sql.lines().forEach(line -> crc.update(line.getBytes(StandardCharsets.UTF_8)));
        return (int) crc.getValue();
    }

    /// Applies what is missing; each migration is one transaction.
    ///
    /// @param owner connections that act as the owner of all tables
    void apply(DataSource owner, Map<String, String> placeholders) {
        try {
            Flyway.configure(Migrations.class.getClassLoader())
                    .dataSource(owner)
                    .locations("classpath:" + LOCATION)
                    .sqlMigrationPrefix("")
                    .sqlMigrationSeparator("_")
                    .defaultSchema("app")
                    .createSchemas(false)
                    .table(HISTORY)
                    .placeholders(placeholders)
                    // A newer release may have migrated further; this one must still run beside it.
                    .ignoreMigrationPatterns("*:future")
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new StartRefused("A migration could not be applied, and it was rolled back: " + firstLine(e), e);
        }
    }

    /// Lets a role see what is applied, which it must before it may trust the database.
    static void show(Statement owner, String role) throws SQLException {
        owner.execute("grant select on app." + HISTORY + " to " + owner.enquoteIdentifier(role, true));
    }

    private static String firstLine(FlywayException e) {
        return String.valueOf(e.getMessage())
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("no reason given");
    }
}
