package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.scratch.Column;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// 002 §6.3 and §6.4: JSON and booleans, which PostgreSQL has natively and SQLite has not.
final class ValueRules {
    static final Rule JSON_CHECKED = Rule.error(
                    "K002-6.3-json-checked",
                    "002 §6.3",
                    "A column of JSON is TEXT with CHECK (json_valid(…)).",
                    "Declare the column TEXT and add CHECK (json_valid(<column>)) to the CREATE TABLE.")
            .only(Dialect.SQLITE);
    static final Rule JSON_NAME = Rule.error(
                    "K002-6.3-json-name",
                    "002 §6.3",
                    "The name of a column that holds JSON ends in _json.",
                    "Name the column <what>_json.")
            .only(Dialect.SQLITE);
    static final Rule JSON_SCHEMA = Rule.warning(
                    "K002-6.3-json-schema",
                    "002 §6.3",
                    "The comment that opens the migration names the schema of each column of JSON.",
                    "Name the column and its schema in the opening comment.")
            .only(Dialect.SQLITE);
    static final Rule NATIVE_JSON = Rule.error(
                    "K002-6.3-native-json",
                    "002 §6.3 as ruled for PostgreSQL",
                    "JSON is jsonb; the payload of an audit table may be text that a CHECK casts to it.",
                    "Declare the column jsonb, or CHECK the payload_json of an audit table by a cast to jsonb.")
            .only(Dialect.POSTGRES);
    static final Rule BOOLEAN_CHECKED = Rule.error(
                    "K002-6.4-boolean-checked",
                    "002 §6.4",
                    "A boolean is INTEGER with CHECK (… IN (0,1)).",
                    "Declare the column INTEGER and add CHECK (<column> IN (0,1)).")
            .only(Dialect.SQLITE);
    static final Rule BOOLEAN_NAME = Rule.error(
                    "K002-6.4-boolean-name",
                    "002 §6.4",
                    "The name of a boolean begins with is_ or has_, and no boolean is kept as text.",
                    "Name the column is_<what> or has_<what>, INTEGER with CHECK (<column> IN (0,1)).")
            .only(Dialect.SQLITE);
    static final Rule NATIVE_BOOLEAN = Rule.error(
                    "K002-6.4-native-boolean",
                    "002 §6.4 as ruled for PostgreSQL",
                    "A boolean is boolean.",
                    "Declare the column boolean.")
            .only(Dialect.POSTGRES);

    static final List<Rule> ALL =
            List.of(JSON_CHECKED, JSON_NAME, JSON_SCHEMA, NATIVE_JSON, BOOLEAN_CHECKED, BOOLEAN_NAME, NATIVE_BOOLEAN);

    private ValueRules() {}

    static void check(TableCase it, Breaches breaches) {
        for (Column column : it.table().columns()) {
            if (it.isPostgres()) {
                checkPostgres(it, column, breaches);
            } else {
                checkJson(it, column, breaches);
                checkBoolean(it, column, breaches);
            }
        }
    }

    private static void checkPostgres(TableCase it, Column column, Breaches breaches) {
        boolean textual = column.type().equals("text") || column.type().startsWith("character");
        boolean asText = textual && name(column).endsWith("_json") && !isHashedPayload(it, column);
        if (column.type().equals("json") || asText) {
            breaches.ofColumn(NATIVE_JSON, column.name(), "holds JSON as " + column.type());
        }
        boolean named = isBooleanName(column) && !column.type().equals("boolean");
        if (named || isTrueOrFalse(it, column)) {
            breaches.ofColumn(NATIVE_BOOLEAN, column.name(), "is a boolean of the type " + column.type());
        }
    }

    /// 002 §5.1 hashes the bytes of an audit row's payload, which jsonb does not keep.
    private static boolean isHashedPayload(TableCase it, Column column) {
        return it.isAudit()
                && name(column).equals("payload_json")
                && hasCheck(it, "\\b" + quoted(column) + "\\b\\W*::\\s*jsonb");
    }

    private static void checkJson(TableCase it, Column column, Breaches breaches) {
        boolean named = name(column).endsWith("_json");
        boolean checked = hasCheck(it, "json_valid \\( " + quoted(column) + " \\)");
        if (named && !(checked && column.type().equals("text"))) {
            breaches.ofColumn(
                    JSON_CHECKED, column.name(), "is not TEXT with CHECK (json_valid(" + column.name() + "))");
        }
        if (!named && (checked || column.type().startsWith("json"))) {
            breaches.ofColumn(JSON_NAME, column.name(), "holds JSON and its name does not end in _json");
        }
        if (named && !it.headerMentions(column.name())) {
            breaches.ofColumn(JSON_SCHEMA, column.name(), "is not named, with its schema, in the opening comment");
        }
    }

    private static void checkBoolean(TableCase it, Column column, Breaches breaches) {
        boolean checked = hasCheck(it, "\\b" + quoted(column) + " in \\( 0 , 1 \\)");
        if (isBooleanName(column)) {
            if (!checked || !column.isInteger()) {
                breaches.ofColumn(BOOLEAN_CHECKED, column.name(), "is not INTEGER with CHECK (… IN (0,1))");
            }
        } else if (checked || column.type().startsWith("bool") || isTrueOrFalse(it, column)) {
            breaches.ofColumn(BOOLEAN_NAME, column.name(), "holds a boolean and is not an INTEGER is_… or has_…");
        }
    }

    private static boolean isBooleanName(Column column) {
        return name(column).startsWith("is_") || name(column).startsWith("has_");
    }

    /// `in ('true', 'false')`, as either engine writes it back.
    private static boolean isTrueOrFalse(TableCase it, Column column) {
        return it.table().checks().stream()
                .map(check -> check.toLowerCase(Locale.ROOT))
                .filter(check -> check.contains("'true'") && check.contains("'false'"))
                .anyMatch(check -> Pattern.compile("\\b" + quoted(column) + "\\b")
                        .matcher(check)
                        .find());
    }

    private static boolean hasCheck(TableCase it, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return it.table().checks().stream()
                .anyMatch(check ->
                        compiled.matcher(check.toLowerCase(Locale.ROOT)).find());
    }

    private static String quoted(Column column) {
        return Pattern.quote(name(column));
    }

    private static String name(Column column) {
        return column.name().toLowerCase(Locale.ROOT);
    }
}
