package dev.keystead.oauth.logout;

import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.oauth.logout.NoticeStore.RunOut;
import dev.keystead.session.Sessions;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Finds sessions that ran out, by being idle or by age, so that clients are told of them as of all others.
///
/// Which they are is asked of all workspaces at once; each is noted inside its own workspace's wall. Any
/// number of nodes may run it: what one noted, the others find noted.
public final class RunOutSessions {
    private static final Duration EVERY = Duration.ofMinutes(1);

    /// Workers that were away for less find what ran out meanwhile.
    private static final Duration OLDEST = Duration.ofHours(2);

    private static final int BATCH = 200;

    private final Database database;
    private final Database worker;
    private final Sessions sessions;
    private final Clock clock;

    /// @param worker sees which sessions of all workspaces ran out, and changes nothing
    public RunOutSessions(Database database, Database worker, Sessions sessions, Clock clock) {
        this.database = database;
        this.worker = worker;
        this.sessions = sessions;
        this.clock = clock;
    }

    public Job job() {
        return new Job("session-end", EVERY, this::run);
    }

    /// Notes all that there are, and answers how many.
    private long run() {
        var parts = new Parts();
        long total = 0;
        List<RunOut> found = find();
        while (!found.isEmpty()) {
            long noted = found.stream()
                    .mapToLong(each -> parts.attempt(() -> note(each)))
                    .sum();
            total += noted;
            boolean goesOn = found.size() == BATCH
                    && noted > 0
                    && !Thread.currentThread().isInterrupted();
            found = goesOn ? find() : List.of();
        }
        parts.throwIfAnyFailed();
        return total;
    }

    private List<RunOut> find() {
        Instant now = clock.instant();
        return worker.list(
                NoticeStore.SESSIONS_RUN_OUT,
                p -> p.instant(now).instant(now.minus(OLDEST)).integer(BATCH));
    }

    private long note(RunOut runOut) {
        return Scope.tenant(runOut.tenant().value())
                .call(() -> database.write(transaction -> sessions.expire(transaction, runOut.session()) ? 1L : 0L));
    }
}
