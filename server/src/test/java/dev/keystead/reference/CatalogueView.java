package dev.keystead.reference;

import dev.keystead.reference.CatalogueTable.Column;
import dev.keystead.reference.CatalogueTable.Grant;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// A view of the product as the migrated database describes it.
///
/// @param callersRights whether it is read with the rights of whoever asks, behind that role's row-level security
/// @param reads the tables that it looks at
record CatalogueView(
        long oid,
        String name,
        String comment,
        boolean callersRights,
        String definition,
        List<Column> columns,
        List<String> reads,
        List<Grant> grants) {
    private static final String VIEWS = """
            select c.oid, n.nspname || '.' || c.relname, coalesce(obj_description(c.oid, 'pg_class'), ''),
                coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on', 'security_invoker=1'], false),
                pg_get_viewdef(c.oid, true)
            from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('v', 'm')
              and n.nspname !~ ?
            order by n.nspname collate "C", c.relname collate "C"
            """;

    private static final String READS = """
            select distinct t.relnamespace::regnamespace || '.' || t.relname
            from pg_rewrite r
            join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
            join pg_class t on t.oid = d.refobjid and t.oid <> r.ev_class
            where r.ev_class = ?
            order by 1
            """;

    static List<CatalogueView> all(CatalogueSession session) throws SQLException {
        var views = new ArrayList<CatalogueView>();
        for (CatalogueView found : session.rows(VIEWS, "^(pg_.*|information_schema)$", CatalogueView::bare)) {
            views.add(found.complete(session));
        }
        return views;
    }

    String schema() {
        return name.substring(0, name.indexOf('.'));
    }

    private static CatalogueView bare(ResultSet row) throws SQLException {
        return new CatalogueView(
                row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getBoolean(4),
                row.getString(5).strip(),
                List.of(),
                List.of(),
                List.of());
    }

    private CatalogueView complete(CatalogueSession session) throws SQLException {
        return new CatalogueView(
                oid,
                name,
                comment,
                callersRights,
                definition,
                CatalogueTable.columns(session, oid),
                session.rows(READS, oid, row -> row.getString(1)),
                CatalogueTable.grants(session, oid));
    }
}
