package dev.keystead.server;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.LongStream;

/// What was computed until now, for figures: by this process, which is the server and whoever asks it, and by the
/// PostgreSQL that it started, the processes of which that ended included. Linux alone tells so much.
///
/// @param server milliseconds
/// @param postgres milliseconds
public record Cpu(double server, double postgres) {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /// A hundredth of a second everywhere.
    private static final int MILLIS_OF_A_TICK = 10;

    public static Cpu now() {
        long ticks = ProcessHandle.current()
                .descendants()
                .mapToLong(child -> ticks(child.pid()))
                .sum();
        return new Cpu(PROCESS.getProcessCpuTime() / 1e6, (double) ticks * MILLIS_OF_A_TICK);
    }

    public Cpu since(Cpu before) {
        return new Cpu(server - before.server, postgres - before.postgres);
    }

    public Cpu over(double operations) {
        return new Cpu(server / operations, postgres / operations);
    }

    public double both() {
        return server + postgres;
    }

    /// Of a process and of those children of its that ended: the last four of the seventeen numbers behind its name.
    private static long ticks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            String[] numbers = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return LongStream.rangeClosed(11, 14)
                    .map(at -> Long.parseLong(numbers[(int) at]))
                    .sum();
        } catch (NoSuchFileException _) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
