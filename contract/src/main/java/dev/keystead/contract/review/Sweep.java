package dev.keystead.contract.review;

import dev.keystead.contract.Examination;
import dev.keystead.contract.Finding;
import dev.keystead.contract.Severity;
import dev.keystead.contract.scratch.Scratch;
import dev.keystead.contract.shape.Drift;
import dev.keystead.contract.shape.ShapeRules;
import dev.keystead.contract.text.MigrationText;
import dev.keystead.tenancy.migration.MigrationName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// 002 §9's table: how each migration stands to the contract today, seen from the end of the folder.
public final class Sweep {
    private final Examination examination;
    private final Lives lives;
    private final Map<MigrationName, List<Drift>> drifts;

    /// A finding and what became of it.
    ///
    /// @param end empty while it stands
    /// @param carried whether its table came back in the same shape, and the breach with it
    private record Fate(Finding finding, Optional<String> end, boolean carried) {
        boolean isBreach() {
            return finding.rule().severity() == Severity.ERROR;
        }

        boolean isGrandfathered() {
            return end.isEmpty() && finding.severity() != finding.rule().severity();
        }
    }

    /// How a migration stands to the contract.
    public enum Status {
        /// Nothing in it breaks the contract.
        CONFORMANT("conformant"),
        /// What broke the contract was dropped, made anew or mended by a later migration.
        SUPERSEDED("superseded"),
        /// A later migration made it anew in the same shape, and so carried the breach forward.
        SUPERSEDED_WITH_DRIFT("superseded-with-drift"),
        /// Some of what it made breaks the contract to this day.
        PARTIAL_DRIFT("partial drift"),
        /// All that it made breaks the contract to this day.
        DRIFT("drift");

        private final String words;

        Status(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /// One line of the table.
    ///
    /// @param notes whole sentences
    public record Row(String migration, Status status, String notes) {}

    private Sweep(Examination examination) {
        this.examination = examination;
        this.lives = new Lives(examination.steps());
        this.drifts = ShapeRules.drifts(examination.steps(), examination.settings()).stream()
                .collect(Collectors.groupingBy(Drift::broughtBy));
    }

    /// A row for each migration that could be read, in order.
    public static List<Row> of(Examination examination) {
        var sweep = new Sweep(examination);
        var rows = new ArrayList<Row>();
        for (int i = 0; i < examination.steps().size(); i++) {
            rows.add(sweep.row(i));
        }
        return List.copyOf(rows);
    }

    private Row row(int at) {
        List<Fate> fates = fates(at);
        SequencedSet<String> sound = lives.madeIn(at);
        fates.stream()
                .filter(Fate::isBreach)
                .forEach(fate -> lives.tableOf(fate.finding()).ifPresent(sound::remove));
        Status status = status(fates.stream().filter(Fate::isBreach).toList(), sound);
        return new Row(
                examination.texts().get(at).file(),
                status,
                notes(fates, sound, status, examination.settings().since()));
    }

    /// What was ever found in a migration: what its text breaks, and what its shape broke until a later one ended it.
    private List<Fate> fates(int at) {
        MigrationText text = examination.texts().get(at);
        var fates = new ArrayList<Fate>();
        for (Drift drift : drifts.getOrDefault(text.migration().name(), List.of())) {
            fates.add(fate(drift, at));
        }
        for (Finding finding : examination.of(text)) {
            boolean ofText =
                    finding.rule().equals(Scratch.APPLIES) || !ShapeRules.all().contains(finding.rule());
            if (ofText) {
                Optional<Lives.End> end = lives.tableOf(finding).flatMap(table -> lives.endAfter(at, table));
                fates.add(new Fate(
                        finding,
                        end.map(Lives.End::sentence),
                        end.filter(Lives.End::sameShape).isPresent()));
            }
        }
        return fates;
    }

    private Fate fate(Drift drift, int at) {
        Finding finding = drift.finding();
        if (drift.endedBy().isEmpty()) {
            return new Fate(finding, Optional.empty(), false);
        }
        MigrationName by = drift.endedBy().get();
        Optional<Lives.End> end = lives.tableOf(finding)
                .flatMap(table -> lives.endAfter(at, table))
                .filter(it ->
                        examination.steps().get(it.at()).migration().name().equals(by));
        boolean carried = end.filter(Lives.End::sameShape)
                .flatMap(it -> again(finding, by).map(later -> stands(later, it.at())))
                .orElse(false);
        return new Fate(
                finding,
                Optional.of(
                        end.map(Lives.End::sentence).orElse(finding.subject() + " is mended by " + by.file() + ".")),
                carried);
    }

    /// The same breach, brought anew by a later migration.
    private Optional<Drift> again(Finding finding, MigrationName by) {
        return drifts.getOrDefault(by, List.of()).stream()
                .filter(later -> later.finding().rule().equals(finding.rule())
                        && later.finding().subject().equals(finding.subject()))
                .findFirst();
    }

    private boolean stands(Drift drift, int at) {
        return drift.endedBy().isEmpty() || fate(drift, at).carried();
    }

    private static Status status(List<Fate> breaches, Set<String> sound) {
        if (breaches.isEmpty()) {
            return Status.CONFORMANT;
        }
        if (breaches.stream().anyMatch(fate -> fate.end().isEmpty())) {
            return sound.isEmpty() ? Status.DRIFT : Status.PARTIAL_DRIFT;
        }
        return breaches.stream().anyMatch(Fate::carried) ? Status.SUPERSEDED_WITH_DRIFT : Status.SUPERSEDED;
    }

    private static String notes(List<Fate> fates, SequencedSet<String> sound, Status status, int since) {
        var notes = new ArrayList<String>();
        fates.stream()
                .filter(Fate::isBreach)
                .map(Fate::end)
                .flatMap(Optional::stream)
                .distinct()
                .sorted()
                .forEach(notes::add);
        switch (status) {
            case CONFORMANT -> {}
            case SUPERSEDED -> notes.add("No live drift.");
            case SUPERSEDED_WITH_DRIFT ->
                notes.add("Drift carried forward: " + listed(fates, fate -> fate.isBreach() && fate.carried()) + ".");
            case PARTIAL_DRIFT, DRIFT -> {
                if (!sound.isEmpty()) {
                    notes.add(String.join(", ", sound) + (sound.size() == 1 ? " conforms." : " conform."));
                }
                notes.add("Drift: "
                        + listed(fates, fate -> fate.isBreach() && fate.end().isEmpty()) + ".");
            }
        }
        String lesser = listed(fates, fate -> !fate.isBreach() && fate.end().isEmpty());
        if (!lesser.isEmpty()) {
            notes.add("Follow-up: " + lesser + ".");
        }
        if (fates.stream().anyMatch(Fate::isGrandfathered)) {
            notes.add("Grandfathered: the contract counts from %04d.".formatted(since));
        }
        return String.join(" ", notes);
    }

    /// Findings with their sections: `audit_log (002 §3.1), idx_audit_node (002 §4.1)`.
    private static String listed(List<Fate> fates, Predicate<Fate> wanted) {
        return fates.stream()
                .filter(wanted)
                .map(Fate::finding)
                .map(finding -> finding.subject() + " (" + finding.rule().section() + ")")
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
