package dev.keystead.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.keystead.postgres.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Two installations in one database server: whatever one of them may do, it does to itself.
class DeploymentsTest {
    private static final Deployment NORTH = Deployment.make("north");
    private static final Deployment SOUTH = Deployment.make("south");

    /// An installation with its own database and its own three roles.
    record Deployment(String name, TestPostgres.Database database, DatabaseAccess access) {
        static Deployment make(String name) {
            TestPostgres.Database database = TestPostgres.shared().createDatabase();
            var access = new DatabaseAccess(
                    database.jdbcUrl(),
                    Optional.of(new Login(database.user(), database.password())),
                    name + "_owner",
                    new Login(name + "_app", name + "-app-secret"),
                    new Login(name + "_worker", name + "-worker-secret"),
                    "koder.dev",
                    4,
                    2,
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(15));
            Storage.migrate(access);
            return new Deployment(name, database, access);
        }

        List<String> roles() {
            return List.of(access.owner(), access.app().user(), access.worker().user());
        }

        List<Login> logins() {
            return List.of(access.app(), access.worker());
        }

        Connection superuser() throws SQLException {
            return database.connect();
        }
    }

    /// One of the two, seen from the other.
    record Pair(Deployment ours, Deployment theirs) {
        @Override
        public String toString() {
            return ours.name() + " at " + theirs.name();
        }
    }

    static Stream<Pair> bothWays() {
        return Stream.of(new Pair(NORTH, SOUTH), new Pair(SOUTH, NORTH));
    }

    @Test
    void bothHaveTheSameTables() throws SQLException {
        assertThat(tables(NORTH)).hasSizeGreaterThan(5).isEqualTo(tables(SOUTH));
    }

    @ParameterizedTest
    @MethodSource("bothWays")
    void theLoginsOfOneDoNotGetIntoTheOther(Pair pair) throws SQLException {
        for (Login login : pair.ours().logins()) {
            connect(pair.ours(), login).close();
            assertThatThrownBy(() -> connect(pair.theirs(), login))
                    .as("%s at %s", login, pair.theirs().name())
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("permission denied for database");
        }
    }

    /// The owner cannot sign in at all, and an administrator who acts as it gets no further in the other's database.
    @ParameterizedTest
    @MethodSource("bothWays")
    void theOwnerOfOneIsAStrangerInTheOther(Pair pair) throws SQLException {
        assertThat(count(
                        pair.ours(),
                        "select count(*) from pg_roles where rolcanlogin and rolname = '%s'"
                                .formatted(pair.ours().access().owner())))
                .isZero();
        String login = pair.ours().name() + "_administrator";
        try (Connection superuser = pair.ours().superuser();
                Statement statement = superuser.createStatement()) {
            statement.execute("create role %s login password 'secret' in role %s"
                    .formatted(login, pair.ours().access().owner()));
            try {
                connect(pair.ours(), new Login(login, "secret")).close();
                assertThatThrownBy(() -> connect(pair.theirs(), new Login(login, "secret")))
                        .hasMessageContaining("permission denied for database");
            } finally {
                statement.execute("drop role " + login);
            }
        }
    }

    /// Even from inside the other's database, no role of one reads, writes or makes anything there.
    @ParameterizedTest
    @MethodSource("bothWays")
    void noRoleOfOneHasARightInTheOther(Pair pair) throws SQLException {
        for (String role : pair.ours().roles()) {
            assertThat(rights(pair.theirs(), role))
                    .as("%s in %s", role, pair.theirs().name())
                    .isEmpty();
            assertThat(rights(pair.ours(), role)).as("%s at home", role).isNotEmpty();
            try (Connection connection = pair.theirs().superuser();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("set local role " + role);
                for (String table : tables(pair.theirs())) {
                    assertRefused(connection, statement, "select count(*) from " + table);
                    assertRefused(connection, statement, "delete from " + table);
                }
                assertRefused(connection, statement, "create schema theirs");
            }
        }
    }

    private static void assertRefused(Connection connection, Statement statement, String sql) throws SQLException {
        var before = connection.setSavepoint();
        assertThatThrownBy(() -> statement.execute(sql)).as(sql).hasMessageContaining("permission denied for");
        connection.rollback(before);
    }

    @ParameterizedTest
    @MethodSource("bothWays")
    void noRoleOfOneMayBecomeARoleOfTheOther(Pair pair) throws SQLException {
        for (String role : pair.ours().roles()) {
            for (String other : pair.theirs().roles()) {
                assertThat(count(pair.ours(), "select pg_has_role('%s', '%s', 'member')::int".formatted(role, other)))
                        .as("%s as %s", role, other)
                        .isZero();
            }
        }
    }

    @Test
    void rowsOfOneAreNotThoseOfTheOther() throws SQLException {
        String insert = "insert into identity.workspace_slugs (slug, workspace_id, created_at)"
                + " values ('north-only', gen_random_uuid(), now())";
        String read = "select count(*) from identity.workspace_slugs where slug = 'north-only'";
        run(NORTH, insert);
        assertThat(count(NORTH, read)).isOne();
        assertThat(count(SOUTH, read)).isZero();
    }

    @Test
    void migratingOneAgainLeavesTheOtherAlone() throws SQLException {
        List<String> before = rightsOfAll(SOUTH);
        Storage.migrate(NORTH.access());
        assertThat(rightsOfAll(SOUTH)).isNotEmpty().isEqualTo(before);
        assertThat(rights(SOUTH, NORTH.access().app().user())).isEmpty();
    }

    @Test
    void droppingOneLeavesTheOtherWhole() throws SQLException {
        Deployment doomed = Deployment.make("doomed");
        List<String> before = tables(SOUTH);
        run(SOUTH, "drop database " + doomed.database().name() + " with (force)");
        for (String role : doomed.roles()) {
            // A role that anything of another database hung on could not be dropped.
            run(SOUTH, "drop role " + role);
        }
        assertThat(tables(SOUTH)).isEqualTo(before);
        Storage.open(SOUTH.access(), false, _ -> {}, _ -> {}).close();
    }

    private static Connection connect(Deployment deployment, Login login) throws SQLException {
        return DriverManager.getConnection(deployment.database().jdbcUrl(), login.user(), login.password());
    }

    private static List<String> tables(Deployment deployment) throws SQLException {
        return texts(deployment, """
                select format('%I.%I', c.relnamespace::regnamespace, c.relname)
                from pg_class c
                where c.relkind in ('r', 'p')
                  and c.relnamespace::regnamespace::text !~ '^(pg_.*|information_schema)$'
                order by 1""");
    }

    /// The database itself, its schemas and its tables, as far as the role may do anything with them.
    private static List<String> rights(Deployment deployment, String role) throws SQLException {
        return texts(deployment, """
                select 'database' from pg_database
                where datname = current_database()
                  and has_database_privilege('%1$s', oid, 'connect, create, temporary')
                union all
                select nspname::text from pg_namespace
                where nspname !~ '^(pg_.*|information_schema|public)$'
                  and has_schema_privilege('%1$s', oid, 'usage, create')
                union all
                select oid::regclass::text from pg_class
                where relkind in ('r', 'p', 'v', 'm', 'S')
                  and relnamespace::regnamespace::text !~ '^(pg_.*|information_schema)$'
                  and case relkind when 'S' then has_sequence_privilege('%1$s', oid, 'usage, select, update')
                      else has_table_privilege('%1$s', oid, 'select, insert, update, delete, truncate') end
                order by 1""".formatted(role));
    }

    private static List<String> rightsOfAll(Deployment deployment) throws SQLException {
        var all = new ArrayList<String>();
        for (String role : deployment.roles()) {
            rights(deployment, role).forEach(right -> all.add(role + " " + right));
        }
        return all;
    }

    private static List<String> texts(Deployment deployment, String sql) throws SQLException {
        var texts = new ArrayList<String>();
        try (Connection superuser = deployment.superuser();
                Statement statement = superuser.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static long count(Deployment deployment, String sql) throws SQLException {
        return Long.parseLong(texts(deployment, sql).getFirst());
    }

    private static void run(Deployment deployment, String sql) throws SQLException {
        try (Connection superuser = deployment.superuser();
                Statement statement = superuser.createStatement()) {
            statement.execute(sql);
        }
    }
}
