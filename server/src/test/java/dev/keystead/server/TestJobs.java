package dev.keystead.server;

import dev.keystead.job.Job;
import dev.keystead.job.Jobs;
import java.util.List;

/// Jobs of a running server, for tests that do not wait for their turn.
public final class TestJobs {
    private TestJobs() {}

    /// A node of the server's installation that runs jobs of a test.
    public static Jobs start(TestServer server, String node, Jobs.Pace pace, List<Job> timetable) {
        return Jobs.start(timetable, server.wiring().work().place(node, pace));
    }

    /// Runs a job of the timetable once, and answers how many rows it touched.
    public static long run(TestServer server, String name) {
        return server.timetable().stream()
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElseThrow()
                .run()
                .run();
    }
}
