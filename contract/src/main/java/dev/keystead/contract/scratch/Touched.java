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
record Touched(boolean everything, Set<String> names) {
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
    private static final Set<String> BEFORE_THE_KIND =
            Set.of("or", "replace", "unique", "temp", "temporary", "unlogged", "materialized");

    /// @param dataIsPlain whether no routine that exists could change tables
    static Touched by(List<SqlStatement> statements, boolean dataIsPlain) {
        var names = new HashSet<String>();
        boolean everything = false;
        for (SqlStatement statement : statements) {
            everything |= !isPlain(statement.tokens(), dataIsPlain);
            if (statement.begins("drop")) {
                statement.tokens().stream()
                        .filter(SqlToken::isName)
                        .map(SqlToken::name)
                        .forEach(names::add);
            } else {
                Definition.of(statement).ifPresent(it -> {
                    names.addAll(List.of(it.name().split("\\.")));
                    names.addAll(List.of(it.table().split("\\.")));
                });
            }
        }
        return new Touched(everything, names);
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
            case "create" -> PLAIN_CREATIONS.contains(kind(tokens));
            // A renamed table or column shows in the foreign keys and indexes of others.
            case "alter" ->
                PLAIN_CHANGES.contains(kind(tokens)) && lacks(tokens, "rename") && !isDropWithCascade(tokens);
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
