package dev.keystead.contract.scratch;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads PostgreSQL's catalogue, as far as a migration can have changed it.
final class CatalogueReader {
    private final Connection connection;

    CatalogueReader(Connection connection) {
        this.connection = connection;
    }

    /// The catalogue now, given what it was before.
    Catalogue read(Catalogue before, Touched touched) throws SQLException {
        Set<String> names = names(before, touched);
        Array relations = connection.createArrayOf("oid", relations(names, touched.everything()));
        var tables = new HashMap<String, Table>();
        var views = new HashMap<String, View>();
        if (!touched.everything()) {
            tables.putAll(before.tables());
            views.putAll(before.views());
            tables.values().removeIf(table -> names.contains(table.name()));
            views.keySet().removeIf(name -> names.contains(name.substring(name.lastIndexOf('.') + 1)));
        }
        readRelations(relations, tables, views);
        return new Catalogue(tables, views, routines(before, names, touched.everything()), schemas());
    }

    /// The names that are mentioned, and the tables of the indexes that are mentioned: a dropped index names
    /// no table.
    private static Set<String> names(Catalogue before, Touched touched) {
        var names = new TreeSet<>(touched.names());
        for (Table table : before.tables().values()) {
            if (table.indexes().stream().anyMatch(index -> touched.names().contains(index.name()))) {
                names.add(table.name());
            }
        }
        return names;
    }

    private Object[] relations(Set<String> names, boolean everything) throws SQLException {
        var oids = new ArrayList<Object>();
        try (PreparedStatement statement = connection.prepareStatement(
                everything ? CatalogueQueries.ALL_RELATIONS : CatalogueQueries.NAMED_RELATIONS)) {
            if (!everything) {
                statement.setArray(1, texts(names));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    oids.add(rows.getLong(1));
                }
            }
        }
        return oids.toArray();
    }

    private void readRelations(Array relations, Map<String, Table> tables, Map<String, View> views)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CatalogueQueries.DETAILS)) {
            for (int i = 1; i <= 5; i++) {
                statement.setArray(i, relations);
            }
            statement.execute();
            var drafts = new HashMap<Long, Draft>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    if (Set.of("v", "m").contains(rows.getString("relkind"))) {
                        View view = view(rows);
                        views.put(view.name(), view);
                    } else {
                        drafts.put(rows.getLong("oid"), new Draft(rows));
                    }
                }
            }
            each(statement, drafts, Draft::column);
            each(statement, drafts, Draft::index);
            each(statement, drafts, Draft::constraint);
            each(statement, drafts, Draft::policy);
            for (Draft draft : drafts.values()) {
                Table table = draft.table();
                tables.put(table.fullName(), table);
            }
        }
    }

    private interface Part {
        void read(Draft draft, ResultSet row) throws SQLException;
    }

    private static void each(PreparedStatement statement, Map<Long, Draft> drafts, Part part) throws SQLException {
        statement.getMoreResults();
        try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
                Draft draft = drafts.get(rows.getLong(1));
                if (draft != null) {
                    part.read(draft, rows);
                }
            }
        }
    }

    private static View view(ResultSet row) throws SQLException {
        return new View(
                Table.fullName(row.getString("nspname"), row.getString("relname")),
                row.getBoolean("invoker"),
                row.getString("relkind").equals("m"));
    }

    private Map<String, Routine> routines(Catalogue before, Set<String> names, boolean everything) throws SQLException {
        var routines = new HashMap<String, Routine>();
        if (!everything) {
            routines.putAll(before.routines());
            routines.values()
                    .removeIf(routine -> names.contains(
                            routine.name().substring(routine.name().lastIndexOf('.') + 1)));
        }
        try (PreparedStatement statement = connection.prepareStatement(
                everything ? CatalogueQueries.ALL_ROUTINES : CatalogueQueries.NAMED_ROUTINES)) {
            if (!everything) {
                statement.setArray(1, texts(names));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String name = Table.fullName(rows.getString("nspname"), rows.getString("proname"));
                    String signature = name + "(" + rows.getString("arguments") + ")";
                    routines.put(
                            signature,
                            new Routine(
                                    name,
                                    signature,
                                    rows.getBoolean("prosecdef"),
                                    rows.getBoolean("pinned"),
                                    rows.getString("body")));
                }
            }
        }
        return routines;
    }

    private Map<String, String> schemas() throws SQLException {
        var schemas = new HashMap<String, String>();
        try (PreparedStatement statement = connection.prepareStatement(CatalogueQueries.SCHEMAS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                schemas.put(rows.getString(1), rows.getString(2));
            }
        }
        return schemas;
    }

    private Array texts(Collection<String> texts) throws SQLException {
        return connection.createArrayOf("text", texts.toArray());
    }

    private static List<String> list(ResultSet row, String column) throws SQLException {
        return List.of((String[]) row.getArray(column).getArray());
    }

    /// A table while its parts arrive.
    private static final class Draft {
        private final Table bare;
        private final List<Column> columns = new ArrayList<>();
        private final List<Index> indexes = new ArrayList<>();
        private final List<ForeignKey> foreignKeys = new ArrayList<>();
        private final List<String> checks = new ArrayList<>();
        private final List<Policy> policies = new ArrayList<>();

        Draft(ResultSet row) throws SQLException {
            bare = new Table(
                    row.getString("nspname"),
                    row.getString("relname"),
                    row.getString("comment"),
                    row.getBoolean("relispartition"),
                    row.getBoolean("relrowsecurity"),
                    row.getBoolean("relforcerowsecurity"),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());
        }

        void column(ResultSet row) throws SQLException {
            Optional<String> value = Optional.ofNullable(row.getString("value"));
            boolean generated = !row.getString("attgenerated").isEmpty();
            columns.add(new Column(
                    row.getString("attname"),
                    row.getString("type").toLowerCase(Locale.ROOT),
                    row.getBoolean("attnotnull"),
                    generated ? Optional.empty() : value,
                    generated ? value : Optional.empty(),
                    row.getBoolean("counts"),
                    row.getString("comment")));
        }

        void index(ResultSet row) throws SQLException {
            indexes.add(new Index(
                    row.getString("relname"),
                    row.getBoolean("indisprimary"),
                    row.getBoolean("indisunique"),
                    row.getBoolean("of_constraint"),
                    list(row, "columns"),
                    Optional.ofNullable(row.getString("condition")),
                    list(row, "leaks")));
        }

        void constraint(ResultSet row) throws SQLException {
            if (row.getString("contype").equals("c")) {
                checks.add(row.getString("condition"));
            } else {
                foreignKeys.add(new ForeignKey(
                        row.getString("conname"),
                        list(row, "columns"),
                        Table.fullName(row.getString("other_schema"), row.getString("other_table")),
                        list(row, "others"),
                        row.getBoolean("cascades")));
            }
        }

        void policy(ResultSet row) throws SQLException {
            policies.add(new Policy(
                    row.getString("polname"),
                    Policy.Command.of(row.getString("polcmd")),
                    row.getBoolean("polpermissive"),
                    Optional.ofNullable(row.getString("seen")),
                    Optional.ofNullable(row.getString("written")),
                    list(row, "leaks")));
        }

        Table table() {
            return new Table(
                    bare.schema(),
                    bare.name(),
                    bare.comment(),
                    bare.partition(),
                    bare.rowSecurity(),
                    bare.forced(),
                    columns,
                    indexes,
                    foreignKeys,
                    checks,
                    policies);
        }
    }
}
