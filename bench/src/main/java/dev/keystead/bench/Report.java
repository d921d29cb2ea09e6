package dev.keystead.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells what the runs came to, with ratios against one row of the same group: the first, or the one that is
/// named.
///
/// Only the ratios of one invocation are worth comparing; the bare figures change with the machine and its
/// noise.
record Report(List<Run.Result> results, Optional<String> baseline) {
    private static final double NOISY_OTHERS_PCT = 10;
    private static final double NOISY_STEAL_PCT = 2;
    private static final int REASONS_TOLD = 5;
    private static final List<Figure> RATIOS =
            List.of(Figure.OPS_PER_S, Figure.P50_MS, Figure.P99_MS, Figure.SERVER_CPU_MS_PER_OP, Figure.CPU_MS_PER_OP);

    /// Finds out before the load whether the names work, because afterwards it would cost minutes.
    static void refuseUnclear(List<Run> runs, Optional<String> baseline) {
        var seen = new LinkedHashSet<List<String>>();
        for (Run run : runs) {
            if (!seen.add(List.of(run.group(), run.name()))) {
                throw new Refusal("Two runs are both named `" + run.name()
                        + "`: tell them apart by giving one of them another name with --peer NAME.");
            }
            baseline.ifPresent(name -> refuseUnknownBaseline(
                    runs.stream()
                            .filter(other -> other.group().equals(run.group()))
                            .map(Run::name)
                            .toList(),
                    name));
        }
    }

    static void refuseUnknownBaseline(List<String> names, String baseline) {
        if (!names.contains(baseline)) {
            throw new Refusal("There is no run `" + baseline + "` to compare with: give --baseline one of "
                    + String.join(", ", names) + ".");
        }
    }

    private Map<String, List<Run.Result>> groups() {
        Map<String, List<Run.Result>> groups = new LinkedHashMap<>();
        results.forEach(result -> groups.computeIfAbsent(result.run().group(), group -> new ArrayList<>())
                .add(result));
        return groups;
    }

    private Run.Result reference(List<Run.Result> group) {
        return group.stream()
                .filter(result -> baseline.isPresent() && result.run().name().equals(baseline.get()))
                .findFirst()
                .orElse(group.getFirst());
    }

    private static double ratio(Figure figure, Run.Result result, Run.Result reference) {
        return figure.median(result.rounds()) / figure.median(reference.rounds());
    }

    /// The tables for people.
    String text() {
        StringBuilder text = new StringBuilder();
        groups().forEach((name, group) -> {
            text.append(name)
                    .append(": median of ")
                    .append(group.getFirst().rounds().size())
                    .append(" rounds, the best of them in brackets\n")
                    .append(figures(group))
                    .append('\n');
            if (group.size() > 1) {
                text.append(ratios(group)).append('\n');
            }
        });
        new Scoreboard(groups())
                .table()
                .ifPresent(table -> text.append("CPU ms/op is that of the server + PostgreSQL\n")
                        .append(table)
                        .append('\n'));
        remarks().forEach(remark -> text.append(remark).append('\n'));
        return text.toString();
    }

    private static Table figures(List<Run.Result> group) {
        Table table = new Table(List.of(
                "run",
                "ops/s",
                "(best)",
                "p50 ms",
                "p95 ms",
                "p99 ms",
                "max ms",
                "errors",
                "CPU ms/op: server",
                "PG",
                "both",
                "(best)",
                "generator",
                "RSS MB",
                "others %",
                "steal %"));
        for (Run.Result result : group) {
            List<Measurement> rounds = result.rounds();
            table.add(List.of(
                    result.run().name(),
                    Numbers.brief(Figure.OPS_PER_S.median(rounds)),
                    "(" + Numbers.brief(Figure.OPS_PER_S.best(rounds)) + ")",
                    Numbers.brief(Figure.P50_MS.median(rounds)),
                    Numbers.brief(Figure.P95_MS.median(rounds)),
                    Numbers.brief(Figure.P99_MS.median(rounds)),
                    Numbers.brief(Figure.MAX_MS.most(rounds)),
                    Long.toString(errors(result)),
                    Numbers.brief(Figure.SERVER_CPU_MS_PER_OP.median(rounds)),
                    Numbers.brief(Figure.PG_CPU_MS_PER_OP.median(rounds)),
                    Numbers.brief(Figure.CPU_MS_PER_OP.median(rounds)),
                    "(" + Numbers.brief(Figure.CPU_MS_PER_OP.best(rounds)) + ")",
                    Numbers.brief(Figure.GENERATOR_CPU_MS_PER_OP.median(rounds)),
                    Numbers.brief(Figure.SERVER_RSS_MB.median(rounds)),
                    Numbers.brief(Figure.OTHERS_PCT.most(rounds)),
                    Numbers.brief(Figure.STEAL_PCT.most(rounds))));
        }
        return table;
    }

    private Table ratios(List<Run.Result> group) {
        Run.Result reference = reference(group);
        Table table = new Table(List.of(
                "times " + reference.run().name(),
                "ops/s",
                "p50",
                "p99",
                "server CPU",
                "server+PG CPU",
                "rounds differ by"));
        for (Run.Result result : group) {
            List<String> row = new ArrayList<>();
            row.add(result.run().name());
            RATIOS.forEach(figure -> row.add(Numbers.brief(ratio(figure, result, reference))));
            row.add(Numbers.brief(spreadPercent(result)) + " %");
            table.add(row);
        }
        return table;
    }

    /// How far the rounds lie apart in throughput: a ratio closer to 1 than this says nothing.
    private static double spreadPercent(Run.Result result) {
        double most = Figure.OPS_PER_S.most(result.rounds());
        double least =
                result.rounds().stream().mapToDouble(Figure.OPS_PER_S::of).min().orElse(Double.NaN);
        return 100 * (most - least) / Figure.OPS_PER_S.median(result.rounds());
    }

    private static long errors(Run.Result result) {
        return result.rounds().stream().mapToLong(Measurement::errors).sum();
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        for (Run.Result result : results) {
            Map<String, Long> failures = new LinkedHashMap<>();
            result.rounds()
                    .forEach(round -> round.failures().forEach((why, count) -> failures.merge(why, count, Long::sum)));
            failures.entrySet().stream()
                    .limit(REASONS_TOLD)
                    .forEach(reason -> remarks.add("error in " + result.run().name() + ", " + reason.getValue()
                            + " times: " + reason.getKey()));
        }
        double others = most(Figure.OTHERS_PCT);
        double steal = most(Figure.STEAL_PCT);
        boolean watched = results.stream()
                .allMatch(result -> result.run().watched().server().isPresent());
        if (!watched) {
            remarks.add("The server's CPU is not known for every run and counts as used by others: give --server-pid,"
                    + " and --pg-pid for its PostgreSQL.");
        } else if (others > NOISY_OTHERS_PCT || steal > NOISY_STEAL_PCT) {
            remarks.add("Others used up to " + Numbers.brief(others) + " % of the machine and " + Numbers.brief(steal)
                    + " % was stolen: believe the CPU per operation, and throughput and latency only as ratios.");
        }
        return remarks;
    }

    private double most(Figure figure) {
        return results.stream()
                .mapToDouble(result -> figure.most(result.rounds()))
                .max()
                .orElse(0);
    }

    /// One JSON object for each round of each run, then one for each run.
    List<String> jsonLines() {
        List<String> lines = new ArrayList<>();
        groups().forEach((name, group) -> {
            for (Run.Result result : group) {
                for (int round = 1; round <= result.rounds().size(); round++) {
                    JsonLine line = named("round", result).with("round", round);
                    Measurement measurement = result.rounds().get(round - 1);
                    for (Figure figure : Figure.values()) {
                        line.with(figure.key(), figure.of(measurement));
                    }
                    lines.add(line.toString());
                }
            }
            group.forEach(result -> lines.add(summary(result, reference(group)).toString()));
        });
        return lines;
    }

    private static JsonLine named(String kind, Run.Result result) {
        return new JsonLine()
                .with("kind", kind)
                .with("group", result.run().group())
                .with("name", result.run().name());
    }

    private static JsonLine summary(Run.Result result, Run.Result reference) {
        JsonLine median = new JsonLine();
        JsonLine best = new JsonLine();
        JsonLine ratios = new JsonLine();
        for (Figure figure : Figure.values()) {
            median.with(figure.key(), figure.median(result.rounds()));
            best.with(figure.key(), figure.best(result.rounds()));
        }
        RATIOS.forEach(figure -> ratios.with(figure.key(), ratio(figure, result, reference)));
        return named("run", result)
                .with("rounds", result.rounds().size())
                .with("median", median)
                .with("best", best)
                .with("baseline", reference.run().name())
                .with("ratio", ratios);
    }

    /// Whether every run did at least one operation.
    boolean isUsable() {
        return results.stream().allMatch(result -> Figure.OPS_PER_S.best(result.rounds()) > 0);
    }
}
