package dev.keystead.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.TestJobs;
import dev.keystead.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobsTest {
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Duration NEVER = Duration.ofDays(300);
    private static final Jobs.Pace FAST =
            new Jobs.Pace(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMillis(5));
    private static final long LIMIT_SECONDS = 30;

    private final TestServer server = TestServer.start("--roles", "web");

    @AfterAll
    void stop() {
        server.close();
    }

    @BeforeEach
    void emptyTheTimetable() {
        server.execute("delete from admin.jobs");
        server.execute("delete from admin.job_runs");
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("it happened")
                .isTrue();
    }

    private Jobs start(Job... timetable) {
        return TestJobs.start(server, "here", FAST, List.of(timetable));
    }

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aJobRunsAgainAndAgain() throws InterruptedException {
        var runs = new CountDownLatch(3);
        try (var _ = start(new Job("counting", OFTEN, () -> {
            runs.countDown();
            return 1;
        }))) {
            await(runs);
        }
        assertThat(server.count("select count(*) from admin.job_runs where node = 'here' and rows = 1"))
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void aRunThatFailsEndsNeitherItsOwnTimetableNorAnothers() throws InterruptedException {
        var failed = new CountDownLatch(3);
        var broken = new CountDownLatch(3);
        var sound = new CountDownLatch(3);
        var failing = new Job("failing", OFTEN, () -> {
            failed.countDown();
            throw new IllegalStateException("the test's own failure\nwith a second line");
        });
        // A class that cannot be loaded or a stack that overflows is an error and no exception.
        var breaking = new Job("breaking", OFTEN, () -> {
            broken.countDown();
            throw new StackOverflowError("the test's own error");
        });
        var well = new Job("sound", OFTEN, () -> {
            sound.countDown();
            return 0;
        });
        try (var _ = start(failing, breaking, well)) {
            await(failed);
            await(broken);
            await(sound);
        }
        assertThat(server.count("select failures from admin.jobs where name = 'failing'"))
                .as("also when a turn came while the node stopped")
                .isGreaterThanOrEqualTo(2);
        assertThat(server.look().text("select error from admin.job_runs where job = 'failing' limit 1"))
                .isEqualTo("java.lang.IllegalStateException: the test's own failure");
        assertThat(server.count("select coalesce(failures, 0) from admin.jobs where name = 'sound'"))
                .isZero();
    }

    @Test
    void aJobThatHangsHoldsUpNoOther() throws InterruptedException {
        var hanging = new CountDownLatch(1);
        var others = new CountDownLatch(3);
        try (var _ = start(
                new Job("hanging", OFTEN, () -> {
                    hanging.countDown();
                    awaitInterrupt();
                    return 0;
                }),
                new Job("other", OFTEN, () -> {
                    others.countDown();
                    return 0;
                }))) {
            await(hanging);
            await(others);
            assertThat(server.look().text("select picked_by from admin.jobs where name = 'hanging'"))
                    .isEqualTo("here");
        }
    }

    @Test
    void closingInterruptsARunAndWaitsForItsEnd() throws InterruptedException {
        var running = new CountDownLatch(1);
        var ended = new AtomicBoolean();
        Jobs jobs = start(new Job("long", NEVER, () -> {
            running.countDown();
            awaitInterrupt();
            ended.set(true);
            return 7;
        }));
        await(running);
        jobs.close();
        assertThat(ended).isTrue();
        assertThat(server.count("select rows from admin.job_runs where job = 'long'"))
                .as("the end of an interrupted run is written down")
                .isEqualTo(7);
        assertThat(server.count(
                        "select count(*) from admin.jobs where name = 'long' and not picked and due_at <= now()"))
                .as("and the rest is left to whoever comes first")
                .isOne();
    }

    @Test
    void nothingRunsAfterClosing() throws InterruptedException {
        var runs = new AtomicInteger();
        var first = new CountDownLatch(1);
        Jobs jobs = start(new Job("counting", OFTEN, () -> {
            first.countDown();
            return runs.incrementAndGet();
        }));
        await(first);
        jobs.close();
        jobs.close();
        int atTheEnd = runs.get();
        // A run that were still to come would come within a few of these.
        var other = new CountDownLatch(20);
        try (var _ = start(new Job("other", OFTEN, () -> {
            other.countDown();
            return 0;
        }))) {
            await(other);
        }
        assertThat(runs).hasValue(atTheEnd);
    }

    @Test
    void ofTwoNodesOneGetsATurn() throws InterruptedException {
        var inside = new AtomicInteger();
        var together = new AtomicBoolean();
        var runs = new CountDownLatch(30);
        var job = new Job("alone", OFTEN, () -> {
            if (inside.incrementAndGet() > 1) {
                together.set(true);
            }
            Thread.onSpinWait();
            inside.decrementAndGet();
            runs.countDown();
            return 0;
        });
        try (var _ = TestJobs.start(server, "one", FAST, List.of(job));
                var _ = TestJobs.start(server, "two", FAST, List.of(job));
                var _ = TestJobs.start(server, "three", FAST, List.of(job))) {
            await(runs);
        }
        assertThat(together).isFalse();
    }

    @Test
    void aTurnIsTakenOnceInTheWholeInstallation() throws InterruptedException {
        var runs = new AtomicInteger();
        var once = new Job("once", NEVER, runs::incrementAndGet);
        var others = new CountDownLatch(40);
        var often = new Job("often", OFTEN, () -> {
            others.countDown();
            return 0;
        });
        try (var _ = TestJobs.start(server, "one", FAST, List.of(once, often));
                var _ = TestJobs.start(server, "two", FAST, List.of(once, often))) {
            await(others);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void theRunOfANodeThatFellSilentIsTakenOver() throws InterruptedException {
        server.execute("""
                insert into admin.jobs (name, instance, due_at, picked, picked_by, heartbeat_at, version)
                values ('left', 'recurring', now() - interval '1 hour', true, 'dead', now() - interval '1 hour', 3)""");
        var taken = new CountDownLatch(1);
        try (var _ = start(new Job("left", NEVER, () -> {
            taken.countDown();
            return 0;
        }))) {
            await(taken);
        }
    }

    @Test
    void aTurnThatAWrongClockPutFarAheadIsBroughtBack() {
        server.execute("""
                insert into admin.jobs (name, instance, due_at, picked, version)
                values ('far', 'recurring', now() + interval '5 minutes', false, 1)""");
        try (var _ = start(new Job("far", Duration.ofHours(1), () -> 0))) {
            server.execute("update admin.jobs set due_at = now() + interval '30 years' where name = 'far'");
            server.look().until("""
                    select count(*) from admin.jobs
                    where name = 'far' and due_at < now() + interval '61 minutes'""", 1);
        }
    }

    @Test
    void onlyTheLastRunsAreKept() throws InterruptedException {
        var runs = new CountDownLatch(JobStore.RUNS_KEPT + 10);
        Set<Long> sizes = ConcurrentHashMap.newKeySet();
        try (var _ = start(new Job("chatty", Duration.ofMillis(1), () -> {
            runs.countDown();
            sizes.add(server.count("select count(*) from admin.job_runs where job = 'chatty'"));
            return 0;
        }))) {
            await(runs);
        }
        assertThat(sizes).allMatch(size -> size <= JobStore.RUNS_KEPT + 1);
        assertThat(server.count("select count(*) from admin.job_runs where job = 'chatty'"))
                .isEqualTo(JobStore.RUNS_KEPT);
    }
}
