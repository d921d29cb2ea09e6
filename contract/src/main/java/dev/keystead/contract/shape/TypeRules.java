package dev.keystead.contract.shape;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.scratch.Column;
import dev.keystead.contract.scratch.Index;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// 002 §6.1, §6.2 and §7, in both dialects: ids, times, and the reserved column of signed material.
final class TypeRules {
    static final Rule ID_TYPE = Rule.error(
            "K002-6.1-id-type",
            "002 §6.1, 001 Primary Key Strategy",
            "Identifiers are TEXT in SQLite and uuid in PostgreSQL, never numbers.",
            "Declare the column TEXT (SQLite) or uuid (PostgreSQL) and let the application make the id.");
    static final Rule NO_AUTO_INCREMENT = Rule.error(
            "K002-6.1-no-auto-increment",
            "002 §6.1, 001 No Auto-Increment IDs",
            "The engine numbers no rows: no AUTOINCREMENT, serial or identity as an id.",
            "Use an id that the application makes: a ULID or a UUID version 7.");
    static final Rule UNIX_SECONDS = Rule.error(
                    "K002-6.2-unix-seconds",
                    "002 §6.2",
                    "Times are INTEGER unix seconds.",
                    "Declare the column INTEGER and store unix seconds.")
            .only(Dialect.SQLITE);
    static final Rule TIMESTAMPTZ = Rule.error(
                    "K002-6.2-timestamptz",
                    "002 §6.2 as ruled for PostgreSQL",
                    "Times are timestamptz, but for event_at of an audit table, which is unix seconds.",
                    "Declare the column timestamptz.")
            .only(Dialect.POSTGRES);
    static final Rule AT_NAME = Rule.error(
            "K002-6.2-at-name",
            "002 §6.2",
            "The name of a column that holds a time ends in _at.",
            "Name the column <what happened>_at.");
    static final Rule NO_MILLISECONDS = Rule.error(
                    "K002-6.2-no-ms",
                    "002 §6.2",
                    "No new column counts milliseconds (_ms).",
                    "Store seconds in a column _at, or microseconds in a column _us with its justification.")
            .only(Dialect.SQLITE);
    static final Rule MICROSECONDS_JUSTIFIED = Rule.error(
                    "K002-6.2-us-justified",
                    "002 §6.2",
                    "A column of microseconds (_us) is justified in the comment that opens the migration.",
                    "Name the column in the opening comment and say why seconds are too coarse.")
            .only(Dialect.SQLITE);
    static final Rule UNIXEPOCH = Rule.warning(
                    "K002-6.2-unixepoch",
                    "002 §6.2",
                    "The default of a time is unixepoch().",
                    "Write DEFAULT (unixepoch()).")
            .only(Dialect.SQLITE);
    static final Rule REGION_KEY = Rule.error(
            "K002-7-region-key",
            "002 §7",
            "A table with signed material reserves region_key_id, text and nullable.",
            "Add region_key_id text NULL.");

    static final List<Rule> ALL = List.of(
            ID_TYPE,
            NO_AUTO_INCREMENT,
            UNIX_SECONDS,
            TIMESTAMPTZ,
            AT_NAME,
            NO_MILLISECONDS,
            MICROSECONDS_JUSTIFIED,
            UNIXEPOCH,
            REGION_KEY);

    private static final Pattern TEXT_AFFINITY = Pattern.compile(".*(?:char|clob|text).*");
    private static final Pattern WITH_ZONE = Pattern.compile("timestamp(\\(\\d\\))? with time zone");
    private static final Pattern WITHOUT_ZONE = Pattern.compile("timestamp(\\(\\d\\))? without time zone");
    private static final Pattern TIME_NAME = Pattern.compile("(?:.*_)?(?:ts|time|timestamp|unix|epoch)");
    private static final Pattern SIGNED =
            Pattern.compile("(?:.*_)?(?:signature|jws|jwt|kid)|signed_(?!at$|by$|in$|up$|out$|off$).*");
    private static final String REGION_KEY_ID = "region_key_id";

    private TypeRules() {}

    static void check(TableCase it, Breaches breaches) {
        for (Column column : it.table().columns()) {
            checkId(it, column, breaches);
            if (it.isPostgres()) {
                checkPostgresTime(column, breaches);
            } else {
                checkSqliteTime(it, column, breaches);
            }
        }
        checkSigned(it, breaches);
    }

    private static void checkId(TableCase it, Column column, Breaches breaches) {
        String name = name(column);
        boolean inKey = it.table().primaryKey().map(Index::columns).stream()
                .anyMatch(columns -> columns.contains(column.name()));
        boolean isId = name.equals("id") || name.endsWith("_id");
        if (column.counts() && (isId || inKey)) {
            breaches.ofColumn(NO_AUTO_INCREMENT, column.name(), "is numbered by the engine");
            return;
        }
        boolean referring =
                it.table().foreignKeys().stream().anyMatch(key -> key.columns().contains(column.name()));
        // An integer that refers to another table is a breach of its own rule.
        if (!isId || (referring && column.isInteger())) {
            return;
        }
        boolean sound;
        if (it.isPostgres()) {
            boolean leading = name.equals("id") || name.equalsIgnoreCase(it.tenant());
            sound = leading ? column.type().equals("uuid") : !column.isInteger() && !isFixedOrNumeric(column.type());
        } else {
            sound = TEXT_AFFINITY.matcher(column.type()).matches();
        }
        if (!sound) {
            breaches.ofColumn(
                    ID_TYPE,
                    column.name(),
                    "is an id of the type " + (column.type().isEmpty() ? "(none)" : column.type()));
        }
    }

    private static boolean isFixedOrNumeric(String type) {
        return type.startsWith("character(") || type.startsWith("numeric");
    }

    private static void checkPostgresTime(Column column, Breaches breaches) {
        String name = name(column);
        boolean withZone = WITH_ZONE.matcher(column.type()).matches();
        boolean withoutZone = WITHOUT_ZONE.matcher(column.type()).matches();
        boolean unixSeconds = name.equals("event_at") && column.type().equals("bigint");
        if (withoutZone || (name.endsWith("_at") && !withZone && !unixSeconds)) {
            breaches.ofColumn(TIMESTAMPTZ, column.name(), "is a time of the type " + column.type());
        }
        if ((withZone || withoutZone) && !name.endsWith("_at")) {
            breaches.ofColumn(AT_NAME, column.name(), "holds a time and its name does not end in _at");
        }
    }

    private static void checkSqliteTime(TableCase it, Column column, Breaches breaches) {
        String name = name(column);
        boolean declaredTime = column.type().contains("time") || column.type().contains("date");
        if (declaredTime || (name.endsWith("_at") && !column.isInteger())) {
            breaches.ofColumn(UNIX_SECONDS, column.name(), "is a time of the type " + column.type());
        }
        if (!name.endsWith("_at")
                && (declaredTime
                        || (column.isInteger() && TIME_NAME.matcher(name).matches()))) {
            breaches.ofColumn(AT_NAME, column.name(), "holds a time and its name does not end in _at");
        }
        if (name.endsWith("_ms")) {
            breaches.ofColumn(NO_MILLISECONDS, column.name(), "counts milliseconds");
        }
        if (name.endsWith("_us") && !it.headerMentions(column.name())) {
            breaches.ofColumn(MICROSECONDS_JUSTIFIED, column.name(), "counts microseconds without a justification");
        }
        if (column.defaultValue()
                .filter(value -> value.toLowerCase(Locale.ROOT).contains("strftime"))
                .isPresent()) {
            breaches.ofColumn(UNIXEPOCH, column.name(), "has a default by strftime");
        }
    }

    private static void checkSigned(TableCase it, Breaches breaches) {
        List<String> signed = it.table().columns().stream()
                .map(TypeRules::name)
                .filter(name -> SIGNED.matcher(name).matches())
                .toList();
        Column reserved = it.table().column(REGION_KEY_ID);
        if (reserved == null && !signed.isEmpty()) {
            breaches.ofTable(REGION_KEY, "holds " + String.join(", ", signed) + " and lacks " + REGION_KEY_ID);
        } else if (reserved != null && (reserved.notNull() || !reserved.type().equals("text"))) {
            breaches.ofColumn(REGION_KEY, REGION_KEY_ID, "is not a nullable text");
        }
    }

    private static String name(Column column) {
        return column.name().toLowerCase(Locale.ROOT);
    }
}
