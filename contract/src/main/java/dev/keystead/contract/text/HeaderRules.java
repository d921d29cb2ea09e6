package dev.keystead.contract.text;

import static dev.keystead.contract.Rule.error;
import static dev.keystead.contract.Rule.warning;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.text.Definition.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a migration says about itself in its opening comment block.
final class HeaderRules {
    static final Rule FACTS = error(
                    "KDM-3-header-facts",
                    "data model §3",
                    "A migration opens with a comment block of the facts Purpose, Tables, Scope, Retention class and"
                            + " Rollback.",
                    "Write the missing facts as '-- Name: value' lines at the top of the file.")
            .only(Dialect.POSTGRES);
    static final Rule SCOPE = error(
                    "KDM-3-header-scope",
                    "data model §3, 004",
                    "The fact Scope names tenant, org, project or user, or it is system-wide and says why.",
                    "Name the axis, or write '-- Scope: system-wide: <why>'.")
            .only(Dialect.POSTGRES);
    static final Rule RETENTION = error(
            "K002-5.3-retention-class",
            "002 §5.3",
            "A file that makes an audit table names exactly one retention class in its opening comment block:"
                    + " forensic_long, forensic_short, operational or transient.",
            "Write '-- Retention class: <class>' at the top of the file.");
    static final Rule DESTRUCTIVE = warning(
                    "K002-8-destructive",
                    "002 §8",
                    "The fact Rollback says DESTRUCTIVE when the file drops a table or a column or empties a table.",
                    "Write '-- Rollback: DESTRUCTIVE: <who allowed it>', or keep what is dropped.")
            .only(Dialect.POSTGRES);

    private static final List<String> FACT_NAMES = List.of("purpose", "tables", "scope", "retention class", "rollback");
    private static final Pattern AXIS = Pattern.compile("(?i)\\b(tenant|org|project|user)\\b");
    private static final Pattern SYSTEM_WIDE = Pattern.compile("(?is)system-wide\\s*:\\s*\\S+\\s+\\S+.*");

    private HeaderRules() {}

    static List<Rule> all() {
        return List.of(FACTS, SCOPE, RETENTION, DESTRUCTIVE);
    }

    static List<Finding> check(MigrationText file, Settings settings) {
        var found = new ArrayList<Finding>();
        if (settings.dialect() == Dialect.POSTGRES) {
            facts(file).ifPresent(found::add);
            scope(file).ifPresent(found::add);
            destructive(file).ifPresent(found::add);
        }
        for (SqlStatement statement : file.text().statements()) {
            // 002 §9: §5 is asked only of audit tables that are made since the contract counts.
            if (file.migration().name().number() >= settings.since()) {
                retention(file, statement).ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<Finding> facts(MigrationText file) {
        List<String> missing = FACT_NAMES.stream()
                .filter(name -> file.header().fact(name).isEmpty())
                .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(FACTS.at(
                        file.at(1),
                        file.file(),
                        "The opening comment block lacks "
                                + missing.stream().map(HeaderRules::shown).collect(Collectors.joining(", ")) + "."));
    }

    private static String shown(String fact) {
        return Character.toUpperCase(fact.charAt(0)) + fact.substring(1);
    }

    private static Optional<Finding> scope(MigrationText file) {
        Optional<String> scope = file.header().fact("scope");
        boolean right = scope.isEmpty()
                || SYSTEM_WIDE.matcher(scope.get()).matches()
                || (!scope.get().startsWith("system-wide")
                        && AXIS.matcher(scope.get()).find());
        return right
                ? Optional.empty()
                : Optional.of(SCOPE.at(
                        file.at(1), file.file(), "The fact Scope names no axis, or system-wide without a reason."));
    }

    private static Optional<Finding> retention(MigrationText file, SqlStatement statement) {
        return Definition.of(statement)
                .filter(it -> it.makes(Thing.TABLE))
                .map(Definition::name)
                .filter(name -> name.endsWith("_audit"))
                .flatMap(name -> retention(file, statement, name));
    }

    private static Optional<Finding> retention(MigrationText file, SqlStatement statement, String table) {
        List<String> named = file.header().retentionClasses();
        if (named.size() == 1) {
            return Optional.empty();
        }
        String words = named.isEmpty()
                ? " has no retention class in the opening comment block."
                : " has several retention classes: " + String.join(", ", named) + ".";
        return Optional.of(RETENTION.at(file.at(statement), table, table + words));
    }

    private static Optional<Finding> destructive(MigrationText file) {
        if (file.header()
                .fact("rollback")
                .filter(plan -> plan.contains("DESTRUCTIVE"))
                .isPresent()) {
            return Optional.empty();
        }
        return file.text().statements().stream()
                .filter(SqlStatement::destroys)
                .findFirst()
                .map(statement -> DESTRUCTIVE.at(
                        file.at(statement),
                        file.file(),
                        "This destroys rows, and the fact Rollback does not say DESTRUCTIVE."));
    }
}
