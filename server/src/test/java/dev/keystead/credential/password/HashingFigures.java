package dev.keystead.credential.password;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Prints what hashing costs on this machine. Not a test: it is run by hand, after a build, with
/// `java --enable-native-access=ALL-UNNAMED -cp server/target/test-classes:cli/target/keystead.jar` and this class.
final class HashingFigures {
    private static final int ROUNDS = 5;
    private static final int HASHES = 10;
    private static final int PINGS = 40;
    private static final String NASTY =
            "4@8({[<369&#!1|0$5+7%2p@$$w0rd4n4".repeat(4).substring(0, 128);

    private HashingFigures() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println("CPU ms per hash, median of " + ROUNDS + " rounds of " + HASHES + " per thread (wall ms)");
        List<Argon2> engines = Engines.all().toList();
        for (int threads : new int[] {1, 2}) {
            // The engines take turns, so that the machine's moods hit both.
            var rounds = new ArrayList<List<double[]>>();
            for (int round = -1; round < ROUNDS; round++) {
                var measured = new ArrayList<double[]>();
                for (Argon2 engine : engines) {
                    measured.add(round(engine, threads));
                }
                if (round >= 0) {
                    rounds.add(measured);
                }
            }
            for (int at = 0; at < engines.size(); at++) {
                int engine = at;
                System.out.printf(
                        "%-16s %d threads %6.1f (%.1f)%n",
                        engines.get(engine).name(),
                        threads,
                        median(rounds.stream()
                                .mapToDouble(one -> one.get(engine)[0])
                                .toArray()),
                        median(rounds.stream()
                                .mapToDouble(one -> one.get(engine)[1])
                                .toArray()));
            }
        }
        rules();
        System.out.println("ms until another virtual thread has run, while two clients per core hash without pause");
        Argon2 engine = engines.getLast();
        pings("hashing on the caller's thread", password -> hash(engine, password));
        try (var hashes = PasswordHashes.start(Parameters.FLOOR)) {
            pings("hashing behind the gate", password -> hashes.hash(password));
        }
    }

    private static void hash(Argon2 engine, String password) {
        engine.hash(Parameters.FLOOR, new Argon2.Input(password.getBytes(StandardCharsets.UTF_8), new byte[16]), 32);
    }

    /// CPU and wall milliseconds per hash; the CPU is the whole process's, so the collector's work counts as well.
    private static double[] round(Argon2 engine, int threads) throws Exception {
        var process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        Callable<Boolean> work = () -> {
            for (int i = 0; i < HASHES; i++) {
                hash(engine, "violet tram " + i);
            }
            return true;
        };
        try (var pool = Executors.newFixedThreadPool(threads)) {
            long cpu = process.getProcessCpuTime();
            long wall = System.nanoTime();
            for (Future<Boolean> one : pool.invokeAll(Collections.nCopies(threads, work))) {
                one.get();
            }
            double all = 1e6 * HASHES * threads;
            return new double[] {(process.getProcessCpuTime() - cpu) / all, (System.nanoTime() - wall) / all};
        }
    }

    private static void rules() {
        var rules = new PasswordRules();
        var words = List.of("ana-silva", "ana.silva@padaria.example", "Ana Mar\u00eda Silva", "Padaria Central");
        long loading = System.nanoTime();
        var _ = rules.check("violet tram 9", words);
        loading = System.nanoTime() - loading;
        var times = new double[500];
        for (int i = 0; i < times.length; i++) {
            long begun = System.nanoTime();
            var _ = rules.check(NASTY, words);
            times[i] = (System.nanoTime() - begun) / 1e6;
        }
        System.out.printf(
                "rules: first check with its list %.0f ms, then 128 characters made to be slow %.3f ms%n",
                loading / 1e6, median(times));
    }

    private static void pings(String name, Consumer<String> hashing) throws Exception {
        var done = new AtomicBoolean();
        var times = new double[PINGS];
        int callers = 2 * Runtime.getRuntime().availableProcessors();
        try (var requests = Executors.newVirtualThreadPerTaskExecutor();
                var clients = Executors.newFixedThreadPool(callers)) {
            Callable<Boolean> client = () -> {
                while (!done.get()) {
                    requests.submit(() -> hashing.accept("violet tram 9")).get();
                }
                return true;
            };
            for (int caller = 0; caller < callers; caller++) {
                var _ = clients.submit(client);
            }
            for (int i = 0; i < PINGS; i++) {
                long begun = System.nanoTime();
                times[i] = (requests.submit(System::nanoTime).get() - begun) / 1e6;
                // The pace of the pings, so that they do not become a load of their own. This program is no test.
                Thread.sleep(5);
            }
            done.set(true);
        }
        Arrays.sort(times);
        System.out.printf("%-32s p50 %.2f, p99 %.1f%n", name, times[PINGS / 2], times[PINGS * 99 / 100]);
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
