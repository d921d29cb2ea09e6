package dev.keystead.contract.report;

import dev.keystead.contract.Examination;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Severity;
import dev.keystead.contract.text.Printed;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Findings for people: a line for each, then what to do about each rule that was broken.
public final class TableReport {
    private TableReport() {}

    public static String of(Examination examination) {
        List<Finding> findings = examination.findings();
        if (findings.isEmpty()) {
            return "";
        }
        int places = widest(findings.stream().map(TableReport::place).toList());
        int rules = widest(findings.stream().map(finding -> finding.rule().id()).toList());
        var text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(padded(place(finding), places))
                    .append(padded(name(finding.severity()), "warning".length()))
                    .append(padded(finding.rule().id(), rules))
                    .append(Printed.line(finding.message()))
                    .append('\n');
        }
        text.append('\n');
        findings.stream()
                .map(Finding::rule)
                .distinct()
                .sorted(Comparator.comparing(Rule::id))
                .forEach(rule -> text.append(rule.id())
                        .append(" (")
                        .append(rule.section())
                        .append("): ")
                        .append(rule.says())
                        .append("\n  Cure: ")
                        .append(rule.cure())
                        .append('\n'));
        return text.toString();
    }

    static String name(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static String place(Finding finding) {
        return Printed.line(finding.place().file()) + ":" + finding.place().line();
    }

    private static int widest(List<String> words) {
        return words.stream().mapToInt(String::length).max().orElse(0);
    }

    private static String padded(String word, int width) {
        return word + " ".repeat(width - word.length() + 2);
    }
}
