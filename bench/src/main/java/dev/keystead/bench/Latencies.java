package dev.keystead.bench;

import java.util.Arrays;
import java.util.Collection;

/// How long each counted iteration of one user took, all of them, in microseconds.
///
/// Keeping every value makes the percentiles exact; four bytes each are cheap for the minutes that a run lasts.
final class Latencies {
    private int[] micros = new int[4096];
    private int count;

    void add(long nanos) {
        if (count == micros.length) {
            micros = Arrays.copyOf(micros, count * 2);
        }
        micros[count++] = (int) Math.min(nanos / 1000, Integer.MAX_VALUE);
    }

    /// Milliseconds; every one is NaN when nothing was counted.
    record Summary(int count, double p50, double p95, double p99, double max) {}

    static Summary summary(Collection<Latencies> parts) {
        int[] all = new int[parts.stream().mapToInt(part -> part.count).sum()];
        int at = 0;
        for (Latencies part : parts) {
            System.arraycopy(part.micros, 0, all, at, part.count);
            at += part.count;
        }
        Arrays.sort(all);
        return new Summary(all.length, millisAt(all, 50), millisAt(all, 95), millisAt(all, 99), millisAt(all, 100));
    }

    /// Nearest rank: the smallest value that at least `percent` of all values do not exceed.
    private static double millisAt(int[] sorted, int percent) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int rank = (int) Math.ceilDiv((long) percent * sorted.length, 100);
        return sorted[Math.max(rank, 1) - 1] / 1000.0;
    }
}
