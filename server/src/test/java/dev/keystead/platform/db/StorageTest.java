package dev.keystead.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.postgres.TestPostgres;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.UuidV7;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StorageTest {
    private static final Query<Long> USERS = Query.tenant("storage.test.users", """
            select count(*) as users from identity.users where tenant_id = ?""", row -> row.number("users"));

    private final TestPostgres.Database database = TestPostgres.shared().createDatabase();
    private final List<String> progress = new ArrayList<>();

    @Test
    void anEmptyDatabaseIsPreparedAndCanBeUsed() {
        DatabaseAccess access = access("first", Optional.empty());
        try (Storage storage = Storage.open(access, true, progress::add, _ -> {})) {
            Long users = Scope.tenant(UuidV7.next())
                    .call(() -> storage.app().find(USERS, Binding.NONE))
                    .orElseThrow();
            assertThat(users).isZero();
        }
        assertThat(progress).containsExactly("Preparing the database");
    }

    @Test
    void bothPoolsGiveUpADatabaseThatIsSilentForLongerThanAnyStatement() {
        DatabaseAccess access = access("silent", Optional.empty());
        List<HikariConfig> pools = new ArrayList<>();
        Storage.open(access, true, progress::add, pools::add).close();
        assertThat(pools)
                .hasSize(2)
                .allSatisfy(pool -> assertThat(pool.getDataSourceProperties())
                        .containsEntry("socketFactory", PatientSockets.class.getName())
                        .containsEntry(
                                "socketFactoryArg",
                                Long.toString(access.statementTimeout()
                                        .plusSeconds(10)
                                        .toMillis())));
    }

    @Test
    void aCurrentDatabaseNeedsNoAdministrator() {
        DatabaseAccess access = access("second", Optional.empty());
        Storage.open(access, true, progress::add, _ -> {}).close();
        progress.clear();
        Storage.open(withoutAdministrator(access), true, progress::add, _ -> {}).close();
        assertThat(progress).isEmpty();
    }

    @Test
    void migratingAgainChangesNothing() {
        DatabaseAccess access = access("again", Optional.empty());
        Storage.migrate(access);
        Storage.migrate(access);
        Storage.open(access, false, progress::add, _ -> {}).close();
    }

    @Test
    void missingMigrationsStopTheStartWhenTheyMayNotBeApplied() {
        DatabaseAccess access = access("unmigrated", Optional.empty());
        assertThatThrownBy(() -> Storage.open(access, false, progress::add, _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("keystead migrate");
    }

    @Test
    void theChecksumIsFlywaysOwn() throws SQLException {
        DatabaseAccess access = access("checksum", Optional.empty());
        Storage.migrate(access);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from app._migrations where success")) {
            rows.next();
            assertThat(rows.getInt(1)).isPositive();
            assertThat(Migrations.ofThisRelease().pending(connection)).isZero();
        }
    }

    @Test
    void aMigrationThatWasChangedAfterItWasAppliedStopsTheStart() throws SQLException {
        DatabaseAccess access = access("changed", Optional.empty());
        Storage.migrate(access);
        run("update app._migrations set checksum = checksum + 1 where script like '0002%'");
        assertThatThrownBy(() -> Storage.open(access, true, progress::add, _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("0002_orgs.sql")
                .hasMessageContaining("was changed after it was applied");
    }

    @Test
    void aRoleThatCouldWalkAroundTheWallStopsTheStart() throws SQLException {
        DatabaseAccess access = access("wall", Optional.empty());
        Storage.migrate(access);
        for (String[] fault : new String[][] {
            {"alter role wall_app superuser", "alter role wall_app nosuperuser", "is a superuser"},
            {"alter role wall_app bypassrls", "alter role wall_app nobypassrls", "has BYPASSRLS"},
            {"grant wall_owner to wall_app", "revoke wall_owner from wall_app", "member of their owner"},
            {
                "alter table identity.users owner to wall_app",
                "alter table identity.users owner to wall_owner",
                "owns tables"
            }
        }) {
            run(fault[0]);
            assertThatThrownBy(() -> Storage.open(access, true, progress::add, _ -> {}))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining(fault[2]);
            run(fault[1]);
        }
        Storage.open(access, true, progress::add, _ -> {}).close();
    }

    @Test
    void anotherAccountDomainStopsTheStart() {
        DatabaseAccess access = access("domain", Optional.empty());
        Storage.migrate(access);
        DatabaseAccess other = withDomain(access, "example.org");
        assertThatThrownBy(() -> Storage.open(other, true, progress::add, _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("account.domain");
    }

    @Test
    void aWrongPasswordAndAnUnreachableServerAreToldApart() {
        DatabaseAccess access = access("unreachable", Optional.empty());
        DatabaseAccess wrong = access("unreachable", Optional.of(new Login(database.user(), "not the password")));
        assertThatThrownBy(() -> Storage.open(wrong, true, progress::add, _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("refuses the role");
        DatabaseAccess nowhere = withUrl(access, "jdbc:postgresql://127.0.0.1:1/none");
        assertThatThrownBy(() -> Storage.open(nowhere, true, progress::add, _ -> {}))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("postgresql://127.0.0.1:1/none")
                .hasMessageContaining("check the address");
    }

    @Test
    void nobodyElseMayConnectToTheDatabase() throws SQLException {
        Storage.migrate(access("mine", Optional.empty()));
        run("create role stranger login password 'stranger'");
        assertThatThrownBy(() -> DriverManager.getConnection(database.jdbcUrl(), "stranger", "stranger"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("permission denied");
    }

    private DatabaseAccess access(String deployment, Optional<Login> administrator) {
        return new DatabaseAccess(
                database.jdbcUrl(),
                Optional.of(administrator.orElse(new Login(database.user(), database.password()))),
                deployment + "_owner",
                new Login(deployment + "_app", "app-secret"),
                new Login(deployment + "_worker", "worker-secret"),
                "koder.dev",
                4,
                2,
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
    }

    private static DatabaseAccess withoutAdministrator(DatabaseAccess a) {
        return new DatabaseAccess(
                a.jdbcUrl(),
                Optional.empty(),
                a.owner(),
                a.app(),
                a.worker(),
                a.accountDomain(),
                4,
                2,
                a.connectTimeout(),
                a.statementTimeout());
    }

    private static DatabaseAccess withDomain(DatabaseAccess a, String domain) {
        return new DatabaseAccess(
                a.jdbcUrl(),
                a.administrator(),
                a.owner(),
                a.app(),
                a.worker(),
                domain,
                4,
                2,
                a.connectTimeout(),
                a.statementTimeout());
    }

    private static DatabaseAccess withUrl(DatabaseAccess a, String url) {
        return new DatabaseAccess(
                url,
                a.administrator(),
                a.owner(),
                a.app(),
                a.worker(),
                a.accountDomain(),
                4,
                2,
                a.connectTimeout(),
                a.statementTimeout());
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
