package dev.keystead.contract.report;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Rule;
import dev.keystead.contract.text.Printed;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// The rules for people to read.
public final class RulesPage {
    private static final String HEAD = """
            # Rules of the contract

            Written by `keystead contract rules --format markdown` and compared by a test. `keystead contract check`
            holds each of them against a folder of migrations. Errors end the command with 5; warnings and notes do not.

            | rule | written in | severity | dialect | what must hold | cure |
            | --- | --- | --- | --- | --- | --- |
            """;

    private RulesPage() {}

    /// As a page of documentation.
    public static String markdown(List<Rule> rules) {
        return HEAD
                + rules.stream()
                        .map(rule -> "| `" + rule.id() + "` | " + rule.section() + " | "
                                + TableReport.name(rule.severity()) + " | " + dialects(rule) + " | "
                                + Printed.cell(rule.says()) + " | " + Printed.cell(rule.cure()) + " |\n")
                        .collect(Collectors.joining());
    }

    /// As lines in a terminal.
    public static String table(List<Rule> rules) {
        int ids = rules.stream().mapToInt(rule -> rule.id().length()).max().orElse(0);
        return rules.stream()
                .map(rule -> String.format(
                        "%-" + (ids + 2) + "s%-9s%-10s%s%n",
                        rule.id(),
                        TableReport.name(rule.severity()),
                        dialects(rule),
                        rule.says()))
                .collect(Collectors.joining());
    }

    /// Everything about one rule.
    public static String explanation(Rule rule) {
        return rule.id() + "\n" + rule.says() + "\nCure: " + rule.cure() + "\nWritten in " + rule.section()
                + "; severity " + TableReport.name(rule.severity()) + "; dialect " + dialects(rule) + ".\n";
    }

    private static String dialects(Rule rule) {
        return rule.dialects().size() == Dialect.values().length
                ? "both"
                : rule.dialects().stream()
                        .sorted(Comparator.naturalOrder())
                        .map(dialect -> dialect == Dialect.POSTGRES ? "postgres" : "sqlite")
                        .collect(Collectors.joining(", "));
    }
}
