package dev.keystead.contract.text;

import static dev.keystead.contract.Rule.warning;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.Definition.Act;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Where things stand in a file, and that each says what it is for.
final class LayoutRules {
    static final Rule COMMENT_ABOVE = warning(
            "K001-comment-above",
            "001 Schema Script Conventions",
            "A comment above each table and index says what it is for; in PostgreSQL, COMMENT ON in the same file will"
                    + " do.",
            "Write the comment on the line above the statement.");
    static final Rule INDEX_UNDER_TABLE = warning(
            "K001-index-under-table",
            "001 Schema Script Conventions",
            "An index stands under its table, before the next table of the file.",
            "Move the index up to its table.");
    static final Rule POLICY_UNDER_TABLE = warning(
                    "KDM-3-policy-under-table",
                    "data model §3",
                    "A policy stands under its table, before the next table of the file.",
                    "Move the policy up to its table.")
            .only(Dialect.POSTGRES);
    static final Rule ONE_FAMILY = warning(
                    "KDM-3-one-family",
                    "data model §3",
                    "A file either defines things or changes rows.",
                    "Put the change of rows into a migration of its own.")
            .only(Dialect.POSTGRES);

    private LayoutRules() {}

    static List<Rule> all() {
        return List.of(COMMENT_ABOVE, INDEX_UNDER_TABLE, POLICY_UNDER_TABLE, ONE_FAMILY);
    }

    static List<Finding> check(MigrationText file, Settings settings) {
        var found = new ArrayList<Finding>();
        Set<String> explained = explainedElsewhere(file);
        Set<String> made = new HashSet<>();
        String current = "";
        for (SqlStatement statement : file.text().statements()) {
            Optional<Definition> definition = Definition.of(statement).filter(it -> it.act() == Act.CREATE);
            if (definition.isEmpty()) {
                continue;
            }
            Definition making = definition.get();
            switch (making.thing()) {
                case TABLE -> {
                    current = making.name();
                    made.add(current);
                    uncommented(file, statement, making, explained).ifPresent(found::add);
                }
                case INDEX -> {
                    uncommented(file, statement, making, explained).ifPresent(found::add);
                    strayed(INDEX_UNDER_TABLE, file, statement, making, current, made)
                            .ifPresent(found::add);
                }
                case POLICY ->
                    strayed(POLICY_UNDER_TABLE, file, statement, making, current, made)
                            .ifPresent(found::add);
                case OTHER -> {}
            }
        }
        if (settings.dialect() == Dialect.POSTGRES) {
            mixed(file).ifPresent(found::add);
        }
        return found;
    }

    private static Set<String> explainedElsewhere(MigrationText file) {
        var explained = new HashSet<String>();
        for (SqlStatement statement : file.text().statements()) {
            Definition.of(statement)
                    .filter(it -> it.act() == Act.COMMENT)
                    .map(Definition::name)
                    .ifPresent(explained::add);
        }
        return explained;
    }

    private static Optional<Finding> uncommented(
            MigrationText file, SqlStatement statement, Definition making, Set<String> explained) {
        return statement.above().isEmpty() && !explained.contains(making.name())
                ? Optional.of(COMMENT_ABOVE.at(
                        file.at(statement),
                        named(making),
                        "No comment above " + named(making) + " says what it is for."))
                : Optional.empty();
    }

    private static Optional<Finding> strayed(
            Rule rule,
            MigrationText file,
            SqlStatement statement,
            Definition making,
            String current,
            Set<String> made) {
        boolean under = making.table().equals(current) || !made.contains(making.table());
        return under
                ? Optional.empty()
                : Optional.of(rule.at(
                        file.at(statement),
                        named(making),
                        named(making) + " belongs to " + making.table() + " but stands under " + current + "."));
    }

    private static Optional<Finding> mixed(MigrationText file) {
        List<SqlStatement> statements = file.text().statements();
        boolean defines = statements.stream()
                .anyMatch(statement -> Definition.of(statement)
                        .filter(it -> it.act() == Act.CREATE || it.act() == Act.ALTER)
                        .isPresent());
        return statements.stream()
                .filter(statement -> defines && changesRows(statement))
                .findFirst()
                .map(statement -> ONE_FAMILY.at(
                        file.at(statement), file.file(), "This changes rows in a file that also defines things."));
    }

    private static boolean changesRows(SqlStatement statement) {
        return statement.begins("insert") || statement.begins("update") || statement.begins("delete");
    }

    private static String named(Definition making) {
        return making.name().isEmpty() ? "an index of " + making.table() : making.name();
    }
}
