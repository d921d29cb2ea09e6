package dev.keystead.bench;

import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// How long the starts on existing data took, from the command to the first 200 of `/readyz`.
record StartTimes(List<Start> times) {
    /// @param cpuMillis CPU that the launcher and all it started had used by then, PostgreSQL included
    record Start(Duration wall, long cpuMillis) {}

    String text() {
        Table table = new Table(List.of("start to ready", "median ms", "(best)", "slowest", "CPU ms", "(best)"));
        table.add(List.of(
                times.size() + " starts",
                Numbers.brief(median(StartTimes::wallMillis)),
                "(" + Numbers.brief(least(StartTimes::wallMillis)) + ")",
                Numbers.brief(
                        times.stream().mapToDouble(StartTimes::wallMillis).max().orElse(Double.NaN)),
                Numbers.brief(median(Start::cpuMillis)),
                "(" + Numbers.brief(least(Start::cpuMillis)) + ")"));
        return table.toString();
    }

    JsonLine json() {
        return new JsonLine()
                .with("kind", "start")
                .with("starts", times.size())
                .with("median_ms", median(StartTimes::wallMillis))
                .with("best_ms", least(StartTimes::wallMillis))
                .with("median_cpu_ms", median(Start::cpuMillis))
                .with("best_cpu_ms", least(Start::cpuMillis));
    }

    private static double wallMillis(Start start) {
        return start.wall().toNanos() / 1e6;
    }

    private double median(ToDoubleFunction<Start> figure) {
        return Numbers.median(times.stream().mapToDouble(figure).toArray());
    }

    private double least(ToDoubleFunction<Start> figure) {
        return times.stream().mapToDouble(figure).min().orElse(Double.NaN);
    }
}
