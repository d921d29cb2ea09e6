package dev.keystead.audit.chain;

import com.sun.management.OperatingSystemMXBean;
import dev.keystead.server.TestServer;
import dev.keystead.server.TrailDesk;
import dev.keystead.workspace.Reserved;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/// Prints how fast one workspace is sealed and its chains are verified on this machine, and what that costs of
/// its processors. Not a test: it is run by hand, after a build, with `java -cp
/// server/target/test-classes:cli/target/keystead.jar`, this class and how many entries to use.
final class AuditFigures {
    private static final UUID SYSTEM = Reserved.SYSTEM_WORKSPACE.value();
    private static final int FILL = 20_000;
    private static final int ROUNDS = 3;

    private AuditFigures() {}

    public static void main(String[] arguments) {
        int entries = arguments.length == 0 ? 200_000 : Integer.parseInt(arguments[0]);
        try (TestServer server = TestServer.start("--roles", "web")) {
            var queue = new Queue(server.database());
            var sealer = new Sealer(queue.worker(), 1, Clock.systemUTC());
            queue.fill(SYSTEM, FILL);
            sealer.look(() -> false);
            for (int i = 0; i < entries / FILL; i++) {
                queue.fill(SYSTEM, FILL);
            }
            server.execute("vacuum analyze");
            long waiting = queue.waiting();
            measured("sealed", () -> {
                sealer.look(() -> false);
                return waiting;
            });
            server.execute("vacuum analyze");
            for (int round = 0; round < ROUNDS; round++) {
                measured("verified", () -> verify(server));
            }
        }
    }

    private static long verify(TestServer server) {
        List<ChainReport> reports = new TrailDesk(server).verify(Reserved.SYSTEM_WORKSPACE);
        if (!reports.stream().allMatch(ChainReport::isIntact)) {
            throw new IllegalStateException(reports.toString());
        }
        return reports.stream().mapToLong(ChainReport::rows).sum();
    }

    private interface Work {
        long rows();
    }

    private static void measured(String what, Work work) {
        var process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = process.getProcessCpuTime();
        long database = databaseCpu();
        long begun = System.nanoTime();
        long rows = work.rows();
        double seconds = (System.nanoTime() - begun) / 1e9;
        double own = (process.getProcessCpuTime() - cpu) / 1e3 / rows;
        double its = (databaseCpu() - database) / 1e3 / rows;
        System.out.printf(
                "%,d rows %s: %,.0f a second; CPU microseconds a row: ours %.1f + PostgreSQL %.1f%n",
                rows, what, rows / seconds, own, its);
    }

    /// Nanoseconds of all processes of the database that this program started and that are still there. One that
    /// ended takes its part with it: the difference of two readings can be too small, even below zero.
    private static long databaseCpu() {
        return ProcessHandle.current()
                .descendants()
                .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
                .mapToLong(Duration::toNanos)
                .sum();
    }
}
