package dev.keystead.cascade;

import com.sun.management.OperatingSystemMXBean;
import dev.keystead.directory.UserId;
import dev.keystead.login.Town;
import dev.keystead.platform.json.Json;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.trust.Family;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Prints what recomputing trust, a cascade and undoing it cost for each account, at three sizes, and what
/// people notice who sign in while the largest cascade runs.
///
/// Not a test: it is run by hand, after a build, with `java --enable-native-access=ALL-UNNAMED
/// -XX:+UseSerialGC -cp "server/target/test-classes:cli/target/lib/*"` and this class. `-Dsizes=1000,3000`
/// tries it small, `-Dclients=2` is how many sign in at once, `-Dpause=50` how many milliseconds each waits
/// between two times.
final class CascadeFigures {
    private static final String SIZES = System.getProperty("sizes", "10000,30000,100000");
    private static final int CLIENTS = Integer.getInteger("clients", 2);
    private static final int PAUSE = Integer.getInteger("pause", 50);
    private static final int WARM_UP = Integer.getInteger("warmup", 300);
    private static final int IDLE_SECONDS = Integer.getInteger("idle", 40);
    private static final int ARITY = 20;
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final TestServer server = TestServer.start(
            "--roles", "web", "--master-key", Town.MASTER_KEY, "--sign-in-starts-per-source", "1000000");
    private final Town town = Town.on(server);
    private final Family family = new Family(server.look());

    /// A thread for everybody: the common pool has fewer than there are people.
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private CascadeFigures() {}

    public static void main(String[] arguments) {
        var figures = new CascadeFigures();
        List<Integer> sizes =
                Stream.of(SIZES.split(",", -1)).map(Integer::valueOf).toList();
        System.out.println("accounts   trust: CPU ms an account, first and again   cascade   undo");
        for (int size : sizes) {
            figures.sizes(size, "s" + size + "x");
        }
        figures.signIns(sizes.getLast());
        figures.server.close();
        System.exit(0);
    }

    /// Nanoseconds of CPU until now: of this process and of the database that it started.
    private static double cpu() {
        return PROCESS.getProcessCpuTime()
                + ProcessHandle.current()
                        .descendants()
                        .map(child -> child.info().totalCpuDuration().orElse(Duration.ZERO))
                        .mapToLong(Duration::toNanos)
                        .sum();
    }

    private static double costOf(int accounts, Runnable work) {
        double before = cpu();
        work.run();
        return (cpu() - before) / 1e6 / accounts;
    }

    private UserId tree(String prefix, int size) {
        UserId root = family.person(prefix + "root", 1);
        family.tree(root, prefix, size, ARITY);
        return root;
    }

    private void sizes(int size, String prefix) {
        UserId root = tree(prefix, size);
        int people = (int) server.count("select count(*) from identity.users where kind = 'individual'");
        double trust = costOf(people, () -> TestJobs.run(server, "trust"));
        double again = costOf(people, () -> TestJobs.run(server, "trust"));
        String job = begin(root);
        double cascade = costOf(size, () -> TestJobs.run(server, "cascade"));
        server.asAdministrator().post("/v1/cascade-jobs/" + job + ":reverse");
        double undo = costOf(size, () -> TestJobs.run(server, "cascade"));
        System.out.printf("%8d   %.3f (of %d people) %.3f   %.3f   %.3f%n", size, trust, people, again, cascade, undo);
    }

    private String begin(UserId root) {
        Answer answer = server.asAdministrator()
                .post("/v1/lineage/" + root.text() + ":revoke", "{\"reason\":\"fraud\",\"cascade\":true}");
        if (answer.status() != 202) {
            throw new IllegalStateException(answer.text());
        }
        return answer.json().path("cascade_job_id").asString();
    }

    /// The same people sign in while nothing else happens, and while everybody below somebody is suspended.
    private void signIns(int size) {
        List<Town.Person> people = IntStream.range(0, CLIENTS)
                .mapToObj(i -> town.person("client" + i))
                .toList();
        for (int i = 0; i < WARM_UP; i++) {
            signIn(people.get(i % CLIENTS));
        }
        UserId root = tree("busy", size);
        long end = System.nanoTime() + Duration.ofSeconds(IDLE_SECONDS).toNanos();
        print("idle", signInWhile(people, () -> System.nanoTime() < end));
        begin(root);
        long began = System.nanoTime();
        var cascade = CompletableFuture.runAsync(() -> TestJobs.run(server, "cascade"), threads);
        print("during a cascade over " + size, signInWhile(people, () -> !cascade.isDone()));
        System.out.printf("the cascade took %.1f s%n", (System.nanoTime() - began) / 1e9);
        cascade.join();
    }

    private List<Double> signInWhile(List<Town.Person> people, BooleanSupplier goesOn) {
        List<CompletableFuture<List<Double>>> clients = people.stream()
                .map(person -> CompletableFuture.supplyAsync(
                        () -> {
                            List<Double> times = new ArrayList<>();
                            while (goesOn.getAsBoolean()) {
                                long began = System.nanoTime();
                                signIn(person);
                                times.add((System.nanoTime() - began) / 1e6);
                                pause();
                            }
                            return times;
                        },
                        threads))
                .toList();
        return clients.stream().flatMap(client -> client.join().stream()).toList();
    }

    /// People do not sign in without a break. Run by hand, never as a test.
    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(PAUSE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void signIn(Town.Person person) {
        var client = server.as("");
        Answer flow = client.post(town.path() + "/v1/flows", Json.text(Map.of("identifier", person.email())));
        Answer inside = client.with(
                        "Keystead-Browser", flow.json().path("browser_key").asString())
                .post(
                        town.path() + "/v1/flows/" + flow.id() + "/steps/password",
                        Json.text(Map.of("password", Town.PASSWORD)));
        if (inside.json().path("tokens").path("access_token").asString().isEmpty()) {
            throw new IllegalStateException(inside.text());
        }
    }

    private static void print(String when, List<Double> times) {
        List<Double> sorted = times.stream().sorted().toList();
        System.out.printf(
                "sign-in %s: %d times, p50 %.1f ms, p99 %.1f ms%n",
                when, sorted.size(), sorted.get(sorted.size() / 2), sorted.get((int) (sorted.size() * 0.99)));
    }
}
