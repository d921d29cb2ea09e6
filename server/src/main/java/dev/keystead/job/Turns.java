package dev.keystead.job;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.TypedId;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.ToLongFunction;

/// Things of all workspaces whose turn has come, in one run of a job.
///
/// They are found by the worker, which sees everybody, page by page in the order of workspace and id; what is done
/// about each is done inside its own workspace's wall. One for which nothing can be done is passed over, so that the
/// others do not wait for whatever is wrong there.
public final class Turns {
    private static final int PAGE = 200;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database worker;
    private final Parts parts = new Parts();

    public Turns(Database worker) {
        this.worker = worker;
    }

    /// Something whose turn has come, and the workspace it belongs to.
    public interface Due {
        UUID tenant();

        TypedId id();
    }

    /// Does a step for each, and answers how many rows were touched.
    ///
    /// @param query takes a time, the last workspace and id of the page before, and how many to find
    public <D extends Due> long each(Query<D> query, Instant until, ToLongFunction<D> step) {
        long touched = 0;
        List<D> page = page(query, until, BEFORE_ALL, BEFORE_ALL);
        while (!page.isEmpty() && !Thread.currentThread().isInterrupted()) {
            for (D due : page) {
                touched += parts.attempt(() -> step.applyAsLong(due));
            }
            D last = page.getLast();
            page = page.size() < PAGE
                    ? List.of()
                    : page(query, until, last.tenant(), last.id().value());
        }
        return touched;
    }

    /// Throws the first failure, with the others attached, once everything had its turn.
    public void throwIfAnyFailed() {
        parts.throwIfAnyFailed();
    }

    private <D> List<D> page(Query<D> query, Instant until, UUID afterTenant, UUID afterId) {
        return worker.list(
                query, p -> p.instant(until).uuid(afterTenant).uuid(afterId).integer(PAGE));
    }
}
