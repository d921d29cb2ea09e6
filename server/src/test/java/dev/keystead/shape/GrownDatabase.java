package dev.keystead.shape;

import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Axis;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A migrated database whose tables look large to the planner: 40 tenants with 100 000 rows each.
///
/// A plan for a handful of rows reads the whole table whatever indexes there are, and tells nothing. Every table that
/// the
/// catalogue knows gets some thousand rows of made-up values, whose distribution ANALYZE measures; then each page is
/// said
/// to hold a thousand times as many rows. The planner multiplies that by the size of the file.
final class GrownDatabase {
    private static final int ROWS = 4000;
    private static final int TIMES = 1000;

    /// How many different ids there are on an axis.
    private static final Map<Axis, Integer> DISTINCT =
            Map.of(Axis.TENANT, 40, Axis.ORG, 20, Axis.PROJECT, 200, Axis.USER, 1000);

    private static final String TABLES = """
            select c.oid, format('%I.%I', c.relnamespace::regnamespace, c.relname) as name
            from pg_class c
            where c.relkind in ('r', 'p')
              and not c.relispartition
              and c.relnamespace::regnamespace::text !~ '^(pg_.*|information_schema|app)$'
            order by 2""";

    private static final String COLUMNS = """
            select quote_ident(a.attname) as name, not a.attnotnull as nullable,
              format_type(a.atttypid, a.atttypmod) as type, t.typcategory::text as category
            from pg_attribute a
            join pg_type t on t.oid = a.atttypid
            where a.attrelid = ?
              and a.attnum > 0
              and not a.attisdropped
              and a.attgenerated = ''
              and a.attidentity <> 'a'
            order by a.attnum""";

    private static final String CHECKS = """
            select format('alter table %s drop constraint %I', conrelid::regclass, conname)
            from pg_constraint
            where conrelid = ?
              and contype = 'c'""";

    private final Connection superuser;

    private GrownDatabase(Connection superuser) {
        this.superuser = superuser;
    }

    /// A server that was started for its database, and closed: nothing tidies up the made-up rows.
    static TestServer make() {
        TestServer server = TestServer.start();
        server.close();
        try (Connection connection = server.database().connect()) {
            new GrownDatabase(connection).grow();
        } catch (SQLException e) {
            throw new IllegalStateException("The tables could not be filled: " + e.getMessage(), e);
        }
        return server;
    }

    private void grow() throws SQLException {
        // Made-up rows refer to nothing and no trigger shall look at them.
        execute("set session_replication_role = replica");
        for (Map.Entry<Long, String> table : rows(TABLES, null, row -> Map.entry(row.getLong(1), row.getString(2)))) {
            for (String drop : rows(CHECKS, table.getKey(), row -> row.getString(1))) {
                execute(drop);
            }
            execute(insert(table.getValue(), rows(COLUMNS, table.getKey(), GrownDatabase::column)));
        }
        execute("analyze");
        execute("""
                update pg_class
                set reltuples = reltuples * %d
                where reltuples > 0
                  and relnamespace::regnamespace::text !~ '^(pg_.*|information_schema|app)$'""".formatted(TIMES));
    }

    private record Column(String name, boolean nullable, String type, String category) {}

    private static Column column(ResultSet row) throws SQLException {
        return new Column(
                row.getString("name"), row.getBoolean("nullable"), row.getString("type"), row.getString("category"));
    }

    private static String insert(String table, List<Column> columns) {
        return "insert into %s (%s) select %s from generate_series(1, %d) n on conflict do nothing"
                .formatted(
                        table,
                        String.join(", ", columns.stream().map(Column::name).toList()),
                        String.join(
                                ", ",
                                columns.stream()
                                        .map(column -> value(table, column))
                                        .toList()),
                        ROWS);
    }

    /// Every other row has nothing where nothing is allowed, for indexes on live rows only.
    private static String value(String table, Column column) {
        String value = axis(column)
                .map(axis -> "('00000000-0000-7000-8000-' || lpad((n %% %d)::text, 12, '0'))::uuid"
                        .formatted(DISTINCT.getOrDefault(axis, 1)))
                .orElseGet(() -> made(table, column));
        return column.nullable() ? "case when n % 2 = 0 then " + value + " end" : value;
    }

    private static Optional<Axis> axis(Column column) {
        return List.of(Axis.values()).stream()
                .filter(axis ->
                        axis.column().equals(column.name()) && column.type().equals("uuid"))
                .findFirst();
    }

    /// Times and time-ordered ids are of now, so that a table in partitions has one for them.
    private static String made(String table, Column column) {
        String hash = "md5(n || '" + column.name() + "')";
        String made = switch (column.category()) {
            case "S" -> hash;
            case "N" -> column.type().equals("bigint") ? "extract(epoch from now())::bigint + n" : "n % 30000";
            case "B" -> "n % 3 = 0";
            case "D" -> "now() + n * interval '1 microsecond'";
            case "T" -> "interval '1 minute'";
            case "A" -> "'{}'";
            case "E" ->
                "(enum_range(null::%1$s))[1 + n %% cardinality(enum_range(null::%1$s))]".formatted(column.type());
            case "I" -> "'192.0.2.1'";
            default ->
                switch (column.type()) {
                    case "uuid" ->
                        "(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7'" + " || substr("
                                + hash + ", 1, 3) || '8' || substr(" + hash + ", 4, 15))::uuid";
                    case "bytea" -> "sha256(" + hash + "::bytea)";
                    case "xid8" -> "n::text";
                    case "json", "jsonb" -> "'{}'";
                    default ->
                        throw new IllegalStateException(table + "." + column.name() + ": there is no made-up "
                                + column.type() + "; add one to GrownDatabase");
                };
        };
        return "(" + made + ")::" + column.type();
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> rows(String sql, @Nullable Long oid, Reader<T> reader) throws SQLException {
        var all = new ArrayList<T>();
        try (PreparedStatement statement = superuser.prepareStatement(sql)) {
            if (oid != null) {
                statement.setLong(1, oid);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(reader.read(rows));
                }
            }
        }
        return all;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = superuser.createStatement()) {
            statement.execute(sql);
        }
    }
}
