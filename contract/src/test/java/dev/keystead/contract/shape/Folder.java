package dev.keystead.contract.shape;

import dev.keystead.contract.Finding;
import dev.keystead.contract.Settings;
import dev.keystead.contract.scratch.Scratch;
import dev.keystead.contract.scratch.Step;
import dev.keystead.contract.text.MigrationText;
import dev.keystead.contract.text.Placeholders;
import dev.keystead.postgres.Progress;
import dev.keystead.tenancy.migration.Migration;
import dev.keystead.tenancy.migration.MigrationName;
import java.util.ArrayList;
import java.util.List;

/// A folder of migrations, applied and judged.
final class Folder {
    /// Stands in a migration at the end of the line that a finding must point to.
    static final String HERE = "/*here*/";

    private Folder() {}

    static List<Migration> of(String... files) {
        var migrations = new ArrayList<Migration>();
        for (String sql : files) {
            migrations.add(new Migration(new MigrationName(migrations.size() + 1, "step"), sql, ""));
        }
        return migrations;
    }

    static List<Step> apply(List<Migration> migrations, Settings settings) {
        try (Scratch scratch = Scratch.open(settings, Progress.silent())) {
            return apply(migrations, settings, scratch);
        }
    }

    static List<Step> apply(List<Migration> migrations, Settings settings, Scratch scratch) {
        var steps = new ArrayList<Step>();
        var placeholders = new Placeholders(settings.placeholders());
        for (Migration migration : migrations) {
            steps.add(scratch.apply(
                    migration,
                    MigrationText.of(migration, settings.dialect(), placeholders)
                            .text()
                            .statements()));
        }
        return steps;
    }

    /// The findings in short: `0001 line 3 K002-…`.
    static List<String> findings(List<Migration> migrations, Settings settings) {
        return findingsOf(apply(migrations, settings), settings);
    }

    static List<String> findingsOf(List<Step> steps, Settings settings) {
        return ShapeRules.check(steps, settings).stream()
                .map(Folder::brief)
                .sorted()
                .toList();
    }

    static String brief(Finding finding) {
        return finding.place().file().substring(0, 4) + " line "
                + finding.place().line() + " " + finding.rule().id();
    }

    /// The same for the marked lines of the last migration.
    static String expected(List<Migration> migrations, String rule) {
        Migration last = migrations.getLast();
        List<String> lines = last.sql().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(HERE)) {
                return last.name().digits() + " line " + (i + 1) + " " + rule;
            }
        }
        throw new IllegalArgumentException("no line is marked in the example of " + rule);
    }
}
