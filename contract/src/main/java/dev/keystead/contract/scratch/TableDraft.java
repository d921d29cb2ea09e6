package dev.keystead.contract.scratch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A table of PostgreSQL while its parts arrive: its head, its columns, its constraints, and then the rest.
final class TableDraft {
    private record Name(String plain, String quoted) {}

    private final Table head;
    private final Map<Integer, Name> columnNames = new HashMap<>();
    private final List<Column> columns = new ArrayList<>();
    private final Set<Long> indexesOfConstraints = new HashSet<>();
    private final List<Index> indexes = new ArrayList<>();
    private final List<ForeignKey> foreignKeys = new ArrayList<>();
    private final List<String> checks = new ArrayList<>();
    private final List<Policy> policies = new ArrayList<>();

    TableDraft(ResultSet row) throws SQLException {
        head = new Table(
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

    String fullName() {
        return head.fullName();
    }

    void column(ResultSet row) throws SQLException {
        String name = row.getString("attname");
        columnNames.put(row.getInt("attnum"), new Name(name, row.getString("quoted")));
        Optional<String> value = Optional.ofNullable(row.getString("value"));
        boolean generated = !row.getString("attgenerated").isEmpty();
        columns.add(new Column(
                name,
                row.getString("type").toLowerCase(Locale.ROOT),
                row.getBoolean("attnotnull"),
                generated ? Optional.empty() : value,
                generated ? value : Optional.empty(),
                row.getBoolean("counts"),
                row.getString("comment")));
    }

    void constraint(ResultSet row) throws SQLException {
        switch (row.getString("contype")) {
            case "c" -> checks.add(row.getString("condition"));
            case "f" ->
                foreignKeys.add(new ForeignKey(
                        row.getString("conname"),
                        named(row.getString("columns")).stream()
                                .map(Name::plain)
                                .toList(),
                        Table.fullName(row.getString("other_schema"), row.getString("other_table")),
                        list(row, "others"),
                        row.getBoolean("cascades")));
            default -> indexesOfConstraints.add(row.getLong("conindid"));
        }
    }

    void index(ResultSet row) throws SQLException {
        List<String> expressions = list(row, "expressions");
        List<String> keys = expressions.isEmpty()
                ? named(row.getString("columns")).stream()
                        .limit(row.getInt("indnkeyatts"))
                        .map(Name::quoted)
                        .toList()
                : expressions;
        var leaks = new ArrayList<>(list(row, "leaking_functions"));
        leaks.addAll(list(row, "leaking_operators"));
        indexes.add(new Index(
                row.getString("relname"),
                row.getBoolean("indisprimary"),
                row.getBoolean("indisunique"),
                indexesOfConstraints.contains(row.getLong("indexrelid")),
                keys,
                Optional.ofNullable(row.getString("condition")),
                leaks));
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
        return table(policies);
    }

    /// With policies that were not read, since they are the same as before.
    Table table(List<Policy> known) {
        return new Table(
                head.schema(),
                head.name(),
                head.comment(),
                head.partition(),
                head.rowSecurity(),
                head.forced(),
                columns,
                indexes,
                foreignKeys,
                checks,
                known);
    }

    /// The columns with these numbers.
    private List<Name> named(String numbers) {
        var names = new ArrayList<Name>();
        for (String number : numbers.split(" ", -1)) {
            names.add(Objects.requireNonNull(columnNames.get(Integer.valueOf(number)), head.name()));
        }
        return names;
    }

    /// The elements of an array, of which there are none where there is no array.
    private static List<String> list(ResultSet row, String column) throws SQLException {
        java.sql.@Nullable Array array = row.getArray(column);
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }
}
