package dev.keystead.contract.scratch;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.contract.text.SqlText;
import dev.keystead.contract.text.SqlToken;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads SQLite's catalogue, as far as a migration can have changed it.
///
/// Columns, indexes and foreign keys are answered by the engine. For CHECK constraints, AUTOINCREMENT and the
/// conditions of partial indexes it keeps the text of the statement alone, which is read with the lexer.
final class SqliteReader {
    private static final String TABLES = """
            select s.name, s.sql
            from sqlite_schema s
            where s.type = 'table' and s.name not like 'sqlite\\_%' escape '\\'
              and (?1 or lower(s.name) in (select value from json_each(?2)))
            """;
    private static final String COLUMNS = """
            select c.name, lower(c.type) as type, c."notnull", c.dflt_value, c.pk, c.hidden
            from pragma_table_xinfo(?) c
            order by c.cid
            """;
    private static final String INDEXES = """
            select l.name, l."unique", l.origin, s.sql, x.name as column
            from pragma_index_list(?) l
            join pragma_index_xinfo(l.name) x on x.key
            left join sqlite_schema s on s.type = 'index' and s.name = l.name
            order by l.name, x.seqno
            """;
    private static final String FOREIGN_KEYS = """
            select f.id, f."table", f."from", f."to", f.on_delete
            from pragma_foreign_key_list(?) f
            order by f.id, f.seq
            """;

    private final Connection connection;

    SqliteReader(Connection connection) {
        this.connection = connection;
    }

    Catalogue read(Catalogue before, Touched touched) throws SQLException {
        var names = new TreeSet<String>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(touched.names());
        before.tables().values().stream()
                .filter(table -> table.indexes().stream().anyMatch(index -> names.contains(index.name())))
                .map(Table::name)
                .toList()
                .forEach(names::add);
        var tables = new HashMap<String, Table>();
        if (!touched.everything()) {
            tables.putAll(before.tables());
            tables.keySet().removeIf(names::contains);
        }
        for (Map.Entry<String, String> table :
                texts(touched.everything(), names).entrySet()) {
            tables.put(table.getKey(), table(table.getKey(), table.getValue()));
        }
        return new Catalogue(tables, Map.of(), Map.of(), Map.of());
    }

    private Map<String, String> texts(boolean everything, Set<String> names) throws SQLException {
        String list = names.stream()
                .map(name -> '"' + name.toLowerCase(Locale.ROOT).replaceAll("[\\\\\"\\p{Cntrl}]", "") + '"')
                .collect(Collectors.joining(",", "[", "]"));
        var texts = new TreeMap<String, String>();
        try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
            statement.setBoolean(1, everything);
            statement.setString(2, list);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    texts.put(rows.getString(1), rows.getString(2));
                }
            }
        }
        return texts;
    }

    private Table table(String name, String sql) throws SQLException {
        List<SqlStatement> statements = SqlText.statements(sql, Dialect.SQLITE);
        List<SqlToken> tokens =
                statements.isEmpty() ? List.of() : statements.getFirst().tokens();
        boolean counts = tokens.stream().anyMatch(token -> token.is("autoincrement"));
        var columns = new ArrayList<Column>();
        var key = new TreeMap<Integer, String>();
        try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    String column = rows.getString("name");
                    int place = rows.getInt("pk");
                    if (place > 0) {
                        key.put(place, column);
                    }
                    columns.add(new Column(
                            column,
                            rows.getString("type"),
                            rows.getBoolean("notnull"),
                            Optional.ofNullable(rows.getString("dflt_value")),
                            rows.getInt("hidden") > 1 ? Optional.of("generated") : Optional.empty(),
                            counts && place > 0,
                            ""));
                }
            }
        }
        return new Table(
                "",
                name,
                "",
                false,
                false,
                false,
                columns,
                indexes(name, List.copyOf(key.values())),
                foreignKeys(name),
                checks(tokens),
                List.of());
    }

    private List<Index> indexes(String table, List<String> key) throws SQLException {
        var indexes = new ArrayList<Index>();
        if (!key.isEmpty()) {
            indexes.add(new Index("primary key", true, true, true, key, Optional.empty(), List.of()));
        }
        var drafts = new LinkedHashMap<String, IndexDraft>();
        try (PreparedStatement statement = connection.prepareStatement(INDEXES)) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (!rows.getString("origin").equals("pk")) {
                        String name = rows.getString("name");
                        IndexDraft draft = drafts.get(name);
                        if (draft == null) {
                            draft = new IndexDraft(
                                    rows.getBoolean("unique"),
                                    rows.getString("origin").equals("u"),
                                    condition(Optional.ofNullable(rows.getString("sql"))),
                                    new ArrayList<>());
                            drafts.put(name, draft);
                        }
                        draft.columns.add(
                                Optional.ofNullable(rows.getString("column")).orElse("(expression)"));
                    }
                }
            }
        }
        drafts.forEach((name, draft) -> indexes.add(
                new Index(name, false, draft.unique, draft.ofConstraint, draft.columns, draft.where, List.of())));
        return indexes;
    }

    private record IndexDraft(boolean unique, boolean ofConstraint, Optional<String> where, List<String> columns) {}

    private static Optional<String> condition(Optional<String> sql) {
        List<SqlToken> tokens = sql.map(text -> SqlText.statements(text, Dialect.SQLITE))
                .filter(statements -> !statements.isEmpty())
                .map(statements -> statements.getFirst().tokens())
                .orElse(List.of());
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is("where")) {
                return Optional.of(text(tokens.subList(i + 1, tokens.size())));
            }
        }
        return Optional.empty();
    }

    private List<ForeignKey> foreignKeys(String table) throws SQLException {
        var keys = new TreeMap<Integer, ForeignKey>();
        try (PreparedStatement statement = connection.prepareStatement(FOREIGN_KEYS)) {
            statement.setString(1, table);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    var next = new ForeignKey(
                            "foreign key " + rows.getInt("id"),
                            List.of(rows.getString("from")),
                            rows.getString("table"),
                            // Without columns it means the other table's primary key.
                            Optional.ofNullable(rows.getString("to")).stream().toList(),
                            rows.getString("on_delete").equals("CASCADE"));
                    keys.merge(rows.getInt("id"), next, SqliteReader::joined);
                }
            }
        }
        return List.copyOf(keys.values());
    }

    private static ForeignKey joined(ForeignKey first, ForeignKey next) {
        var columns = new ArrayList<>(first.columns());
        columns.addAll(next.columns());
        var referenced = new ArrayList<>(first.referenced());
        referenced.addAll(next.referenced());
        return new ForeignKey(first.name(), columns, first.table(), referenced, first.cascades());
    }

    private static List<String> checks(List<SqlToken> tokens) {
        var checks = new ArrayList<String>();
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).is("check") && tokens.get(i + 1).is("(")) {
                int depth = 0;
                int end = i + 1;
                do {
                    depth += tokens.get(end).is("(") ? 1 : tokens.get(end).is(")") ? -1 : 0;
                    end++;
                } while (depth > 0 && end < tokens.size());
                checks.add(text(tokens.subList(i + 2, end - 1)));
            }
        }
        return checks;
    }

    private static String text(List<SqlToken> tokens) {
        return tokens.stream()
                .map(token -> token.kind() == SqlToken.Kind.STRING
                        ? "'" + token.text() + "'"
                        : token.kind() == SqlToken.Kind.WORD ? token.name() : token.text())
                .collect(Collectors.joining(" "));
    }
}
