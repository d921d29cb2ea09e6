package dev.keystead.login;

import com.sun.management.OperatingSystemMXBean;
import dev.keystead.login.Town.Person;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Prints whether the time of an answer tells anything about an account, and where the CPU of a sign-in
/// goes, for a program that sends name and password together (`-Drequests=2`: one after the other).
///
/// Not a test: it is run by hand, after a build, with `java --enable-native-access=ALL-UNNAMED
/// -XX:+UseSerialGC -cp server/target/test-classes:cli/target/keystead.jar` and this class.
final class LoginFigures {
    private static final int WARM_UP = Integer.getInteger("warmup", 1000);
    private static final int ROUNDS = Integer.getInteger("rounds", 150);
    private static final int CLIENTS = Integer.getInteger("clients", 1);
    private static final int LOGINS = Integer.getInteger("logins", 100);
    private static final boolean TOGETHER = Integer.getInteger("requests", 1) == 1;
    private static final String WRONG = "not the password 7";
    private static final JsonMapper JSON = new JsonMapper();
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final TestServer server =
            TestServer.start("--master-key", Town.MASTER_KEY, "--sign-in-starts-per-source", "1000000");
    private final Town town = Town.on(server);

    private LoginFigures() {}

    public static void main(String[] arguments) throws Exception {
        try {
            var figures = new LoginFigures();
            figures.share();
            figures.timing();
        } catch (Throwable failed) {
            failed.printStackTrace();
            // The server's threads would keep the process.
            System.exit(1);
        }
        System.exit(0);
    }

    private void timing() throws IOException {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":3600,\"max_seconds\":3600}");
        var names = new LinkedHashMap<String, String>();
        names.put("known", town.person("known").email());
        names.put("unknown", "unknown@" + town.place().slug() + ".test");
        Person suspended = town.person("suspended");
        town.administrator().post("/v1/users/" + suspended.id().text() + ":suspend");
        names.put("suspended", suspended.email());
        Person pending = town.person("pending");
        town.change(
                "identity.users",
                "status = 'pending_verification'",
                "and id = '" + pending.id().value() + "'");
        names.put("pending", pending.email());
        names.put("no password", town.stranger("bare").email());
        Person locked = town.person("locked");
        names.put("locked", locked.email());
        attempt(locked.email());
        town.change("auth.lockouts", "unlocks_at = now() + interval '1 hour'", "and kind = 'account'");

        var identifying = new LinkedHashMap<String, List<Double>>();
        var judging = new LinkedHashMap<String, List<Double>>();
        var both = new LinkedHashMap<String, List<Double>>();
        for (int round = -10; round < ROUNDS; round++) {
            forgive(locked);
            // They take turns, so that the machine's moods hit all of them.
            for (var name : names.entrySet()) {
                double[] times = attempt(name.getValue());
                if (round >= 0) {
                    identifying
                            .computeIfAbsent(name.getKey(), _ -> new ArrayList<>())
                            .add(times[0]);
                    judging.computeIfAbsent(name.getKey(), _ -> new ArrayList<>())
                            .add(times[1]);
                    both.computeIfAbsent(name.getKey(), _ -> new ArrayList<>()).add(times[2]);
                }
            }
        }
        print("saying who, ms", identifying);
        print("a wrong password, ms", judging);
        print("both together, ms", both);
    }

    private void forgive(Person but) {
        server.execute("delete from auth.lockouts where tenant_id = '%s' and (user_id is null or user_id <> '%s')"
                .formatted(town.place().workspace().value(), but.id().value()));
    }

    /// Milliseconds for saying who, for a wrong password, and for both in one request.
    private double[] attempt(String name) throws IOException {
        JsonNode flow = post("/v1/flows", "", "{}");
        String key = flow.path("browser_key").asString();
        String steps = "/v1/flows/" + flow.path("id").asString() + "/steps/";
        long begun = System.nanoTime();
        post(steps + "identify", key, Json.text(Map.of("identifier", name)));
        long identified = System.nanoTime();
        post(steps + "password", key, Json.text(Map.of("password", WRONG)));
        long judged = System.nanoTime();
        post("/v1/flows", key, Json.text(Map.of("identifier", name, "password", WRONG)));
        return new double[] {(identified - begun) / 1e6, (judged - identified) / 1e6, (System.nanoTime() - judged) / 1e6
        };
    }

    private static void print(String what, Map<String, List<Double>> times) {
        System.out.println(what + ", medians of " + ROUNDS + " and fastest tenths, which a busy machine hardly moves");
        times.forEach((kind, values) ->
                System.out.printf("  %-12s %7.2f %7.2f%n", kind, quantile(values, 0.5), quantile(values, 0.1)));
        System.out.printf("  spread %.1f %% %.1f %%%n", spread(times, 0.5), spread(times, 0.1));
    }

    private static double spread(Map<String, List<Double>> times, double share) {
        var found = times.values().stream()
                .mapToDouble(values -> quantile(values, share))
                .summaryStatistics();
        return (found.getMax() / found.getMin() - 1) * 100;
    }

    /// Somebody who signs in again and again.
    ///
    /// @param browser the key that the server knows it by
    private record Client(Person person, String browser) {}

    private void share() throws Exception {
        town.decide("lockout", "{\"threshold\":100,\"first_seconds\":60,\"max_seconds\":60}");
        var clients = new ArrayList<Client>();
        for (int i = 0; i < CLIENTS; i++) {
            Person person = town.person("client" + i);
            clients.add(new Client(person, login(person, "")));
        }
        signIn(clients, WARM_UP);
        share("in the same browser as before", clients);
        share(
                "in a new browser each time",
                clients.stream().map(client -> new Client(client.person(), "")).toList());
    }

    /// Signs in so often, all clients at once, and answers the nanoseconds of CPU that the clients took.
    private long signIn(List<Client> clients, int times) throws Exception {
        var left = new AtomicInteger(times);
        long cpu = 0;
        try (var threads = Executors.newFixedThreadPool(clients.size())) {
            var working = new ArrayList<Future<Long>>();
            for (Client client : clients) {
                working.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        login(client.person(), client.browser());
                    }
                    return THREADS.getCurrentThreadCpuTime();
                }));
            }
            for (Future<Long> one : working) {
                cpu += one.get();
            }
        }
        return cpu;
    }

    /// Nanoseconds of CPU until now: of this process by what its threads do, and of all processes of the database
    /// that it started and that are still there: one that ended takes its part with it, so it may be more.
    private record Cpu(double hashing, double compiling, double rest, double database, long at) {
        static Cpu now() {
            double hashing = 0;
            double compiling = 0;
            for (Map.Entry<String, Double> thread : threads()) {
                if (thread.getKey().startsWith("password-hash")) {
                    hashing += thread.getValue();
                } else if (thread.getKey().contains("CompilerThre")) {
                    compiling += thread.getValue();
                }
            }
            double database = ProcessHandle.current()
                    .descendants()
                    .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
                    .mapToLong(Duration::toNanos)
                    .sum();
            double rest = PROCESS.getProcessCpuTime() - hashing - compiling;
            return new Cpu(hashing, compiling, rest, database, System.nanoTime());
        }

        /// What the kernel knows of each thread: its name, cut at 15 characters, and how long it ran.
        private static List<Map.Entry<String, Double>> threads() {
            try (var tasks = Files.list(Path.of("/proc/self/task"))) {
                var threads = new ArrayList<Map.Entry<String, Double>>();
                for (Path task : tasks.toList()) {
                    thread(task).ifPresent(threads::add);
                }
                return threads;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Optional<Map.Entry<String, Double>> thread(Path task) throws IOException {
            try {
                String ran = Files.readString(task.resolve("schedstat")).split(" ", 2)[0];
                return Optional.of(
                        Map.entry(Files.readString(task.resolve("comm")).strip(), Double.parseDouble(ran)));
            } catch (NoSuchFileException ended) {
                return Optional.empty();
            }
        }

        Cpu since(Cpu before) {
            return new Cpu(
                    hashing - before.hashing,
                    compiling - before.compiling,
                    rest - before.rest,
                    database - before.database,
                    at - before.at);
        }

        /// Without what is done all the time, whether anybody signs in or not.
        Cpu without(Cpu idle) {
            double share = (double) at / idle.at;
            return new Cpu(hashing, compiling, rest - share * idle.rest, database - share * idle.database, at);
        }
    }

    /// What a server uses while nobody signs in can only be seen by leaving it alone. Run by hand, never as a test.
    private static Cpu idle() throws InterruptedException {
        Cpu before = Cpu.now();
        Thread.sleep(Duration.ofSeconds(10));
        return Cpu.now().since(before);
    }

    private void share(String where, List<Client> clients) throws Exception {
        Cpu idle = idle();
        Cpu before = Cpu.now();
        // The clients run in this process, and are not the server's cost.
        long outside = signIn(clients, LOGINS);
        Cpu spent = Cpu.now().since(before).without(idle);
        double hashing = spent.hashing() / 1e6 / LOGINS;
        double server = (spent.rest() - outside) / 1e6 / LOGINS;
        double database = spent.database() / 1e6 / LOGINS;
        System.out.printf(
                "CPU ms of a password sign-in %s, %d at once: hash %.2f, the rest of the server %.2f, PostgreSQL %.2f:"
                        + " the hash is %.1f %%. Beside that, the compiler took %.2f.%n",
                where,
                clients.size(),
                hashing,
                server,
                database,
                100 * hashing / (hashing + server + database),
                spent.compiling() / 1e6 / LOGINS);
    }

    /// Signs in, and answers the key of the browser.
    ///
    /// @param browser empty for one that was never here
    private String login(Person person, String browser) throws IOException {
        var said = new LinkedHashMap<>(Map.of("identifier", person.email()));
        if (TOGETHER) {
            said.put("password", Town.PASSWORD);
        }
        JsonNode flow = post("/v1/flows", browser, Json.text(said));
        String key = flow.path("browser_key").asString();
        String step = "/v1/flows/" + flow.path("id").asString() + "/steps/password";
        JsonNode inside = TOGETHER ? flow : post(step, key, Json.text(Map.of("password", Town.PASSWORD)));
        if (inside.path("tokens").path("access_token").asString().isEmpty()) {
            throw new IllegalStateException(inside.toString());
        }
        return key;
    }

    private JsonNode post(String path, String key, String body) throws IOException {
        var connection = (HttpURLConnection)
                server.address().resolve(town.path() + path).toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        if (!key.isEmpty()) {
            connection.setRequestProperty("Keystead-Browser", key);
        }
        connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        int status = connection.getResponseCode();
        try (var answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return JSON.readTree(answer.readAllBytes());
        }
    }

    private static double quantile(List<Double> values, double share) {
        return values.stream()
                .sorted()
                .skip((long) (values.size() * share))
                .findFirst()
                .orElseThrow();
    }
}
