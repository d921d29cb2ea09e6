package dev.keystead.contract.shape;

import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.scratch.Table;
import dev.keystead.contract.text.Comment;
import dev.keystead.contract.text.Definition;
import dev.keystead.contract.text.Definition.Thing;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.contract.text.SqlToken;
import dev.keystead.tenancy.migration.Migration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Which statement of which migration made the tables, indexes and columns that exist now, and what its
/// comments say. Fed with the steps in order.
final class Origins {
    /// @param migration the file that the statement stands in
    record Origin(Migration migration, SqlStatement statement) {}

    private final Map<String, Origin> tables = new HashMap<>();
    private final Map<String, Origin> indexes = new HashMap<>();
    private final Map<String, Origin> columns = new HashMap<>();

    void read(Step step) {
        for (SqlStatement statement : step.statements()) {
            Optional<Definition> definition = Definition.of(statement);
            if (definition.isPresent()) {
                read(new Origin(step.migration(), statement), definition.get());
            }
        }
    }

    private void read(Origin origin, Definition definition) {
        String table = key(definition.table());
        switch (definition.thing()) {
            case TABLE -> {
                if (definition.act() == Definition.Act.CREATE) {
                    tables.put(table, origin);
                }
                for (SqlToken column : Definition.columns(origin.statement)) {
                    columns.put(table + "." + key(column.name()), origin);
                }
                renamed(origin.statement).ifPresent(name -> rename(table, key(name)));
            }
            case INDEX -> {
                if (definition.act() == Definition.Act.CREATE) {
                    indexes.put(indexKey(definition.name(), table, origin.statement), origin);
                }
            }
            case POLICY, OTHER -> {}
        }
    }

    /// The new name in `alter table … rename to …`; the schema stays as it was.
    private static Optional<String> renamed(SqlStatement statement) {
        List<SqlToken> tokens = statement.tokens();
        int last = tokens.size() - 1;
        return statement.begins("alter", "table")
                        && last > 3
                        && tokens.get(last - 2).is("rename")
                        && tokens.get(last - 1).is("to")
                ? Optional.of(tokens.get(last).name())
                : Optional.empty();
    }

    private void rename(String from, String bareTo) {
        String to = from.substring(0, from.lastIndexOf('.') + 1) + bareTo;
        Optional.ofNullable(tables.remove(from)).ifPresent(origin -> tables.put(to, origin));
        for (String column : List.copyOf(columns.keySet())) {
            if (column.startsWith(from + ".")) {
                Optional.ofNullable(columns.remove(column))
                        .ifPresent(origin -> columns.put(to + column.substring(from.length()), origin));
            }
        }
    }

    Optional<Origin> of(Table table) {
        return find(tables, table.fullName(), table.name());
    }

    Optional<Origin> ofColumn(Table table, String column) {
        String suffix = "." + key(column);
        return find(columns, table.fullName() + suffix, table.name() + suffix);
    }

    Optional<Origin> ofIndex(Table table, String index, List<String> sortedBy) {
        return Optional.ofNullable(indexes.get(key(index)))
                .or(() -> Stream.of(table.fullName(), table.name())
                        .map(name -> indexes.get(unnamed(key(name), sortedBy)))
                        .flatMap(Stream::ofNullable)
                        .findFirst());
    }

    /// The comments directly above the statement that made a table, line by line.
    List<String> commentsAbove(Table table) {
        return of(table)
                .map(origin -> origin.statement.above().stream()
                        .flatMap(comment -> comment.text().lines())
                        .map(String::strip)
                        .toList())
                .orElse(List.of());
    }

    /// The comments above, in and behind the statement that made an index; for one that a constraint made,
    /// those in the table's statement on the constraint's line and the line above.
    List<String> commentsOfIndex(Table table, Anchor.OfIndex index) {
        Optional<Origin> own = ofIndex(table, index.name(), index.columns());
        if (own.isPresent()) {
            SqlStatement statement = own.get().statement;
            return Stream.concat(statement.above().stream(), statement.within().stream())
                    .map(Comment::text)
                    .toList();
        }
        return of(table)
                .map(Origin::statement)
                .map(statement -> {
                    int line = Lines.ofConstraint(statement, index);
                    return statement.within().stream()
                            .filter(comment -> comment.line() == line || comment.lastLine() == line - 1)
                            .map(Comment::text)
                            .toList();
                })
                .orElse(List.of());
    }

    private static Optional<Origin> find(Map<String, Origin> origins, String fullName, String bareName) {
        return Optional.ofNullable(origins.get(key(fullName)))
                .or(() -> Optional.ofNullable(origins.get(key(bareName))));
    }

    static String key(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("public.") ? lower.substring("public.".length()) : lower;
    }

    /// An index without a name gets one from the engine; it is known by what it sorts.
    private static String indexKey(String name, String table, SqlStatement statement) {
        if (!name.isEmpty()) {
            return key(name.substring(name.lastIndexOf('.') + 1));
        }
        return unnamed(table, Lines.itemsInFirstParentheses(statement.tokens()));
    }

    private static String unnamed(String table, List<String> columns) {
        return table + "(" + String.join(",", columns).replace(" ", "") + ")";
    }

    /// Whether a statement makes, changes or drops a table or something that belongs to it.
    static boolean isAbout(Table table, SqlStatement statement) {
        return Definition.of(statement)
                .filter(it -> {
                    String about = key(it.thing() == Thing.OTHER && it.table().isEmpty() ? it.name() : it.table());
                    return about.equals(key(table.fullName())) || about.equals(key(table.name()));
                })
                .isPresent();
    }
}
