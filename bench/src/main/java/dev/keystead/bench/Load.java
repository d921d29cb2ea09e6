package dev.keystead.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/// A closed-loop load: a fixed number of virtual users without think time, each on its own thread and
/// connections.
///
/// Users run on platform threads because a blocking read costs the generator less there than a parked virtual
/// thread.
///
/// @param warmup driven the same way but not counted
/// @param duration the counted time
record Load(int concurrency, Duration warmup, Duration duration) {
    /// Fetching tokens for every user at once could overload a server that hashes passwords.
    private static final int PREPARED_AT_ONCE = 4;

    /// Tries the scenario once with one user, so that a wrong address or password is told before minutes are
    /// spent.
    static void refuseBroken(String name, Scenario scenario) {
        try (VirtualUser user = scenario.user(0)) {
            for (UserLoop.Attempt attempt : UserLoop.Attempt.values()) {
                if (UserLoop.attempt(user, attempt) instanceof Iteration.Failed(String why)) {
                    throw new Refusal("`" + name + "` does not work: " + why);
                }
            }
        }
    }

    Measurement run(String name, Scenario scenario, Watched watched) throws InterruptedException {
        watched.refuseMissing();
        List<VirtualUser> users = new ArrayList<>();
        try {
            for (int number = 0; number < concurrency; number++) {
                users.add(scenario.user(number));
            }
            prepare(name, users);
            return drive(users, watched);
        } finally {
            users.forEach(VirtualUser::close);
        }
    }

    private void prepare(String name, List<VirtualUser> users) throws InterruptedException {
        List<Callable<Iteration>> tasks = users.stream()
                .<Callable<Iteration>>map(user -> () -> UserLoop.attempt(user, UserLoop.Attempt.PREPARE))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(Math.min(PREPARED_AT_ONCE, concurrency))) {
            for (Future<Iteration> prepared : threads.invokeAll(tasks)) {
                if (outcome(prepared) instanceof Iteration.Failed(String why)) {
                    throw new Refusal("The users of `" + name + "` could not be prepared: " + why);
                }
            }
        }
    }

    private Measurement drive(List<VirtualUser> users, Watched watched) throws InterruptedException {
        var phase = new AtomicReference<>(UserLoop.Phase.WARM_UP);
        List<UserLoop> loops =
                users.stream().map(user -> new UserLoop(user, phase)).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(concurrency)) {
            try {
                List<Future<?>> running = new ArrayList<>();
                loops.forEach(loop -> running.add(threads.submit(loop)));
                Thread.sleep(warmup);
                Watched.Reading before = watched.read();
                long start = System.nanoTime();
                phase.set(UserLoop.Phase.MEASURE);
                Thread.sleep(duration);
                phase.set(UserLoop.Phase.STOP);
                double seconds = (System.nanoTime() - start) / 1e9;
                Watched.Reading after = watched.read();
                double megabytes = watched.serverMegabytes();
                for (Future<?> loop : running) {
                    outcome(loop);
                }
                return summary(loops, seconds, watched, before, after, megabytes);
            } finally {
                // Closing waits for the threads, so they must be told to stop on every way out.
                phase.set(UserLoop.Phase.STOP);
            }
        }
    }

    private static Measurement summary(
            List<UserLoop> loops,
            double seconds,
            Watched watched,
            Watched.Reading before,
            Watched.Reading after,
            double megabytes) {
        Latencies.Summary latencies =
                Latencies.summary(loops.stream().map(UserLoop::latencies).toList());
        long mine = after.serverMillis()
                + after.postgresMillis()
                + after.generatorMillis()
                - before.serverMillis()
                - before.postgresMillis()
                - before.generatorMillis();
        Map<String, Long> failures = new LinkedHashMap<>();
        loops.forEach(loop -> loop.failures().forEach((why, count) -> failures.merge(why, count, Long::sum)));
        return new Measurement(
                seconds,
                loops.stream().mapToLong(UserLoop::errors).sum(),
                loops.stream().mapToLong(UserLoop::requests).sum(),
                latencies,
                Measurement.CpuPerOperation.between(watched, before, after, latencies.count()),
                megabytes,
                MachineNoise.between(before.machine(), after.machine(), mine),
                failures);
    }

    private static <T> T outcome(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException fault) {
            throw new IllegalStateException("A virtual user met a fault of the generator itself.", fault.getCause());
        }
    }
}
