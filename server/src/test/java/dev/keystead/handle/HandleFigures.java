package dev.keystead.handle;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.server.Cpu;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/// Prints what looking up a handle costs among few and among many: in one run, by turns, so that nothing is kept in
/// memory between two lookups, by the rules themselves and over HTTP.
///
/// Not a test: it is run by hand, after a build, with `java -cp server/target/test-classes:cli/target/keystead.jar`,
/// this class and how many handles to compare with 10,000.
final class HandleFigures {
    private static final int FEW = 10_000;
    private static final int LOOKUPS = Integer.getInteger("lookups", 20_000);
    private static final int WARM_UP = Integer.getInteger("warmup", 15_000);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    /// Each handle is asked for once at most, so that the server has none of them in memory.
    private static final int REQUESTS = Math.min(Integer.getInteger("requests", 1_500), FEW / (ROUNDS + 1));

    private HandleFigures() {}

    /// A registry of a size.
    private static final class Sized implements AutoCloseable {
        private final int size;
        private final TestServer server = TestServer.start("--roles", "web", "--log-level", "warn");
        private final TestServer.Client client = server.asAdministrator();
        private final HikariDataSource pool;
        private final Handles handles;
        private final int[] order;
        private int requested;

        Sized(int size, Random random) throws SQLException {
            this.size = size;
            fill();
            var config = new HikariConfig();
            config.setJdbcUrl(server.database().jdbcUrl());
            config.setUsername(server.appLogin().user());
            config.setPassword(server.appLogin().password());
            config.setMaximumPoolSize(1);
            this.pool = new HikariDataSource(config);
            // Not listening, so that every lookup goes to the database.
            this.handles = TestHandles.on(Database.of(pool, ScopePrefix.SET_CONFIG), Clock.systemUTC());
            this.order = random.ints(1, size + 1)
                    .distinct()
                    .limit((ROUNDS + 1L) * REQUESTS)
                    .toArray();
        }

        /// Indexes beside the primary key are made when the rows are there.
        private void fill() throws SQLException {
            try (Connection connection = server.database().connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
                Map<String, String> indexes = new LinkedHashMap<>();
                try (ResultSet rows = statement.executeQuery("""
                        select indexname, indexdef from pg_indexes where schemaname = 'identity'
                          and tablename = 'handle_registry' and indexname like '%\\_by\\_%'""")) {
                    while (rows.next()) {
                        indexes.put(rows.getString(1), rows.getString(2));
                    }
                }
                for (String index : indexes.keySet()) {
                    statement.execute("drop index identity." + index);
                }
                statement.execute("""
                        insert into identity.handle_registry (handle, skeleton, skeleton_version, allocation_kind,
                            home_tenant_id, holder_id, allocated_at, active_at, due_at)
                        select 'h' || lpad(n::text, 9, '0'), 'x' || lpad(n::text, 9, '0'), 1, 'individual', w.id,
                            gen_random_uuid(), now(), now(), now() + interval '1 year'
                        from generate_series(1, %d) n, identity.workspaces w where w.slug = 'system'""".formatted(size));
                for (String definition : indexes.values()) {
                    statement.execute(definition);
                }
                statement.execute("vacuum analyze identity.handle_registry");
                statement.execute("checkpoint");
            }
        }

        private static String handle(int number) {
            return String.format(Locale.ROOT, "h%09d", number);
        }

        Figure lookUp(Random random) {
            return Figure.of(LOOKUPS, _ -> {
                String handle = handle(1 + random.nextInt(size));
                if (handles.lookup(handle).isEmpty()) {
                    throw new IllegalStateException(handle + " is not there");
                }
            });
        }

        /// Has what answers requests compiled, by handles that are not there.
        void warmUp() {
            for (int i = 1; i <= WARM_UP; i++) {
                var _ = client.get("/v1/handles/" + handle(size + i));
            }
        }

        Figure request() {
            return Figure.of(REQUESTS, _ -> {
                String handle = handle(order[requested++]);
                if (client.get("/v1/handles/" + handle).status() != 200) {
                    throw new IllegalStateException(handle + " is not there");
                }
            });
        }

        @Override
        public void close() {
            pool.close();
            server.close();
        }
    }

    public static void main(String[] arguments) throws SQLException {
        int many = arguments.length == 0 ? 10_000_000 : Integer.parseInt(arguments[0]);
        var random = new Random(7);
        long began = System.nanoTime();
        try (var small = new Sized(FEW, random);
                var large = new Sized(many, random)) {
            System.out.printf("%,d and %,d handles, made in %.0f s%n", FEW, many, (System.nanoTime() - began) / 1e9);
            small.warmUp();
            large.warmUp();
            for (int round = 0; round <= ROUNDS; round++) {
                String when = round == 0 ? "warm-up" : "round " + round;
                compare(when + ", lookup", small.lookUp(random), large.lookUp(random));
                compare(when + ", over HTTP", small.request(), large.request());
            }
        }
        System.exit(0);
    }

    private static void compare(String what, Figure few, Figure many) {
        System.out.printf(
                "%s: few %s; many %s; ratios: p50 %.2f, p99 %.2f, CPU %.2f (PostgreSQL %.2f)%n",
                what,
                few,
                many,
                many.p50() / few.p50(),
                many.p99() / few.p99(),
                many.cpu().both() / few.cpu().both(),
                many.cpu().postgres() / few.cpu().postgres());
    }

    /// Microseconds of a lookup; its CPU in milliseconds.
    private record Figure(double p50, double p99, Cpu cpu) {
        @FunctionalInterface
        interface Lookup {
            void run(int number);
        }

        static Figure of(int times, Lookup lookup) {
            var taken = new long[times];
            Cpu before = Cpu.now();
            for (int i = 0; i < times; i++) {
                long begun = System.nanoTime();
                lookup.run(i);
                taken[i] = System.nanoTime() - begun;
            }
            Cpu cpu = Cpu.now().since(before).over(times);
            Arrays.sort(taken);
            return new Figure(taken[times / 2] / 1e3, taken[times * 99 / 100] / 1e3, cpu);
        }

        @Override
        public String toString() {
            return "p50 %.0f µs, p99 %.0f µs, CPU %.0f + %.0f µs"
                    .formatted(p50, p99, cpu.server() * 1e3, cpu.postgres() * 1e3);
        }
    }
}
