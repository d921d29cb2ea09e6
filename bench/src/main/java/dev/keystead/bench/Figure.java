package dev.keystead.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// What is told of a run, in the order of the report.
enum Figure {
    OPS_PER_S,
    P50_MS,
    P95_MS,
    P99_MS,
    MAX_MS,
    ERRORS,
    REQUESTS_PER_OP,
    SERVER_CPU_MS_PER_OP,
    PG_CPU_MS_PER_OP,
    CPU_MS_PER_OP,
    GENERATOR_CPU_MS_PER_OP,
    SERVER_RSS_MB,
    MINE_PCT,
    OTHERS_PCT,
    STEAL_PCT;

    double of(Measurement measurement) {
        return switch (this) {
            case OPS_PER_S -> measurement.operationsPerSecond();
            case P50_MS -> measurement.latencies().p50();
            case P95_MS -> measurement.latencies().p95();
            case P99_MS -> measurement.latencies().p99();
            case MAX_MS -> measurement.latencies().max();
            case ERRORS -> measurement.errors();
            case REQUESTS_PER_OP ->
                (double) measurement.requests() / measurement.latencies().count();
            case SERVER_CPU_MS_PER_OP -> measurement.cpu().server();
            case PG_CPU_MS_PER_OP -> measurement.cpu().postgres();
            case CPU_MS_PER_OP -> measurement.cpu().together();
            case GENERATOR_CPU_MS_PER_OP -> measurement.cpu().generator();
            case SERVER_RSS_MB -> measurement.serverMegabytes();
            case MINE_PCT -> measurement.noise().mine();
            case OTHERS_PCT -> measurement.noise().others();
            case STEAL_PCT -> measurement.noise().steal();
        };
    }

    double median(List<Measurement> rounds) {
        return Numbers.median(all(rounds));
    }

    /// The round that the machine disturbed least: the most operations, the least of everything else.
    double best(List<Measurement> rounds) {
        return this == OPS_PER_S
                ? Arrays.stream(all(rounds)).max().orElse(Double.NaN)
                : Arrays.stream(all(rounds)).min().orElse(Double.NaN);
    }

    double most(List<Measurement> rounds) {
        return Arrays.stream(all(rounds)).max().orElse(Double.NaN);
    }

    private double[] all(List<Measurement> rounds) {
        return rounds.stream().mapToDouble(this::of).toArray();
    }

    /// The name in JSON.
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
