package dev.keystead.oauth.clientauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.server.Applications;
import dev.keystead.server.TestServer;
import dev.keystead.tenancy.UuidV7;
import dev.keystead.workspace.WorkspaceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// What may be presented once, presented by many at the same time at two nodes.
class ReplaysTest {
    private static final TestServer SERVER = TestServer.shared();
    private static final Replays HERE = new Replays(Applications.database(SERVER));
    private static final Replays THERE = new Replays(Applications.database(SERVER));
    private static final int TAKERS = 64;

    private final WorkspaceId workspace = new WorkspaceId(UuidV7.next());
    private final Instant until = Instant.now().plus(Duration.ofMinutes(1));

    @Test
    void ofManyAtOnceOneIsTheFirstAndOthersAreNotInItsWay() throws Exception {
        var first = new ArrayList<Future<Boolean>>();
        var own = new ArrayList<Future<Boolean>>();
        var begin = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < TAKERS; i++) {
                Replays node = i % 2 == 0 ? HERE : THERE;
                String text = "own " + i;
                first.add(threads.submit(() -> {
                    begin.await();
                    return node.isFirst(workspace, "test", "shared", until);
                }));
                own.add(threads.submit(() -> {
                    begin.await();
                    return node.isFirst(workspace, "test", text, until);
                }));
            }
            begin.countDown();
        }
        assertThat(counted(first)).as("the same").isOne();
        assertThat(counted(own)).as("each another").isEqualTo(TAKERS);
        assertThat(HERE.isFirst(workspace, "test", "own 1", until)).isFalse();
    }

    private static long counted(List<Future<Boolean>> answers) throws Exception {
        long count = 0;
        for (Future<Boolean> answer : answers) {
            count += answer.get() ? 1 : 0;
        }
        return count;
    }

    @Test
    void anotherKindOrWorkspaceIsAnotherThing() {
        assertThat(HERE.isFirst(workspace, "test", "text", until)).isTrue();
        assertThat(HERE.isFirst(workspace, "other", "text", until)).isTrue();
        assertThat(HERE.isFirst(new WorkspaceId(UuidV7.next()), "test", "text", until))
                .isTrue();
        assertThat(THERE.isFirst(workspace, "test", "text", until)).isFalse();
    }
}
