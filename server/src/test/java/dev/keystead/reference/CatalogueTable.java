package dev.keystead.reference;

import dev.keystead.server.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A table of the product as the migrated database describes it, in words that do not depend on PostgreSQL's version or
/// on the name of the installation.
record CatalogueTable(
        long oid,
        String name,
        String comment,
        boolean guarded,
        List<Column> columns,
        List<Constraint> constraints,
        List<Index> indexes,
        List<Policy> policies,
        List<Grant> grants) {

    record Column(String name, String type, boolean nullable, String generated, String comment) {}

    /// @param kind `p`, `u`, `f` or `c`, as in pg_constraint
    record Constraint(String kind, String name, String definition) {}

    record Index(String name, String definition) {}

    record Policy(String name, String command, String using, String check) {}

    record Grant(String role, String rights) {}

    /// The tool that applies migrations makes this table before the first of ours runs; it holds names of files.
    private static final String HISTORY = "app._migrations";

    /// Every table but PostgreSQL's own and the list of migrations, by name.
    static List<CatalogueTable> all() throws SQLException {
        try (Connection connection = TestServer.shared().database().connect()) {
            var session = new Session(connection, TestServer.shared().database().name());
            var tables = new ArrayList<CatalogueTable>();
            for (CatalogueTable found : session.rows(TABLES, HISTORY, CatalogueTable::bare)) {
                tables.add(session.complete(found));
            }
            return tables;
        }
    }

    /// A part of the comment such as `Scope: tenant.`
    String said(String word) {
        int at = comment.indexOf(word + ": ");
        if (at < 0) {
            return "";
        }
        int begin = at + word.length() + 2;
        int end = comment.indexOf('.', begin);
        return comment.substring(begin, end < 0 ? comment.length() : end);
    }

    /// What the comment says before its first such part.
    String purpose() {
        int at = comment.indexOf(" Scope:");
        return at < 0 ? comment : comment.substring(0, at);
    }

    private static final String TABLES = """
            select c.oid, n.nspname || '.' || c.relname, coalesce(obj_description(c.oid, 'pg_class'), ''),
                c.relrowsecurity and c.relforcerowsecurity
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p')
              and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
              and n.nspname || '.' || c.relname <> ?
            order by n.nspname collate "C", c.relname collate "C"
            """;

    private static final String COLUMNS = """
            select a.attname,
                format_type(a.atttypid, a.atttypmod)
                    || case a.attcollation when t.typcollation then '' else ' collate ' || quote_ident(l.collname) end,
                not a.attnotnull,
                coalesce(pg_get_expr(d.adbin, d.adrelid), ''), coalesce(col_description(a.attrelid, a.attnum), '')
            from pg_attribute a
            join pg_type t on t.oid = a.atttypid
            left join pg_collation l on l.oid = a.attcollation
            left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
            where a.attrelid = ?
              and a.attnum > 0
              and not a.attisdropped
            order by a.attnum
            """;

    /// From PostgreSQL 18 on, NOT NULL is a constraint as well; here it stays a property of the column.
    private static final String CONSTRAINTS = """
            select contype::text, conname, pg_get_constraintdef(oid)
            from pg_constraint
            where conrelid = ?
              and contype in ('p', 'u', 'f', 'c')
            order by array_position('{p,u,f,c}', contype::text), conname collate "C"
            """;

    private static final String INDEXES = """
            select c.relname, pg_get_indexdef(i.indexrelid)
            from pg_index i
            join pg_class c on c.oid = i.indexrelid
            where i.indrelid = ?
            order by not i.indisprimary, c.relname collate "C"
            """;

    private static final String POLICIES = """
            select polname, polcmd::text, coalesce(pg_get_expr(polqual, polrelid), ''),
                coalesce(pg_get_expr(polwithcheck, polrelid), '')
            from pg_policy
            where polrelid = ?
            order by polname collate "C"
            """;

    /// The owner's own rights are left out: they differ between versions, and the owner runs migrations only.
    private static final String GRANTS = """
            select coalesce(r.rolname, 'everybody'), string_agg(lower(g.privilege_type), ', '
                order by array_position('{SELECT,INSERT,UPDATE,DELETE}', g.privilege_type), g.privilege_type)
            from pg_class c, aclexplode(c.relacl) g
            left join pg_roles r on r.oid = g.grantee
            where c.oid = ?
              and g.grantee <> c.relowner
            group by r.rolname
            order by r.rolname collate "C"
            """;

    private static CatalogueTable bare(ResultSet row) throws SQLException {
        return new CatalogueTable(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getBoolean(4),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// One connection, and the deployment whose name begins the names of its roles.
    private record Session(Connection connection, String deployment) {
        CatalogueTable complete(CatalogueTable table) throws SQLException {
            return new CatalogueTable(
                    table.oid,
                    table.name,
                    table.comment,
                    table.guarded,
                    rows(
                            COLUMNS,
                            table.oid,
                            row -> new Column(
                                    row.getString(1),
                                    row.getString(2),
                                    row.getBoolean(3),
                                    row.getString(4),
                                    row.getString(5))),
                    rows(
                            CONSTRAINTS,
                            table.oid,
                            row -> new Constraint(row.getString(1), row.getString(2), row.getString(3))),
                    rows(INDEXES, table.oid, row -> new Index(row.getString(1), row.getString(2))),
                    rows(
                            POLICIES,
                            table.oid,
                            row -> new Policy(
                                    row.getString(1), command(row.getString(2)), row.getString(3), row.getString(4))),
                    rows(GRANTS, table.oid, row -> new Grant(role(row.getString(1)), row.getString(2))));
        }

        <T> List<T> rows(String sql, Object parameter, Reader<T> reader) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setObject(1, parameter);
                var all = new ArrayList<T>();
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        all.add(reader.read(rows));
                    }
                }
                return all;
            }
        }

        private String role(String name) {
            return name.startsWith(deployment + "_") ? "<" + name.substring(deployment.length() + 1) + ">" : name;
        }

        private static String command(String letter) {
            return switch (letter.toLowerCase(Locale.ROOT)) {
                case "r" -> "select";
                case "a" -> "insert";
                case "w" -> "update";
                case "d" -> "delete";
                default -> "all";
            };
        }
    }
}
