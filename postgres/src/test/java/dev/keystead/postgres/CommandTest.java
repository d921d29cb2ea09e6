package dev.keystead.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class CommandTest {
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aProgramsEndIsNoticedWhileTheCommonPoolIsBusy() throws IOException {
        var release = new CountDownLatch(1);
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> awaitRelease(release));
        }
        try {
            assertThat(Command.run(List.of("/bin/sh", "-c", "echo said; exit 3")))
                    .isEqualTo(new Command.Result(3, "said"));
        } finally {
            release.countDown();
        }
    }

    @Test
    void aProgramSeesNoVariableOfOurs() throws IOException {
        assertThat(Command.run(List.of("/usr/bin/env")).output().lines())
                .containsExactlyInAnyOrder("PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C", "TZ=UTC");
    }

    private static void awaitRelease(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
