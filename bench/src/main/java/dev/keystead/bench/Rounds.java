package dev.keystead.bench;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Plays several runs side by side: all of them once, then all of them again, so that a noisy minute on the
/// machine does not fall on one of them alone.
///
/// @param warmup before the first round of a run, when code is still being compiled and caches are empty
/// @param rewarm before each further round, when the server is warm and only its caches may have gone cold
record Rounds(int concurrency, Duration warmup, Duration rewarm, Duration duration, int count) {
    List<Run.Result> play(List<Run> runs, PrintStream progress) throws InterruptedException {
        for (Run run : runs) {
            run.watched().refuseMissing();
            Load.refuseBroken(title(run), run.scenario());
        }
        List<List<Measurement>> measured = new ArrayList<>();
        runs.forEach(run -> measured.add(new ArrayList<>()));
        for (int round = 1; round <= count; round++) {
            Load load = new Load(concurrency, round == 1 ? warmup : rewarm, duration);
            for (int i = 0; i < runs.size(); i++) {
                Run run = runs.get(i);
                Measurement measurement = load.run(title(run), run.scenario(), run.watched());
                measured.get(i).add(measurement);
                progress.println("round " + round + " of " + count + ": " + title(run) + ", "
                        + Numbers.brief(measurement.operationsPerSecond()) + " ops/s"
                        + (measurement.errors() > 0 ? ", " + measurement.errors() + " errors" : ""));
            }
        }
        List<Run.Result> results = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            results.add(new Run.Result(runs.get(i), List.copyOf(measured.get(i))));
        }
        return results;
    }

    private static String title(Run run) {
        return run.group() + " " + run.name();
    }
}
