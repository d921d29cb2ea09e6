package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.GuardedTable.Policy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What PostgreSQL knows of the module's schemas.
///
/// @param views views that the application may read and that look at tables with their owner's rights
record Catalogue(List<GuardedTable> tables, AppRole app, List<String> views) {
    /// Partitions are reached through their parent; one that the application may touch directly is a table of its own.
    private static final String TABLES = """
            select
              format('%I.%I', n.nspname, c.relname) as name,
              c.oid,
              c.relrowsecurity,
              c.relforcerowsecurity,
              pg_has_role(?, c.relowner, 'MEMBER') as app_owns,
              (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
              (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                 and a.attgenerated = '' and a.attidentity <> 'a') as insertable
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p')
              and n.nspname = any (?)
              and (not c.relispartition
                   or has_table_privilege(?, c.oid, 'select, insert, update, delete'))
            order by 1
            """;
    private static final String POLICIES = """
            select polname, polcmd::text, polpermissive,
              pg_get_expr(polqual, polrelid) as seen,
              pg_get_expr(polwithcheck, polrelid) as written
            from pg_policy
            where polrelid = ?
            order by 1
            """;
    private static final String VIEWS = """
            select format('%I.%I', n.nspname, c.relname)
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind = 'v'
              and n.nspname = any (?)
              and has_table_privilege(?, c.oid, 'select, insert, update, delete')
              and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on',
                                                     'security_invoker=1'], false)
            order by 1
            """;
    private static final String APP =
            "select rolname, rolsuper, rolbypassrls from pg_roles where rolname = current_user";

    record AppRole(String name, boolean superuser, boolean bypasses) {}

    static Catalogue read(TestedDatabase database) {
        try (Connection app = database.app().getConnection();
                Connection superuser = database.superuser().getConnection()) {
            AppRole role = role(app);
            return new Catalogue(
                    tables(superuser, role, database.schemas()), role, views(superuser, role, database.schemas()));
        } catch (SQLException e) {
            throw new IllegalStateException("The catalogue cannot be read: " + e.getMessage(), e);
        }
    }

    private static AppRole role(Connection app) throws SQLException {
        try (PreparedStatement statement = app.prepareStatement(APP);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new AppRole(rows.getString(1), rows.getBoolean(2), rows.getBoolean(3));
        }
    }

    private static List<GuardedTable> tables(Connection superuser, AppRole role, Set<String> schemas)
            throws SQLException {
        var tables = new ArrayList<GuardedTable>();
        try (PreparedStatement statement = superuser.prepareStatement(TABLES)) {
            statement.setString(1, role.name());
            statement.setArray(2, superuser.createArrayOf("text", schemas.toArray()));
            statement.setString(3, role.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    tables.add(new GuardedTable(
                            rows.getString("name"),
                            axes(texts(rows.getArray("columns"))),
                            texts(rows.getArray("insertable")),
                            rows.getBoolean("relrowsecurity"),
                            rows.getBoolean("relforcerowsecurity"),
                            rows.getBoolean("app_owns"),
                            policies(superuser, rows.getLong("oid"))));
                }
            }
        }
        return tables;
    }

    private static Set<Axis> axes(List<String> columns) {
        var axes = EnumSet.noneOf(Axis.class);
        Arrays.stream(Axis.values())
                .filter(axis -> columns.contains(axis.column()))
                .forEach(axes::add);
        return axes;
    }

    private static List<Policy> policies(Connection superuser, long table) throws SQLException {
        var policies = new ArrayList<Policy>();
        try (PreparedStatement statement = superuser.prepareStatement(POLICIES)) {
            statement.setLong(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    policies.add(new Policy(
                            rows.getString("polname"),
                            GuardedTable.Command.of(rows.getString("polcmd")),
                            rows.getBoolean("polpermissive"),
                            Optional.ofNullable(rows.getString("seen")),
                            Optional.ofNullable(rows.getString("written"))));
                }
            }
        }
        return policies;
    }

    private static List<String> views(Connection superuser, AppRole role, Set<String> schemas) throws SQLException {
        var views = new ArrayList<String>();
        try (PreparedStatement statement = superuser.prepareStatement(VIEWS)) {
            statement.setArray(1, superuser.createArrayOf("text", schemas.toArray()));
            statement.setString(2, role.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    views.add(rows.getString(1));
                }
            }
        }
        return views;
    }

    private static List<String> texts(@Nullable Array array) throws SQLException {
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }
}
