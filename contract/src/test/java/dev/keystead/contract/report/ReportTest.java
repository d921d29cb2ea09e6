package dev.keystead.contract.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.contract.Dialect;
import dev.keystead.contract.Examination;
import dev.keystead.contract.Place;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.review.Sweep;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What each form looks like. That the forms for programs are JSON is tested with a real reader in `cli`.
final class ReportTest {
    private static final Rule RULE = Rule.error("K002-9-example", "002 §9", "It must hold.", "Make it hold.");
    private static final Examination EXAMINATION = new Examination(
            Settings.of(Dialect.SQLITE),
            List.of(),
            List.of(),
            List.of(
                    RULE.at(new Place("0001_a.sql", 7), "a", "This \"breaks\" it."),
                    RULE.at(new Place("0002_longer name.sql", 12), "b", "Evil \u001b[31m\u202e\nwords.")));

    @Test
    void theTableHasALineForEachFindingAndTheCureOnce() {
        assertThat(TableReport.of(EXAMINATION)).isEqualTo("""
                0001_a.sql:7             error    K002-9-example  This "breaks" it.
                0002_longer name.sql:12  error    K002-9-example  Evil ?[31m??words.

                K002-9-example (002 §9): It must hold.
                  Cure: Make it hold.
                """);
        assertThat(TableReport.of(new Examination(Settings.of(Dialect.SQLITE), List.of(), List.of(), List.of())))
                .isEmpty();
    }

    @Test
    void jsonHasEveryFinding() {
        assertThat(JsonReport.of(EXAMINATION))
                .startsWith("""
                        {
                          "dialect": "sqlite",
                          "since": 1,
                          "migrations": 0,
                          "errors": 2,
                          "warnings": 0,
                          "notes": 0,
                          "findings": [
                            {
                              "rule": "K002-9-example",
                              "section": "002 §9",
                              "severity": "error",
                              "file": "0001_a.sql",
                              "line": 7,
                              "subject": "a",
                              "message": "This \\"breaks\\" it.",
                              "cure": "Make it hold."
                            },
                        """)
                .contains("\"message\": \"Evil \\u001b[31m\\u202e\\nwords.\"");
    }

    @Test
    void sarifNamesFilesOfTheRepository() {
        String below = SarifReport.of(EXAMINATION, List.of(RULE), Path.of("/repo/db/migration"), Path.of("/repo"));
        String elsewhere = SarifReport.of(EXAMINATION, List.of(RULE), Path.of("/other"), Path.of("/repo"));

        assertThat(below)
                .contains("\"version\": \"2.1.0\"", "\"uri\": \"db/migration/0001_a.sql\"", "\"startLine\": 7")
                .contains(
                        "\"uri\": \"db/migration/0002_longer%20name.sql\"", "\"ruleIndex\": 0", "\"level\": \"error\"");
        assertThat(elsewhere).contains("\"uri\": \"file:///other/0001_a.sql\"");
    }

    @Test
    void aSweepIsATable() {
        List<Sweep.Row> rows =
                List.of(new Sweep.Row("0001_a.sql", Sweep.Status.PARTIAL_DRIFT, "Drift: a|b (002 §3.1)."));

        assertThat(SweepReport.markdown(rows)).isEqualTo("""
                | Migration | Status | Notes |
                | --- | --- | --- |
                | `0001_a.sql` | partial drift | Drift: a\\|b (002 §3.1). |
                """);
        assertThat(SweepReport.json(rows)).contains("\"status\": \"partial drift\"");
    }

    @Test
    void aRuleIsExplained() {
        assertThat(RulesPage.explanation(RULE)).isEqualTo("""
                K002-9-example
                It must hold.
                Cure: Make it hold.
                Written in 002 §9; severity error; dialect both.
                """);
    }
}
