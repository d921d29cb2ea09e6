package dev.keystead.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;

/// One line for each scenario in which several servers were driven: what each costs, and how the first one
/// stands beside the best of the others.
///
/// @param groups the results by scenario
record Scoreboard(Map<String, List<Run.Result>> groups) {
    /// The table; nothing where there are not several scenarios with the same servers, two at least.
    Optional<Table> table() {
        List<List<String>> servers =
                groups.values().stream().map(Scoreboard::names).distinct().toList();
        if (groups.size() < 2 || servers.size() != 1 || servers.getFirst().size() < 2) {
            return Optional.empty();
        }
        List<String> names = servers.getFirst();
        List<String> head = new ArrayList<>();
        head.add("scenario");
        names.forEach(name -> head.addAll(List.of(name + " CPU ms/op", "ops/s")));
        head.addAll(List.of("CPU: best other / " + names.getFirst(), "ops/s: " + names.getFirst() + " / best other"));
        Table table = new Table(head);
        groups.forEach((scenario, group) -> table.add(line(scenario, group)));
        return Optional.of(table);
    }

    private static List<String> names(List<Run.Result> group) {
        return group.stream().map(result -> result.run().name()).toList();
    }

    private static List<String> line(String scenario, List<Run.Result> group) {
        List<String> line = new ArrayList<>();
        line.add(scenario);
        for (Run.Result result : group) {
            line.add("%s + %s"
                    .formatted(
                            Numbers.brief(Figure.SERVER_CPU_MS_PER_OP.median(result.rounds())),
                            Numbers.brief(Figure.PG_CPU_MS_PER_OP.median(result.rounds()))));
            line.add(Numbers.brief(Figure.OPS_PER_S.median(result.rounds())));
        }
        double cpu = Figure.CPU_MS_PER_OP.median(group.getFirst().rounds());
        double operations = Figure.OPS_PER_S.median(group.getFirst().rounds());
        line.add(Numbers.brief(bestOther(Figure.CPU_MS_PER_OP, group, Math::min) / cpu));
        line.add(Numbers.brief(operations / bestOther(Figure.OPS_PER_S, group, Math::max)));
        return line;
    }

    private static double bestOther(Figure figure, List<Run.Result> group, DoubleBinaryOperator better) {
        return group.stream()
                .skip(1)
                .mapToDouble(result -> figure.median(result.rounds()))
                .reduce(better)
                .orElse(Double.NaN);
    }
}
