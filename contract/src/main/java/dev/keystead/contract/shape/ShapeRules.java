package dev.keystead.contract.shape;

import dev.keystead.contract.Finding;
import dev.keystead.contract.Rule;
import dev.keystead.contract.Settings;
import dev.keystead.contract.scratch.Scratch;
import dev.keystead.contract.scratch.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The front door: all rules about shape, and their judgement of a folder.
public final class ShapeRules {
    private ShapeRules() {}

    /// Every rule that this package or its engine can find broken.
    public static List<Rule> all() {
        return Stream.of(
                        List.of(Scratch.APPLIES),
                        TenancyRules.ALL,
                        AuditRules.ALL,
                        TypeRules.ALL,
                        ValueRules.ALL,
                        ConventionRules.ALL,
                        WallRules.ALL)
                .flatMap(List::stream)
                .toList();
    }

    /// What is broken after the last step: what was refused, and every drift that no later migration has
    /// ended.
    public static List<Finding> check(List<Step> steps, Settings settings) {
        var findings = new ArrayList<Finding>();
        // Age excuses no refusal: what follows a file that does not apply is not what it would be.
        steps.forEach(step -> findings.addAll(step.refused()));
        drifts(steps, settings).stream()
                .filter(drift -> drift.endedBy().isEmpty())
                .map(Drift::finding)
                .forEach(findings::add);
        return List.copyOf(findings);
    }

    /// Every breach that ever was, in the order in which they came.
    public static List<Drift> drifts(List<Step> steps, Settings settings) {
        var history = new History(settings);
        steps.forEach(history::add);
        return history.drifts();
    }
}
