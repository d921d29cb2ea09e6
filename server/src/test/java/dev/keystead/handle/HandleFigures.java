package dev.keystead.handle;

import com.sun.management.OperatingSystemMXBean;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/// Prints what looking up a handle costs among few and among many: in one run, by turns, with nothing kept in
/// memory between two lookups. Not a test: it is run by hand, after a build, with `java -cp
/// "server/target/test-classes:cli/target/lib/*"`, this class and how many handles to compare with 10,000.
final class HandleFigures {
    private static final int FEW = 10_000;
    private static final int LOOKUPS = Integer.getInteger("lookups", 20_000);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private HandleFigures() {}

    /// A registry of a size.
    private record Sized(int size, TestServer server, HikariDataSource pool, Handles handles) implements AutoCloseable {
        static Sized of(int size) {
            TestServer server = TestServer.start("--roles", "web");
            fill(server, size);
            var config = new HikariConfig();
            config.setJdbcUrl(server.database().jdbcUrl());
            config.setUsername(server.appLogin().user());
            config.setPassword(server.appLogin().password());
            config.setMaximumPoolSize(1);
            var pool = new HikariDataSource(config);
            // Not listening, so that every lookup goes to the database.
            Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
            return new Sized(size, server, pool, TestHandles.on(database, Clock.systemUTC()));
        }

        private static void fill(TestServer server, int size) {
            server.execute("""
                    insert into identity.handle_registry (handle, skeleton, skeleton_version, allocation_kind,
                        home_tenant_id, holder_id, allocated_at, active_at, due_at)
                    select chr(97 + n %% 26) || n, 'x' || n, 1, 'individual', w.id, gen_random_uuid(), now(), now(),
                        now() + interval '1 year'
                    from generate_series(1, %d) n, identity.workspaces w where w.slug = 'system'""".formatted(size));
            server.execute("vacuum analyze identity.handle_registry");
        }

        /// Nanoseconds of each lookup, sorted.
        long[] lookUp(Random random, int times) {
            var taken = new long[times];
            for (int i = 0; i < times; i++) {
                int number = 1 + random.nextInt(size);
                String handle = (char) ('a' + number % 26) + Integer.toString(number);
                long begun = System.nanoTime();
                if (handles.lookup(handle).isEmpty()) {
                    throw new IllegalStateException(handle + " is not there");
                }
                taken[i] = System.nanoTime() - begun;
            }
            Arrays.sort(taken);
            return taken;
        }

        @Override
        public void close() {
            pool.close();
            server.close();
        }
    }

    public static void main(String[] arguments) {
        int many = arguments.length == 0 ? 10_000_000 : Integer.parseInt(arguments[0]);
        var random = new Random(7);
        try (var small = Sized.of(FEW);
                var large = Sized.of(many)) {
            small.lookUp(random, LOOKUPS);
            large.lookUp(random, LOOKUPS);
            for (int round = 1; round <= ROUNDS; round++) {
                var few = Figure.of(small, random);
                var some = Figure.of(large, random);
                System.out.printf(
                        "round %d: among %,d %s; among %,d %s; ratios: p50 %.2f, p99 %.2f, CPU %.2f%n",
                        round,
                        small.size(),
                        few,
                        large.size(),
                        some,
                        some.p50() / few.p50(),
                        some.p99() / few.p99(),
                        some.cpu() / few.cpu());
            }
        }
        System.exit(0);
    }

    /// Microseconds of a lookup.
    private record Figure(double p50, double p99, double cpu) {
        static Figure of(Sized registry, Random random) {
            double before = cpuMicros();
            long[] taken = registry.lookUp(random, LOOKUPS);
            double cpu = (cpuMicros() - before) / LOOKUPS;
            return new Figure(taken[LOOKUPS / 2] / 1e3, taken[LOOKUPS * 99 / 100] / 1e3, cpu);
        }

        /// Of this process and of the database, whose processes are its children.
        private static double cpuMicros() {
            return ProcessHandle.current()
                                    .descendants()
                                    .flatMap(child -> child.info().totalCpuDuration().stream())
                                    .mapToDouble(Duration::toNanos)
                                    .sum()
                            / 1e3
                    + PROCESS.getProcessCpuTime() / 1e3;
        }

        @Override
        public String toString() {
            return "p50 %.0f µs, p99 %.0f µs, CPU %.0f µs".formatted(p50, p99, cpu);
        }
    }
}
