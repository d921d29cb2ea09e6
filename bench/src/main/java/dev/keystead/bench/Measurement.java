package dev.keystead.bench;

import java.util.Map;

/// What one round of one run came to. A figure that could not be measured is NaN.
///
/// @param errors iterations that failed within the measured time
/// @param requests HTTP requests of the counted iterations, more than one each where a scenario takes several
/// @param failures some of the reasons, each with how often it was seen
record Measurement(
        double seconds,
        long errors,
        long requests,
        Latencies.Summary latencies,
        CpuPerOperation cpu,
        double serverMegabytes,
        MachineNoise noise,
        Map<String, Long> failures) {
    /// Milliseconds of CPU for one successful iteration.
    record CpuPerOperation(double server, double postgres, double generator) {
        static CpuPerOperation between(Watched watched, Watched.Reading before, Watched.Reading after, int operations) {
            return new CpuPerOperation(
                    watched.server().isPresent()
                            ? share(after.serverMillis() - before.serverMillis(), operations)
                            : Double.NaN,
                    watched.postgres().isPresent()
                            ? share(after.postgresMillis() - before.postgresMillis(), operations)
                            : Double.NaN,
                    share(after.generatorMillis() - before.generatorMillis(), operations));
        }

        /// A tree shrinks only when its root has ended, and then its CPU is not known.
        private static double share(long millis, int operations) {
            return operations == 0 || millis < 0 ? Double.NaN : (double) millis / operations;
        }

        /// Server and PostgreSQL together, or the one of them that is watched.
        double together() {
            return Double.isNaN(postgres) ? server : Double.isNaN(server) ? postgres : server + postgres;
        }
    }

    double operationsPerSecond() {
        return latencies.count() / seconds;
    }
}
