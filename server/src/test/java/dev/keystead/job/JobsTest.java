package dev.keystead.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JobsTest {
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final long LIMIT_SECONDS = 30;

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS))
                .as("it happened")
                .isTrue();
    }

    @Test
    void aJobRunsAgainAndAgain() throws InterruptedException {
        var runs = new CountDownLatch(3);
        try (var _ = Jobs.start(List.of(new Job("counting", OFTEN, () -> {
            runs.countDown();
            return 1;
        })))) {
            await(runs);
        }
    }

    @Test
    void aRunThatFailsEndsNeitherItsOwnTimetableNorAnothers() throws InterruptedException {
        var failed = new CountDownLatch(3);
        var broken = new CountDownLatch(3);
        var sound = new CountDownLatch(3);
        List<Job> timetable = List.of(
                new Job("failing", OFTEN, () -> {
                    failed.countDown();
                    throw new IllegalStateException("the test's own failure");
                }),
                // A class that cannot be loaded or a stack that overflows is an error and no exception.
                new Job("breaking", OFTEN, () -> {
                    broken.countDown();
                    throw new StackOverflowError("the test's own error");
                }),
                new Job("sound", OFTEN, () -> {
                    sound.countDown();
                    return 0;
                }));
        try (var _ = Jobs.start(timetable)) {
            await(failed);
            await(broken);
            await(sound);
        }
    }

    @Test
    void closingInterruptsARunAndWaitsForItsEnd() throws InterruptedException {
        var running = new CountDownLatch(1);
        var interrupted = new AtomicBoolean();
        var ended = new AtomicBoolean();
        Jobs jobs = Jobs.start(List.of(new Job("long", OFTEN, () -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                interrupted.set(true);
            }
            ended.set(true);
            return 0;
        })));
        await(running);
        jobs.close();
        assertThat(interrupted).isTrue();
        assertThat(ended).isTrue();
    }

    @Test
    void nothingRunsAfterClosing() throws InterruptedException {
        var runs = new AtomicInteger();
        var first = new CountDownLatch(1);
        Jobs jobs = Jobs.start(List.of(new Job("counting", OFTEN, () -> {
            first.countDown();
            return runs.incrementAndGet();
        })));
        await(first);
        jobs.close();
        jobs.close();
        int atTheEnd = runs.get();
        // A run that were still to come would come within a few of these.
        var other = new CountDownLatch(20);
        try (var _ = Jobs.start(List.of(new Job("other", OFTEN, () -> {
            other.countDown();
            return 0;
        })))) {
            await(other);
        }
        assertThat(runs).hasValue(atTheEnd);
    }
}
