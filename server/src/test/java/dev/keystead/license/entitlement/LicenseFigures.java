package dev.keystead.license.entitlement;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.license.assignment.LicenseMarks;
import dev.keystead.license.assignment.When;
import dev.keystead.license.catalogue.Catalogue;
import dev.keystead.license.entitlement.Entitlements.Answer;
import dev.keystead.license.entitlement.Entitlements.Check;
import dev.keystead.license.entitlement.Entitlements.Where;
import dev.keystead.node.NodeId;
import dev.keystead.node.Nodes;
import dev.keystead.platform.cache.SharedCaches;
import dev.keystead.server.Cpu;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.workspace.Reserved;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/// Prints what asking for an entitlement costs among few licences and among many: in one run, by turns, by the rules
/// themselves and over HTTP, each with nothing known and with everything known.
///
/// Every node has five licences of fifty modules and stands in a tree of the same shape, so that what decides is as
/// much
/// in both. Over HTTP a question about a person is one that is never answered from memory.
///
/// Not a test: it is run by hand, after a build, with `java -cp server/target/test-classes:cli/target/keystead.jar`,
/// this class and how many licences to compare with 1,000. With `-Dexplain=true` it prints the plan instead.
final class LicenseFigures {
    private static final int FEW = 1_000;
    private static final int ON_A_NODE = 5;
    private static final int MODULES = 50;
    private static final int QUESTIONS = Integer.getInteger("questions", 10_000);
    private static final int KNOWN_QUESTIONS = Integer.getInteger("known", 200_000);
    private static final int REQUESTS = Integer.getInteger("requests", 3_000);
    private static final int WARM_UP = Integer.getInteger("warmup", 10_000);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    /// As many as the small one has.
    private static final int KNOWN_NODES = FEW / ON_A_NODE;

    private LicenseFigures() {}

    /// An installation with so many licences in one workspace.
    private static final class Sized implements AutoCloseable {
        private final int nodes;
        private final TestServer server = TestServer.start("--roles", "web", "--log-level", "warn");
        private final TestServer.Elsewhere place = server.makeOrganisation("figures");
        private final TestServer.Client client = server.as(place.key());
        private final Where where =
                new Where(place.workspace().value(), place.org().value());
        private final HikariDataSource pool;
        private final SharedCaches listening;
        private final Entitlements forgetful;
        private final Entitlements knowing;

        Sized(int licenses) throws SQLException {
            this.nodes = licenses / ON_A_NODE;
            fill();
            var config = new HikariConfig();
            config.setJdbcUrl(server.database().jdbcUrl());
            config.setUsername(server.appLogin().user());
            config.setPassword(server.appLogin().password());
            config.setMaximumPoolSize(2);
            this.pool = new HikariDataSource(config);
            Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
            // Not listening, so that every question goes to the database.
            this.forgetful = entitlements(database, new SharedCaches(database, Clock.systemUTC()));
            this.listening = new SharedCaches(database, Clock.systemUTC());
            this.knowing = entitlements(database, listening);
            listening.start();
        }

        private static Entitlements entitlements(Database database, SharedCaches caches) {
            Clock clock = Clock.systemUTC();
            var catalogue = new Catalogue(database, database, caches, Reserved.SYSTEM_WORKSPACE.value(), clock);
            return new Entitlements(
                    database, caches, catalogue, new LicenseMarks(caches), new Nodes(database, caches, clock), clock);
        }

        /// Past every wall and trigger; indexes beside the keys are made when the rows are there.
        private void fill() throws SQLException {
            try (Connection connection = server.database().connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("set synchronous_commit = off; set maintenance_work_mem = '256MB'");
                statement.execute("set session_replication_role = replica");
                List<String> indexes = takeIndexes(statement);
                statement.execute("""
                        insert into licensing.modules (id, code, name, category, dependencies, min_node_types,
                            is_always_on, version, created_at, updated_at)
                        select %s, 'm' || lpad(n::text, 3, '0'), 'Module', 'figures', '{}', '{}', false, 1, now(), now()
                        from generate_series(0, %d) n""".formatted(id(1, "n"), MODULES - 1));
                // Ten nodes are a tree of three levels: one, three below it, two below each of these.
                statement.execute("""
                        insert into identity.nodes (org_id, tenant_id, id, kind, parent_id, name, version, created_at,
                            updated_at)
                        select w.org_id, w.tenant_id, %s, 'unit',
                            case when n %% 10 = 0 then w.id
                                 when n %% 10 <= 3 then %s
                                 else %s end,
                            'Unit', 1, now(), now()
                        from generate_series(0, %d) n,
                            (select * from identity.nodes where kind = 'workspace' and tenant_id = '%s') w""".formatted(
                                id(2, "n"),
                                id(2, "(n - n % 10)"),
                                id(2, "(n - n % 10 + (n % 10 - 4) / 2 + 1)"),
                                nodes - 1,
                                where.tenant()));
                statement.execute("""
                        insert into licensing.license_assignments (tenant_id, org_id, id, module_id, node_id, for_org,
                            scope, status, effective_from, converts, usage_cap, assigned_by, version, created_at,
                            updated_at)
                        select '%s', '%s', %s, %s, %s, false, 'inherit-down', 'active', '2020-01-01', false,
                            case when n %% 10 = 0 then 1000 end, 'did:internal:figures', 1, now(), now()
                        from generate_series(0, %d) n""".formatted(
                                where.tenant(),
                                where.org(),
                                id(3, "n"),
                                id(1, "(n % " + MODULES + ")"),
                                id(2, "(n / " + ON_A_NODE + ")"),
                                nodes * ON_A_NODE - 1));
                statement.execute("""
                        insert into licensing.usage (tenant_id, org_id, assignment_id, used, updated_at)
                        select tenant_id, org_id, id, 1, now() from licensing.license_assignments
                        where usage_cap is not null""");
                for (String definition : indexes) {
                    statement.execute(definition);
                }
                statement.execute("vacuum analyze identity.nodes, licensing.license_assignments, licensing.usage");
                statement.execute("vacuum analyze licensing.modules");
                statement.execute("checkpoint");
            }
        }

        private static List<String> takeIndexes(Statement statement) throws SQLException {
            Map<String, String> indexes = new LinkedHashMap<>();
            try (ResultSet rows = statement.executeQuery("""
                    select indexname, indexdef from pg_indexes where schemaname = 'licensing'
                      and tablename = 'license_assignments' and indexname like '%\\_by\\_%'""")) {
                while (rows.next()) {
                    indexes.put(rows.getString(1), rows.getString(2));
                }
            }
            for (String index : indexes.keySet()) {
                statement.execute("drop index licensing." + index);
            }
            return List.copyOf(indexes.values());
        }

        /// An id that is told by a kind and a number.
        private static String id(int kind, String number) {
            return "('0190000%d-0000-7000-8000-' || lpad(to_hex(%s), 12, '0'))::uuid".formatted(kind, number);
        }

        private static NodeId node(int number) {
            return new NodeId(UUID.fromString("01900002-0000-7000-8000-%012x".formatted(number)));
        }

        /// A module of which the node has a licence of its own.
        private static String module(int node) {
            return "m%03d".formatted(node * ON_A_NODE % MODULES);
        }

        /// One of as many as both have, in small trees that are far from each other.
        private int knownNode(int which) {
            return which / 10 * 10 * (nodes / KNOWN_NODES) + which % 10;
        }

        private int knownNode(Random random) {
            return knownNode(random.nextInt(KNOWN_NODES));
        }

        Figure unknown(Random random) {
            return Figure.of(QUESTIONS, () -> ask(forgetful, random.nextInt(nodes)));
        }

        Figure known(Random random) {
            for (int i = 0; i < KNOWN_NODES; i++) {
                ask(knowing, knownNode(i));
            }
            return Figure.of(KNOWN_QUESTIONS, () -> ask(knowing, knownNode(random)));
        }

        private void ask(Entitlements asked, int number) {
            var check = new Check(module(number), node(number), Optional.empty());
            List<Answer> answers = asked.check(where, List.of(check), When.now(Clock.systemUTC()));
            if (!(answers.getFirst() instanceof Answer.Told(Verdict verdict)) || !verdict.isGranted()) {
                throw new IllegalStateException(number + ": " + answers);
            }
        }

        Figure unknownOverHttp(int times, Random random) {
            return Figure.of(
                    times, () -> request(random.nextInt(nodes), ",\"user_id\":\"usr_01k9zzzzzzzzzzzzzzzzzzzzzz\""));
        }

        Figure knownOverHttp(int times, Random random) {
            return Figure.of(times, () -> request(knownNode(random), ""));
        }

        private void request(int number, String more) {
            TestServer.Answer told = client.post(
                    "/v1/entitlements:check",
                    "{\"checks\":[{\"module\":\"%s\",\"node_id\":\"%s\"%s}]}"
                            .formatted(module(number), node(number).text(), more));
            if (told.status() != 200 || !told.text().contains("GRANTED")) {
                throw new IllegalStateException(told.text());
            }
        }

        /// The plan of the statement that finds what decides, as the server's role has it.
        void explain() throws SQLException {
            try (Connection connection = server.database().connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("set role " + server.appLogin().user());
                statement.execute("set app.current_tenant_id = '%s'".formatted(where.tenant()));
                statement.execute("set app.current_org_id = '%s'".formatted(where.org()));
                print(
                        statement,
                        EntitlementStore.STANDING.text(),
                        List.of(
                                "'{%s}'::uuid[]"
                                        .formatted(node(nodes / 20 * 10 + 4).value()),
                                quoted(where.tenant()),
                                quoted(where.org()),
                                quoted(where.org()),
                                "500",
                                quoted(where.org()),
                                quoted(where.org()),
                                "'{}'::uuid[]",
                                quoted(where.org())));
            }
        }

        private static String quoted(UUID id) {
            return "'" + id + "'::uuid";
        }

        private static void print(Statement statement, String text, List<String> values) throws SQLException {
            String sql = text;
            for (String value : values) {
                sql = sql.replaceFirst("\\?", value);
            }
            try (ResultSet rows = statement.executeQuery("explain (analyze, buffers) " + sql)) {
                while (rows.next()) {
                    System.out.println(rows.getString(1));
                }
            }
        }

        @Override
        public void close() {
            listening.close();
            pool.close();
            server.close();
        }
    }

    public static void main(String[] arguments) throws SQLException {
        int many = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
        var random = new Random(7);
        long began = System.nanoTime();
        try (var small = new Sized(FEW);
                var large = new Sized(many)) {
            System.out.printf("%,d and %,d licences, made in %.0f s%n", FEW, many, (System.nanoTime() - began) / 1e9);
            if (Boolean.getBoolean("explain")) {
                large.explain();
            } else {
                measure(small, large, random);
            }
        }
        System.exit(0);
    }

    private static void measure(Sized small, Sized large, Random random) {
        for (Sized sized : List.of(small, large)) {
            sized.unknownOverHttp(WARM_UP, random);
            sized.knownOverHttp(WARM_UP, random);
        }
        for (int round = 0; round <= ROUNDS; round++) {
            String when = round == 0 ? "warm-up" : "round " + round;
            compare(when + ", not known", small.unknown(random), large.unknown(random));
            compare(when + ", known", small.known(random), large.known(random));
            compare(
                    when + ", not known, over HTTP",
                    small.unknownOverHttp(REQUESTS, random),
                    large.unknownOverHttp(REQUESTS, random));
            compare(
                    when + ", known, over HTTP",
                    small.knownOverHttp(REQUESTS, random),
                    large.knownOverHttp(REQUESTS, random));
        }
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

    /// Microseconds of a question; its CPU in milliseconds.
    private record Figure(double p50, double p99, Cpu cpu) {
        static Figure of(int times, Runnable question) {
            var taken = new long[times];
            Cpu before = Cpu.now();
            for (int i = 0; i < times; i++) {
                long begun = System.nanoTime();
                question.run();
                taken[i] = System.nanoTime() - begun;
            }
            Cpu cpu = Cpu.now().since(before).over(times);
            Arrays.sort(taken);
            return new Figure(taken[times / 2] / 1e3, taken[times * 99 / 100] / 1e3, cpu);
        }

        @Override
        public String toString() {
            return "p50 %.0f µs, p99 %.0f µs, CPU %.1f + %.1f µs"
                    .formatted(p50, p99, cpu.server() * 1e3, cpu.postgres() * 1e3);
        }
    }
}
