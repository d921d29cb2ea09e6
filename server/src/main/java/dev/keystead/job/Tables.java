package dev.keystead.job;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Parameters.Binding;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Row;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The tables of the product, read from the catalogue of the database: what has to go over all of them never
/// forgets one of a later feature.
public final class Tables {
    static final Query<Table> TABLES = Query.systemWide("job.catalogue.tables", """
            select n.nspname, c.relname,
                coalesce(substring(pg_catalog.obj_description(c.oid, 'pg_class') from '^(.*?[.]) Scope:'), '') as what,
                array(
                    select a.attname::text
                    from pg_catalog.pg_index i
                    cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
                    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
                    where i.indrelid = c.oid and i.indisprimary
                    order by k.place) as key_columns,
                array(
                    select a.attname || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod)
                    from pg_catalog.pg_attribute a
                    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                    order by a.attnum) as columns,
                array(
                    select distinct fn.nspname || '.' || fc.relname
                    from pg_catalog.pg_constraint f
                    join pg_catalog.pg_class fc on fc.oid = f.confrelid
                    join pg_catalog.pg_namespace fn on fn.oid = fc.relnamespace
                    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
            from pg_catalog.pg_class c
            join pg_catalog.pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p')
              and not c.relispartition
              and n.nspname !~ '^(pg_.*|information_schema)$'
            order by n.nspname, c.relname""", Tables::table);

    private Tables() {}

    /// Every table, each before those that it refers to: in this order rows can be deleted.
    public static List<Table> of(Database database) {
        return referringFirst(database.list(TABLES, Binding.NONE));
    }

    private static List<Table> referringFirst(List<Table> tables) {
        Set<Table> ordered = new LinkedHashSet<>();
        List<Table> waiting = new ArrayList<>(tables);
        while (!waiting.isEmpty()) {
            List<Table> free = waiting.stream()
                    .filter(table -> waiting.stream()
                            .noneMatch(other ->
                                    !other.equals(table) && other.refers().contains(table.fullName())))
                    .toList();
            if (free.isEmpty()) {
                throw new IllegalStateException("tables refer to each other in a circle: " + waiting);
            }
            ordered.addAll(free);
            waiting.removeAll(free);
        }
        return List.copyOf(ordered);
    }

    private static Table table(Row row) {
        return new Table(
                row.text("nspname"),
                row.text("relname"),
                row.text("what"),
                row.texts("key_columns"),
                row.texts("columns").stream().map(Tables::column).toList(),
                row.texts("refers"));
    }

    private static Table.Column column(String described) {
        int space = described.indexOf(' ');
        return new Table.Column(described.substring(0, space), described.substring(space + 1));
    }
}
