package dev.keystead.reference;

import dev.keystead.server.TestServer;
import java.sql.Connection;
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
        String partitions,
        List<Column> columns,
        List<String> primaryKey,
        List<Constraint> constraints,
        List<Reference> references,
        List<Index> indexes,
        List<Policy> policies,
        List<Grant> grants) {

    record Column(String name, String type, boolean nullable, String generated, String comment) {}

    /// @param kind `p`, `u`, `f` or `c`, as in pg_constraint
    record Constraint(String kind, String name, String definition) {}

    /// A foreign key.
    ///
    /// @param optional whether a row may refer to nothing
    /// @param single whether at most one row refers to the same
    record Reference(List<String> columns, String target, boolean optional, boolean single) {}

    record Index(String name, String definition) {}

    record Policy(String name, String command, String using, String check) {}

    record Grant(String role, String rights) {}

    /// The tool that applies migrations makes this table before the first of ours runs; it holds names of files.
    private static final String HISTORY = "app._migrations";

    /// Every table but PostgreSQL's own and the list of migrations, by name. Partitions are their table's own business:
    /// which there are depends on the day.
    static List<CatalogueTable> all() throws SQLException {
        try (Connection connection = TestServer.shared().database().connect()) {
            return all(new CatalogueSession(
                    connection, TestServer.shared().database().name()));
        }
    }

    static List<CatalogueTable> all(CatalogueSession session) throws SQLException {
        var tables = new ArrayList<CatalogueTable>();
        for (CatalogueTable found : session.rows(TABLES, HISTORY, CatalogueTable::bare)) {
            tables.add(found.complete(session));
        }
        return tables;
    }

    String schema() {
        return name.substring(0, name.indexOf('.'));
    }

    /// A part of the comment such as `Scope: tenant.`
    String said(String word) {
        return said(comment, word);
    }

    static String said(String comment, String word) {
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
                c.relrowsecurity and c.relforcerowsecurity, coalesce(pg_get_partkeydef(c.oid), '')
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p')
              and not c.relispartition
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

    private static final String PRIMARY_KEY = """
            select a.attname
            from pg_index i
            cross join lateral unnest(string_to_array(i.indkey::text, ' ')::int2[]) with ordinality k (number, place)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
            where i.indrelid = ?
              and i.indisprimary
            order by k.place
            """;

    private static final String REFERENCES = """
            select
                (select string_agg(a.attname, ' ' order by k.place)
                 from unnest(f.conkey) with ordinality k (number, place)
                 join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.number),
                t.relnamespace::regnamespace || '.' || t.relname,
                exists (select from pg_attribute a
                        where a.attrelid = f.conrelid and a.attnum = any (f.conkey) and not a.attnotnull),
                exists (select from pg_index i
                        where i.indrelid = f.conrelid and i.indisunique and i.indpred is null
                          and string_to_array(i.indkey::text, ' ')::int2[] <@ f.conkey)
            from pg_constraint f
            join pg_class t on t.oid = f.confrelid
            where f.conrelid = ?
              and f.contype = 'f'
              and f.conparentid = 0
            order by f.conname collate "C"
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
            select coalesce(r.rolname, 'everybody'), string_agg(g.said, ', '
                order by array_position('{SELECT,INSERT,UPDATE,DELETE}', g.kind), g.kind)
            from pg_class c
            cross join lateral (
                select a.grantee, a.privilege_type as kind, lower(a.privilege_type) as said
                from aclexplode(c.relacl) a
                union all
                select a.grantee, a.privilege_type,
                    lower(a.privilege_type) || ' (' || string_agg(t.attname, ', ' order by t.attnum) || ')'
                from pg_attribute t, aclexplode(t.attacl) a
                where t.attrelid = c.oid
                group by a.grantee, a.privilege_type) g
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
                row.getString(5),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private CatalogueTable complete(CatalogueSession session) throws SQLException {
        return new CatalogueTable(
                oid,
                name,
                comment,
                guarded,
                partitions,
                columns(session, oid),
                session.rows(PRIMARY_KEY, oid, row -> row.getString(1)),
                session.rows(
                        CONSTRAINTS, oid, row -> new Constraint(row.getString(1), row.getString(2), row.getString(3))),
                session.rows(
                        REFERENCES,
                        oid,
                        row -> new Reference(
                                List.of(row.getString(1).split(" ", -1)),
                                row.getString(2),
                                row.getBoolean(3),
                                row.getBoolean(4))),
                session.rows(INDEXES, oid, row -> new Index(row.getString(1), row.getString(2))),
                session.rows(
                        POLICIES,
                        oid,
                        row -> new Policy(
                                row.getString(1), command(row.getString(2)), row.getString(3), row.getString(4))),
                grants(session, oid));
    }

    static List<Column> columns(CatalogueSession session, long oid) throws SQLException {
        return session.rows(
                COLUMNS,
                oid,
                row -> new Column(
                        row.getString(1), row.getString(2), row.getBoolean(3), row.getString(4), row.getString(5)));
    }

    static List<Grant> grants(CatalogueSession session, long oid) throws SQLException {
        return session.rows(GRANTS, oid, row -> new Grant(session.role(row.getString(1)), row.getString(2)));
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
