package dev.keystead.credential.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HashingGateTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    /// Each waits inside until four are inside, so fewer than four at once would never end.
    @Test
    void asManyRunAtOnceAsItAllowsAndNeverMore() throws Exception {
        var running = new AtomicInteger();
        var most = new AtomicInteger();
        var together = new CyclicBarrier(4);
        try (var gate = new HashingGate(4, 200, LONG);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<Integer>>();
            for (int caller = 0; caller < 200; caller++) {
                int number = caller;
                answers.add(callers.submit(() -> gate.run(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    meet(together);
                    running.decrementAndGet();
                    return number;
                })));
            }
            for (int caller = 0; caller < 200; caller++) {
                assertThat(answers.get(caller).get()).isEqualTo(caller);
            }
        }
        assertThat(most.get()).isEqualTo(4);
    }

    private static void meet(CyclicBarrier others) {
        try {
            others.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatFindsNoPlaceIsToldAtOnce() throws Exception {
        var open = new CountDownLatch(1);
        var refused = new CountDownLatch(200 - 2 - 5);
        try (var gate = new HashingGate(2, 5, LONG);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<Boolean>>();
            for (int caller = 0; caller < 200; caller++) {
                answers.add(callers.submit(() -> {
                    try {
                        return gate.run(() -> passes(open));
                    } catch (HashingOverloaded full) {
                        refused.countDown();
                        return false;
                    }
                }));
            }
            // Nothing ends before all of those have been refused.
            refused.await();
            open.countDown();
            int done = 0;
            for (var answer : answers) {
                done += answer.get() ? 1 : 0;
            }
            assertThat(done).isEqualTo(2 + 5);
        }
    }

    @Test
    void whoseTurnDoesNotComeInTimeIsNeverBegun() throws Exception {
        var open = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        var late = new AtomicBoolean();
        try (var gate = new HashingGate(1, 1, Duration.ofMillis(20));
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> first = callers.submit(() -> gate.run(() -> {
                begun.countDown();
                return passes(open);
            }));
            begun.await();
            assertThatThrownBy(() -> gate.run(() -> {
                        late.set(true);
                        return true;
                    }))
                    .isInstanceOfSatisfying(
                            HashingOverloaded.class,
                            overloaded ->
                                    assertThat(overloaded.retryAfterSeconds()).isEqualTo(1));
            open.countDown();
            assertThat(first.get()).as("what has begun is waited for").isTrue();
        }
        assertThat(late).isFalse();
    }

    @Test
    void anInterruptedCallerStaysInterruptedAndLeavesItsPlace() throws Exception {
        var open = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        try (var gate = new HashingGate(1, 1, LONG);
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> first = callers.submit(() -> gate.run(() -> {
                begun.countDown();
                return passes(open);
            }));
            begun.await();
            for (int attempt = 0; attempt < 3; attempt++) {
                assertThat(callers.submit(interrupted(gate)).get()).isTrue();
            }
            open.countDown();
            assertThat(first.get()).isTrue();
        }
    }

    private static Callable<Boolean> interrupted(HashingGate gate) {
        return () -> {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> gate.run(() -> true)).isInstanceOf(HashingOverloaded.class);
            return Thread.interrupted();
        };
    }

    @Test
    void whatTheWorkThrowsReachesTheCaller() {
        try (var gate = new HashingGate(1, 1, LONG)) {
            assertThatThrownBy(() -> gate.run(failing(new IllegalStateException("broken"))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("broken");
            assertThat(gate.run(() -> "still open")).isEqualTo("still open");
        }
    }

    private static Supplier<String> failing(RuntimeException failure) {
        return () -> {
            throw failure;
        };
    }

    @Test
    void aClosedGateLetsNobodyIn() {
        var gate = new HashingGate(1, 1, LONG);
        gate.close();
        assertThatThrownBy(() -> gate.run(() -> true)).isInstanceOf(HashingOverloaded.class);
    }

    private static boolean passes(CountDownLatch open) {
        try {
            open.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
