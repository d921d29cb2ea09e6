package dev.keystead.contract;

import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.text.MigrationText;
import java.util.List;

/// A folder that was held against the contract.
///
/// @param texts the migrations that could be read, in order
/// @param steps what each of them did to the engine
/// @param findings in the order of files and lines
public record Examination(Settings settings, List<MigrationText> texts, List<Step> steps, List<Finding> findings) {
    public Examination {
        texts = List.copyOf(texts);
        steps = List.copyOf(steps);
        findings = List.copyOf(findings);
    }

    public long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /// Whether nothing in it breaks the contract; warnings and notes do not.
    public boolean isClean() {
        return count(Severity.ERROR) == 0;
    }

    /// The findings in one file.
    public List<Finding> of(MigrationText text) {
        return findings.stream()
                .filter(finding -> finding.place().file().equals(text.file()))
                .toList();
    }

    /// In one sentence.
    public String summary() {
        if (findings.isEmpty()) {
            return counted(texts.size(), "migration") + ", no findings.";
        }
        return counted(texts.size(), "migration") + ": " + counted(count(Severity.ERROR), "error") + ", "
                + counted(count(Severity.WARNING), "warning") + ", " + counted(count(Severity.NOTE), "note") + ".";
    }

    private static String counted(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
