package dev.keystead.shape;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.tenancy.Axis;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A table, or a partition of one, as far as the sweep over the statements asks about it.
///
/// @param root the table itself, or the one that it is a partition of
/// @param guarded whether row-level security keeps its rows apart
/// @param empty whether its file has no page: the planner then reads it as a whole, which costs nothing
/// @param axes the scope columns that it has, each with the place where an insert writes it: its own, or that of the
///     column that it is generated from
record SweptTable(
        String root, boolean guarded, boolean empty, SortedMap<Axis, Integer> axes, List<String> uniqueIndexes) {
    private static final String TABLES = """
            select format('%s.%s', c.relnamespace::regnamespace, c.relname) as name,
              format('%s.%s', r.relnamespace::regnamespace, r.relname) as root,
              r.relrowsecurity as guarded,
              pg_relation_size(c.oid) = 0 as empty,
              (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
               where a.attrelid = c.oid and a.attnum > 0) as columns,
              (select array_agg(coalesce(pg_get_expr(d.adbin, d.adrelid), a.attname) order by a.attnum)
               from pg_attribute a
               left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated <> ''
               where a.attrelid = c.oid and a.attnum > 0) as sources,
              (select array_agg(i.indexrelid::regclass::text order by 1) from pg_index i
               where i.indrelid = c.oid and i.indisunique) as unique_indexes
            from pg_class c
            join pg_class r on r.oid = coalesce(pg_partition_root(c.oid), c.oid)
            where c.relkind in ('r', 'p')
              and c.relnamespace::regnamespace::text !~ '^(pg_.*|information_schema)$'""";

    /// By `schema.table`.
    static Map<String, SweptTable> all(TestPostgres.Database database) {
        var tables = new HashMap<String, SweptTable>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(TABLES)) {
            while (rows.next()) {
                tables.put(
                        rows.getString("name"),
                        new SweptTable(
                                rows.getString("root"),
                                rows.getBoolean("guarded"),
                                rows.getBoolean("empty"),
                                axes(texts(rows.getArray("columns")), texts(rows.getArray("sources"))),
                                texts(rows.getArray("unique_indexes")).stream()
                                        .map(name -> name.substring(name.indexOf('.') + 1))
                                        .toList()));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return tables;
    }

    private static SortedMap<Axis, Integer> axes(List<String> columns, List<String> sources) {
        var axes = new TreeMap<Axis, Integer>();
        for (Axis axis : Axis.values()) {
            int at = columns.indexOf(axis.column());
            if (at >= 0) {
                axes.put(axis, columns.indexOf(sources.get(at)));
            }
        }
        return axes;
    }

    /// The axis by which a statement along another one may reach the table: that one, if it has it.
    Axis reachedBy(Axis axis) {
        return axes.containsKey(axis) ? axis : axes.firstKey();
    }

    private static List<String> texts(@Nullable Array array) throws SQLException {
        return array == null ? List.of() : Arrays.asList((String[]) array.getArray());
    }
}
