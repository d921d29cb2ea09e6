package dev.keystead.contract.scratch;

import dev.keystead.contract.text.Definition;
import dev.keystead.contract.text.SqlStatement;
import dev.keystead.contract.text.SqlToken;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Which names a migration can have changed: those that its statements are about, when all of them are of
/// kinds that change nothing else, or any at all.
///
/// @param everything whether any object may have changed
/// @param names the names that occur, each part of them alone
/// @param dropped those of them that stand in a statement that drops something: an index names no table then
/// @param policies whether policies may have changed
/// @param routines whether routines may have changed
/// @param schemas whether schemas or their comments may have changed
record Touched(
        boolean everything,
        Set<String> names,
        Set<String> dropped,
        boolean policies,
        boolean routines,
        boolean schemas) {
    static final Touched EVERYTHING = new Touched(true, Set.of(), Set.of(), true, true, true);

    /// Statements that change only what they name. A block of code, a call or a query with functions may do
    /// more.
    private static final Set<String> PLAIN_VERBS =
            Set.of("comment", "grant", "revoke", "set", "reset", "begin", "commit", "start", "end");

    /// Data changes nothing but rows, unless it calls or triggers a routine that changes tables.
    private static final Set<String> DATA_VERBS = Set.of("insert", "update", "delete");

    private static final Pattern CHANGES_TABLES =
            Pattern.compile("(?i)\\b(execute|create|alter|drop|rename|comment)\\b");

    private static final Set<String> PLAIN_CREATIONS = Set.of(
            "table", "index", "policy", "view", "function", "procedure", "schema", "type", "sequence", "trigger");
    private static final Set<String> PLAIN_CHANGES = Set.of("table", "index", "policy", "function", "procedure");
    private static final Set<String> ROUTINES = Set.of("function", "procedure");

    /// What is renamed, or moves to another schema, shows in the foreign keys and indexes of others; who joins a
    /// family or leaves it is not always named first.
    private static final Set<String> REACHES_OTHERS = Set.of("rename", "schema", "attach", "detach", "inherit");

    private static final Set<String> BEFORE_THE_KIND =
            Set.of("or", "replace", "unique", "temp", "temporary", "unlogged", "materialized");

    /// @param dataIsPlain whether no routine that exists could change tables
    static Touched by(List<SqlStatement> statements, boolean dataIsPlain) {
        var names = new HashSet<String>();
        var dropped = new HashSet<String>();
        boolean policies = false;
        boolean routines = false;
        boolean schemas = false;
        for (SqlStatement statement : statements) {
            List<SqlToken> tokens = statement.tokens();
            if (!isPlain(tokens, dataIsPlain)) {
                return EVERYTHING;
            }
            policies |= mayChangePolicies(statement);
            routines |= ROUTINES.contains(kind(tokens));
            schemas |= statement.begins("create", "schema") || statement.begins("comment", "on", "schema");
            if (statement.begins("drop")) {
                tokens.stream().filter(SqlToken::isName).map(SqlToken::name).forEach(dropped::add);
            } else {
                Definition.of(statement).ifPresent(it -> {
                    names.addAll(List.of(it.name().split("\\.")));
                    names.addAll(List.of(it.table().split("\\.")));
                });
            }
        }
        names.addAll(dropped);
        return new Touched(false, names, dropped, policies, routines, schemas);
    }

    /// A table that is altered keeps its policies: PostgreSQL takes no column away from under one.
    private static boolean mayChangePolicies(SqlStatement statement) {
        return !statement.begins("alter", "table")
                && !statement.begins("comment")
                && !statement.begins("grant")
                && !statement.begins("revoke")
                && !kind(statement.tokens()).equals("index");
    }

    /// Whether a file makes a routine, or a trigger on statements like this one, that may change tables when
    /// it runs.
    static boolean makesDangerousRoutine(List<SqlStatement> statements) {
        return statements.stream()
                .filter(statement -> statement.begins("create"))
                .filter(statement -> Set.of("function", "procedure", "event").contains(kind(statement.tokens())))
                .anyMatch(statement -> statement.tokens().stream()
                        .filter(token -> token.kind() == SqlToken.Kind.STRING || token.is("event"))
                        .anyMatch(token -> token.is("event")
                                || CHANGES_TABLES.matcher(token.text()).find()));
    }

    private static boolean isPlain(List<SqlToken> tokens, boolean dataIsPlain) {
        if (tokens.isEmpty()) {
            return true;
        }
        String verb = tokens.getFirst().name();
        return switch (verb) {
            // A schema can be made together with the tables in it.
            case "create" ->
                PLAIN_CREATIONS.contains(kind(tokens))
                        && (!kind(tokens).equals("schema")
                                || tokens.stream().skip(1).noneMatch(it -> it.is("create")));
            case "alter" ->
                PLAIN_CHANGES.contains(kind(tokens))
                        && REACHES_OTHERS.stream().allMatch(word -> lacks(tokens, word))
                        && !isDropWithCascade(tokens);
            case "drop" -> PLAIN_CHANGES.contains(kind(tokens)) && !isDropWithCascade(tokens);
            default -> PLAIN_VERBS.contains(verb) || (dataIsPlain && DATA_VERBS.contains(verb));
        };
    }

    private static String kind(List<SqlToken> tokens) {
        return tokens.stream()
                .skip(1)
                .map(SqlToken::name)
                .filter(word -> !BEFORE_THE_KIND.contains(word))
                .findFirst()
                .orElse("");
    }

    private static boolean isDropWithCascade(List<SqlToken> tokens) {
        return !lacks(tokens, "drop") && !lacks(tokens, "cascade");
    }

    private static boolean lacks(List<SqlToken> tokens, String word) {
        return tokens.stream().noneMatch(token -> token.is(word));
    }
}
