package dev.keystead.contract;

import dev.keystead.contract.scratch.Scratch;
import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.shape.ShapeRules;
import dev.keystead.contract.text.FolderRules;
import dev.keystead.contract.text.MigrationText;
import dev.keystead.contract.text.Placeholders;
import dev.keystead.contract.text.TextRules;
import dev.keystead.postgres.Progress;
import dev.keystead.tenancy.migration.MigrationCheck;
import dev.keystead.tenancy.migration.MigrationFolder;
import dev.keystead.tenancy.migration.MigrationProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The contract, held against a folder of migrations.
public final class Contract {
    private static final Comparator<Finding> ORDER = Comparator.comparing(
                    (Finding finding) -> finding.place().file())
            .thenComparingInt(finding -> finding.place().line())
            .thenComparing(finding -> finding.rule().id())
            .thenComparing(Finding::subject)
            .thenComparing(Finding::message);

    private Contract() {}

    /// Every rule, by id.
    public static List<Rule> rules() {
        return Stream.of(TextRules.all(), ShapeRules.all())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Rule::id))
                .toList();
    }

    /// Reads the folder, applies its migrations to a scratch engine and holds every rule against both. Whatever is
    /// wrong with the files is a finding.
    ///
    /// @param progress told about each step that may take a while
    /// @throws dev.keystead.contract.scratch.ScratchUnavailable when no scratch engine can be had
    public static Examination examine(Path folder, Settings settings, Progress progress) {
        Optional<Finding> unfit = FolderLimit.exceeded(folder);
        if (unfit.isPresent()) {
            return new Examination(settings, List.of(), List.of(), List.of(unfit.get()));
        }
        MigrationFolder read = MigrationFolder.read(folder);
        var placeholders = new Placeholders(settings.placeholders());
        List<MigrationText> texts = read.migrations().stream()
                .map(migration -> MigrationText.of(migration, settings.dialect(), placeholders))
                .toList();
        List<Step> steps = apply(texts, settings, progress);

        var findings = new ArrayList<Finding>();
        TextRules.check(texts, settings).forEach(finding -> findings.add(settings.weighed(finding)));
        findings.addAll(ShapeRules.check(steps, settings));
        // A file that was changed or does not lie there as it should is wrong whatever its age.
        findings.addAll(ofFolder(folder, read));
        return new Examination(
                settings,
                texts,
                steps,
                findings.stream().distinct().sorted(ORDER).toList());
    }

    private static List<Step> apply(List<MigrationText> texts, Settings settings, Progress progress) {
        if (texts.isEmpty()) {
            return List.of();
        }
        if (settings.dialect() == Dialect.POSTGRES) {
            progress.report(
                    settings.server().isPresent() ? "Making a scratch database" : "Starting a scratch PostgreSQL");
        }
        var steps = new ArrayList<Step>();
        try (Scratch scratch = Scratch.open(settings, progress)) {
            progress.report("Applying " + texts.size() + (texts.size() == 1 ? " migration" : " migrations"));
            for (MigrationText text : texts) {
                steps.add(scratch.apply(text.migration(), text.text().statements()));
            }
        }
        return steps;
    }

    private static List<Finding> ofFolder(Path folder, MigrationFolder read) {
        if (read.names().isEmpty() && read.problems().isEmpty()) {
            return List.of(FolderRules.folder(
                    FolderLimit.shown(folder),
                    "There is no migration in this folder: name the one with the files"
                            + " NNNN_snake_case_summary.sql."));
        }
        return switch (MigrationCheck.of(read)) {
            case MigrationCheck.Sound _ -> List.of();
            case MigrationCheck.Broken(List<MigrationProblem> problems) ->
                problems.stream().map(FolderRules::of).toList();
        };
    }
}
