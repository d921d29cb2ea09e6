package dev.keystead.cascade;

import dev.keystead.directory.UserId;
import dev.keystead.login.Town;
import dev.keystead.platform.json.Json;
import dev.keystead.server.Cpu;
import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import dev.keystead.server.TestServer.Answer;
import dev.keystead.trust.Family;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
/// -XX:+UseSerialGC -cp server/target/test-classes:cli/target/keystead.jar` and this class. `-Dsizes=1000,3000`
/// tries it small, `-Dparts=sign-ins` does one half of it, `-Dclients=2` is how many sign in at once, `-Dpause=50`
/// how many milliseconds each waits between two times. The table of sizes is what `FiguresPlot` draws.
final class CascadeFigures {
    private static final String SIZES = System.getProperty("sizes", "10000,30000,100000");
    private static final int CLIENTS = Integer.getInteger("clients", 2);
    private static final int PAUSE = Integer.getInteger("pause", 50);
    private static final int WARM_UP = Integer.getInteger("warmup", 300);
    private static final int IDLE_SECONDS = Integer.getInteger("idle", 40);
    private static final int ARITY = 20;
    private static final Set<String> PARTS =
            Set.of(System.getProperty("parts", "sizes,sign-ins").split(",", -1));

    private final TestServer server = TestServer.start(
            "--roles",
            "web",
            "--master-key",
            Town.MASTER_KEY,
            "--sign-in-starts-per-source",
            "1000000",
            "--log-level",
            "warn");
    private final Town town = Town.on(server);
    private final Family family = new Family(server.look());

    /// A thread for everybody: the common pool has fewer than there are people.
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private CascadeFigures() {}

    public static void main(String[] arguments) {
        var figures = new CascadeFigures();
        List<Integer> sizes =
                Stream.of(SIZES.split(",", -1)).map(Integer::valueOf).toList();
        if (PARTS.contains("sizes")) {
            figures.sizes(WARM_UP, "warm");
            System.out.println("work,accounts,seconds,server_ms_per_account,postgres_ms_per_account");
            for (int size : sizes) {
                figures.sizes(size, "s" + size + "x").forEach(System.out::println);
            }
        }
        if (PARTS.contains("sign-ins")) {
            figures.signIns(sizes.getLast());
        }
        figures.server.close();
        System.exit(0);
    }

    /// What work came to, as a line of the table that `FiguresPlot` draws.
    private static String costOf(String name, int accounts, Runnable work) {
        Cpu before = Cpu.now();
        long began = System.nanoTime();
        work.run();
        double seconds = (System.nanoTime() - began) / 1e9;
        Cpu cpu = Cpu.now().since(before).over(accounts);
        return String.format(
                Locale.ROOT, "%s,%d,%.2f,%.4f,%.4f", name, accounts, seconds, cpu.server(), cpu.postgres());
    }

    private UserId tree(String prefix, int size) {
        UserId root = family.person(prefix + "root", 1);
        family.tree(root, prefix, size, ARITY);
        return root;
    }

    private List<String> sizes(int size, String prefix) {
        UserId root = tree(prefix, size);
        server.execute("vacuum analyze");
        int people = (int) server.count("select count(*) from identity.users where kind = 'individual'");
        String first = costOf("trust", people, () -> TestJobs.run(server, "trust"));
        String again = costOf("trust-again", people, () -> TestJobs.run(server, "trust"));
        String job = begin(root);
        String cascade = costOf("cascade", size, () -> TestJobs.run(server, "cascade"));
        server.asAdministrator().post("/v1/cascade-jobs/" + job + ":reverse");
        String undo = costOf("undo", size, () -> TestJobs.run(server, "cascade"));
        return List.of(first, again, cascade, undo);
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
        server.execute("vacuum analyze");
        long end = System.nanoTime() + Duration.ofSeconds(IDLE_SECONDS).toNanos();
        double idle = print("idle", signInWhile(people, () -> System.nanoTime() < end));
        begin(root);
        long began = System.nanoTime();
        var cascade = CompletableFuture.runAsync(() -> TestJobs.run(server, "cascade"), threads);
        double busy = print("during a cascade over " + size, signInWhile(people, () -> !cascade.isDone()));
        System.out.printf("p99 against idle: %.2f%n", busy / idle);
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

    /// Answers what one of a hundred took longer than.
    private static double print(String when, List<Double> times) {
        List<Double> sorted = times.stream().sorted().toList();
        double p99 = sorted.get((int) (sorted.size() * 0.99));
        System.out.printf(
                "sign-in %s: %d times, p50 %.1f ms, p90 %.1f ms, p99 %.1f ms%n",
                when, sorted.size(), sorted.get(sorted.size() / 2), sorted.get((int) (sorted.size() * 0.9)), p99);
        return p99;
    }
}
