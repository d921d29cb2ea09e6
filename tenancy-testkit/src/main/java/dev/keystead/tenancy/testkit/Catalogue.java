package dev.keystead.tenancy.testkit;

import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.testkit.GuardedTable.Condition;
import dev.keystead.tenancy.testkit.GuardedTable.Policy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
              has_table_privilege(?, c.oid, 'select') as app_reads,
              (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
              (select array_agg(coalesce(pg_get_expr(d.adbin, d.adrelid), quote_ident(a.attname)) order by a.attnum)
               from pg_attribute a
               left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated <> ''
               where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as written,
              (select a.attname::text from pg_index i
               join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
               where i.indrelid = c.oid and i.indisprimary) as key_leads,
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
            select polrelid, polname, polcmd::text, polpermissive,
              pg_get_expr(polqual, polrelid) as seen,
              pg_get_expr(polwithcheck, polrelid) as written,
              (select array_agg(p.proname::text order by p.oid) from pg_depend d join pg_proc p on p.oid = d.refobjid
               where d.classid = 'pg_policy'::regclass and d.objid = o.oid and d.refclassid = 'pg_proc'::regclass)
                as functions,
              (select array_agg(p.prosrc order by p.oid) from pg_depend d join pg_proc p on p.oid = d.refobjid
               where d.classid = 'pg_policy'::regclass and d.objid = o.oid and d.refclassid = 'pg_proc'::regclass)
                as bodies
            from pg_policy o
            order by polrelid, polname
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
        Map<Long, List<Policy>> policies = policies(superuser);
        try (PreparedStatement statement = superuser.prepareStatement(TABLES)) {
            statement.setString(1, role.name());
            statement.setString(2, role.name());
            statement.setArray(3, superuser.createArrayOf("text", schemas.toArray()));
            statement.setString(4, role.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Map<Axis, String> axes = axes(texts(rows.getArray("columns")), texts(rows.getArray("written")));
                    tables.add(new GuardedTable(
                            rows.getString("name"),
                            axes,
                            keyAxis(axes, rows.getString("key_leads")),
                            texts(rows.getArray("insertable")),
                            rows.getBoolean("app_reads"),
                            rows.getBoolean("relrowsecurity"),
                            rows.getBoolean("relforcerowsecurity"),
                            rows.getBoolean("app_owns"),
                            policies.getOrDefault(rows.getLong("oid"), List.of())));
                }
            }
        }
        return tables;
    }

    /// The axes of a table, each with the column that writes it: its own, or the one that it is generated from.
    private static Map<Axis, String> axes(List<String> columns, List<String> written) {
        var axes = new EnumMap<Axis, String>(Axis.class);
        for (Axis axis : Axis.values()) {
            int at = columns.indexOf(axis.column());
            if (at >= 0) {
                axes.put(axis, written.get(at));
            }
        }
        return axes;
    }

    private static Optional<Axis> keyAxis(Map<Axis, String> axes, @Nullable String leading) {
        return axes.keySet().stream()
                .filter(axis -> axis.column().equals(leading)
                        || String.valueOf(axes.get(axis)).equals(leading))
                .findFirst();
    }

    /// The policies of every table, by its oid.
    private static Map<Long, List<Policy>> policies(Connection superuser) throws SQLException {
        var policies = new HashMap<Long, List<Policy>>();
        try (PreparedStatement statement = superuser.prepareStatement(POLICIES);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                List<String> functions = texts(rows.getArray("functions"));
                List<String> bodies = texts(rows.getArray("bodies"));
                policies.computeIfAbsent(rows.getLong("polrelid"), _ -> new ArrayList<>())
                        .add(new Policy(
                                rows.getString("polname"),
                                GuardedTable.Command.of(rows.getString("polcmd")),
                                rows.getBoolean("polpermissive"),
                                Optional.ofNullable(rows.getString("seen"))
                                        .map(text -> Condition.of(text, functions, bodies)),
                                Optional.ofNullable(rows.getString("written"))
                                        .map(text -> Condition.of(text, functions, bodies))));
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
