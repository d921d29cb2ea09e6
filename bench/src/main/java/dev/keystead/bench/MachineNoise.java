package dev.keystead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// How the machine's time was spent during a run, in percent of all its cores.
///
/// @param mine used by what is measured: server, PostgreSQL and this generator
/// @param others used by everybody else
/// @param steal taken away by the hypervisor
record MachineNoise(double mine, double others, double steal) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final double MILLIS_PER_TICK = 10;

    /// The counters of the whole machine at one moment, in ticks.
    record Reading(long total, long busy, long steal) {
        static Reading now() {
            try {
                return parse(Files.readAllLines(STAT));
            } catch (IOException unreadable) {
                throw new Refusal("The machine's counters in " + STAT + " cannot be read: this works on Linux only.");
            }
        }

        /// Sums user, nice, system, idle, iowait, irq, softirq and steal; the guest times after them are part
        /// of user.
        static Reading parse(List<String> lines) {
            String[] fields = lines.getFirst().strip().split("\\s+", -1);
            long total = 0;
            for (int i = 1; i <= 8; i++) {
                total += Long.parseLong(fields[i]);
            }
            long idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
            long steal = Long.parseLong(fields[8]);
            return new Reading(total, total - idle - steal, steal);
        }
    }

    static MachineNoise between(Reading before, Reading after, long mineMillis) {
        double total = Math.max(1, after.total - before.total);
        double mine = mineMillis / MILLIS_PER_TICK;
        double others = Math.max(0, after.busy - before.busy - mine);
        return new MachineNoise(100 * mine / total, 100 * others / total, 100 * (after.steal - before.steal) / total);
    }
}
