package dev.keystead.job;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Query;
import java.util.List;
import java.util.stream.Collectors;

/// A table as the catalogue of the database describes it. Its statements are made of names from there, quoted;
/// no outside text gets into them.
///
/// @param what what a row is, in a sentence
/// @param key the columns of its primary key
/// @param refers the tables that its foreign keys name, by `schema.table`
public record Table(
        String schema, String name, String what, List<String> key, List<Column> columns, List<String> refers) {
    /// A column.
    ///
    /// @param type as PostgreSQL spells it
    public record Column(String name, String type) {}

    /// Its name as everybody writes it.
    public String fullName() {
        return schema + "." + name;
    }

    public boolean has(String column) {
        return columns.stream().anyMatch(one -> one.name().equals(column));
    }

    /// Deletes rows in which columns have the values of the first parameters, at most as many as the last one
    /// says.
    ///
    /// @param purpose the beginning of the statement's id
    public Command delete(String purpose, String why, List<String> columns) {
        return Command.crossTenant(
                id(purpose),
                why,
                "delete from %1$s where (%2$s) in (select %2$s from %1$s where %3$s limit ?)"
                        .formatted(quoted(), keyList(), equal(columns)));
    }

    /// Writes a word over a name: the first parameter replaces, in rows of a tenant, the second in a column. At
    /// most as many rows as the last parameter says.
    public Command replace(String purpose, String why, String column) {
        return Command.crossTenant(
                id(purpose),
                why,
                "update %1$s set %4$s = ? where (%2$s) in (select %2$s from %1$s where %3$s limit ?)"
                        .formatted(quoted(), keyList(), equal(List.of(column, "tenant_id")), quoted(column)));
    }

    /// A row as JSON, and where it stands in the order of the key.
    public record Shown(String json, List<String> place) {}

    /// Reads columns of rows as JSON, in pages and in the order of the key: those in which other columns have the
    /// values of the first parameters, at most as many as the last one says.
    ///
    /// @param continued whether the page begins behind a place, whose parts are parameters before the limit
    public Query<Shown> read(String purpose, String why, List<String> shown, List<String> columns, boolean continued) {
        String members = shown.stream()
                .map(column -> "'%s', %s".formatted(column.replace("'", "''"), quoted(column)))
                .collect(Collectors.joining(", "));
        String place = key.stream().map(column -> quoted(column) + "::text").collect(Collectors.joining(", "));
        String behind = continued ? " and (%s) > (%s)".formatted(keyList(), placeholders()) : "";
        String text = """
                select jsonb_build_object(%s)::text as shown, array[%s] as place
                from %s
                where %s%s
                order by %s
                limit ?""".formatted(members, place, quoted(), equal(columns), behind, keyList());
        return Query.crossTenant(id(purpose), why, text, row -> new Shown(row.text("shown"), row.texts("place")));
    }

    private String placeholders() {
        return key.stream()
                .map(column -> columns.stream()
                        .filter(one -> one.name().equals(column))
                        .findFirst()
                        .orElseThrow())
                .map(column -> "cast(? as " + column.type() + ")")
                .collect(Collectors.joining(", "));
    }

    private String id(String purpose) {
        return purpose + "." + (schema + "-" + name).replace('_', '-');
    }

    private String keyList() {
        return key.stream().map(Table::quoted).collect(Collectors.joining(", "));
    }

    private static String equal(List<String> columns) {
        return columns.stream().map(column -> quoted(column) + " = ?").collect(Collectors.joining(" and "));
    }

    private String quoted() {
        return quoted(schema) + "." + quoted(name);
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
