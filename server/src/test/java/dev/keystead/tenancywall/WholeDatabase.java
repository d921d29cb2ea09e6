package dev.keystead.tenancywall;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Elsewhere;
import dev.keystead.server.TestServer.Person;
import dev.keystead.shape.SystemWide;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.TestedDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/// Every table of a server's database under the contract: a new schema or table is in it without being named.
record WholeDatabase(HikariDataSource superuser, HikariDataSource app, TestedDatabase tested) implements AutoCloseable {
    /// The tool that applies migrations makes its own table; it holds names of files.
    private static final String HISTORY = "app._migrations";

    /// Two parties have nearly all rows here. Whether that is known by the time a statement is planned must not be a
    /// matter of luck: with it an index on the scope looks hardly better than any other.
    private static final String WITHOUT_STATISTICS = """
            do $$
            declare
                found regclass;
            begin
                for found in
                    select c.oid
                    from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
                loop
                    execute format('alter table %s set (autovacuum_enabled = false)', found);
                end loop;
            end
            $$""";

    static WholeDatabase of(TestServer server) {
        server.execute(WITHOUT_STATISTICS);
        HikariDataSource superuser =
                pool(server, server.database().user(), server.database().password());
        HikariDataSource app =
                pool(server, server.appLogin().user(), server.appLogin().password());
        var shared = new TreeSet<>(SystemWide.tables().keySet());
        shared.add(HISTORY);
        return new WholeDatabase(
                superuser, app, new TestedDatabase(superuser, app, schemas(superuser), shared, Set.of()));
    }

    /// The ids under which a place and a person of it have rows.
    static Map<Axis, UUID> ids(Elsewhere place, Person person) {
        return Map.of(
                Axis.TENANT, place.workspace().value(),
                Axis.ORG, place.org().value(),
                Axis.USER, person.user().value());
    }

    private static Set<String> schemas(HikariDataSource superuser) {
        var names = new TreeSet<String>();
        try (Connection connection = superuser.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select nspname
                        from pg_namespace
                        where nspname !~ '^pg_'
                          and nspname <> 'information_schema'""")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return names;
    }

    private static HikariDataSource pool(TestServer server, String user, String password) {
        var config = new HikariConfig();
        config.setJdbcUrl(server.database().jdbcUrl());
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(2);
        return new HikariDataSource(config);
    }

    @Override
    public void close() {
        superuser.close();
        app.close();
    }
}
