package dev.keystead.audit.chain;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Trail;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Makes the months of the trails ahead, and removes those that are older than their class keeps them: first a
/// signed cut for every chain that has rows there, then the month. The database refuses any other order.
public final class AuditMonths {
    private static final int AHEAD = 2;

    /// How many months an installation that did not run may be late with.
    private static final int LATE = 24;

    private static final int AT_ONCE = 200;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database worker;
    private final MonthStore store;
    private final Checkpoints checkpoints;
    private final AuditLog audit;
    private final TypedId systemWorkspace;
    private final Clock clock;

    /// @param systemWorkspace where entries about work across tenants are kept
    public AuditMonths(Database worker, Checkpoints checkpoints, AuditLog audit, TypedId systemWorkspace, Clock clock) {
        this.worker = worker;
        this.store = new MonthStore(worker);
        this.checkpoints = checkpoints;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
        this.clock = clock;
    }

    /// Does both once, and answers how many months were removed.
    public long run() {
        make();
        long dropped = 0;
        for (Trail trail : Trail.values()) {
            YearMonth first = YearMonth.from(clock.instant().minus(trail.kept()).atOffset(ZoneOffset.UTC));
            // Each month has a border of its own, at which its chains are cut.
            for (int late = LATE; late >= 0; late--) {
                signCuts(trail, start(first.minusMonths(late)));
            }
            dropped += cut(trail, start(first));
        }
        return dropped;
    }

    private static Instant start(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private void signCuts(Trail trail, Instant before) {
        Optional<UUID> tenant = store.next(trail, BEFORE_ALL, before);
        List<ChainHead> cuts = new ArrayList<>();
        while (tenant.isPresent()) {
            store.endBefore(new ChainId(tenant.get(), trail), before).ifPresent(cuts::add);
            tenant = store.next(trail, tenant.get(), before);
            if (cuts.size() == AT_ONCE || (tenant.isEmpty() && !cuts.isEmpty())) {
                checkpoints.signCut(cuts);
                cuts.clear();
            }
        }
    }

    /// Makes the months to come. Without a month there is nothing into which entries could be sealed.
    public int make() {
        return noting("audit", transaction -> store.make(transaction, AHEAD), "made");
    }

    private int cut(Trail trail, Instant before) {
        return noting("audit." + trail.word(), transaction -> store.cut(transaction, trail, before), "dropped");
    }

    private int noting(String table, Database.Work<Integer> work, String what) {
        return Scope.tenant(systemWorkspace.value())
                .call(() -> worker.write(transaction -> {
                    int months = work.in(transaction);
                    if (months > 0) {
                        audit.writeInternal(
                                transaction,
                                "retention",
                                "retention.months",
                                systemWorkspace,
                                Map.of("table", table, what, months));
                    }
                    return months;
                }));
    }
}
