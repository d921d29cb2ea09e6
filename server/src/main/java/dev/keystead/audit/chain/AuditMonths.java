package dev.keystead.audit.chain;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Trail;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/// Makes the months of the trails ahead, and removes rows that are older than their workspace keeps them: first a
/// copy in the archive, if there is one, and a signed cut for every chain; then the rows. The database refuses
/// any other order.
///
/// A month in which nobody keeps anything is dropped as a whole. While one workspace keeps its rows longer than
/// others, theirs are deleted beside them.
public final class AuditMonths {
    private static final int AHEAD = 2;
    private static final int AT_ONCE = 200;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private final Database worker;
    private final MonthStore store;
    private final Checkpoints checkpoints;
    private final Rules rules;
    private final AuditLog audit;
    private final TypedId systemWorkspace;
    private final Clock clock;

    /// What rows are kept by.
    ///
    /// @param kept how long a workspace keeps what was done in it
    /// @param workspaceId makes the typed id of a workspace
    /// @param archive where rows are copied to before they go; nowhere, if missing
    public record Rules(
            Function<UUID, Duration> kept,
            Function<UUID, ? extends TypedId> workspaceId,
            Optional<TrailArchive> archive) {}

    /// @param systemWorkspace where entries about work across tenants are kept
    public AuditMonths(
            Database worker,
            Checkpoints checkpoints,
            Rules rules,
            AuditLog audit,
            TypedId systemWorkspace,
            Clock clock) {
        this.worker = worker;
        this.store = new MonthStore(worker);
        this.checkpoints = checkpoints;
        this.rules = rules;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
        this.clock = clock;
    }

    /// Does both once, and answers how many months and rows were removed.
    public long run() {
        make();
        long removed = 0;
        for (Trail trail : Trail.values()) {
            removed += cut(trail);
        }
        return removed;
    }

    private long cut(Trail trail) {
        long removed = drop(trail, sign(trail));
        var left = new ArrayList<ChainId>();
        // What was dropped is gone from this walk.
        walk(trail, border(Trail.SHORTEST), left::add);
        for (ChainId chain : left) {
            removed += removeRows(chain, border(kept(chain)));
        }
        return removed;
    }

    /// Signs cuts for every chain with rows that may go, and answers the border before which nobody keeps
    /// anything.
    private Instant sign(Trail trail) {
        var cuts = new ArrayList<ChainHead>();
        var borders = new TreeSet<>(List.of(border(trail.kept())));
        walk(trail, border(Trail.SHORTEST), chain -> {
            Instant own = border(kept(chain));
            borders.add(own);
            List<ChainHead> ends = ends(chain, own);
            if (!ends.isEmpty()) {
                rules.archive()
                        .ifPresent(archive -> archive.keep(chain, ends.getLast().size()));
            }
            cuts.addAll(ends);
            if (cuts.size() >= AT_ONCE) {
                checkpoints.signCut(cuts);
                cuts.clear();
            }
        });
        if (!cuts.isEmpty()) {
            checkpoints.signCut(cuts);
        }
        return borders.first();
    }

    /// The ends that a chain had at the end of each month before a border: where a month is cut off.
    private List<ChainHead> ends(ChainId chain, Instant border) {
        var ends = new ArrayList<ChainHead>();
        Optional<Instant> oldest = store.oldest(chain).filter(border::isAfter);
        if (oldest.isPresent()) {
            YearMonth month = YearMonth.from(oldest.get().atOffset(ZoneOffset.UTC));
            while (!start(month.plusMonths(1)).isAfter(border)) {
                month = month.plusMonths(1);
                store.endBefore(chain, start(month))
                        .filter(end -> ends.isEmpty() || ends.getLast().size() < end.size())
                        .ifPresent(ends::add);
            }
        }
        return ends;
    }

    private void walk(Trail trail, Instant before, Consumer<ChainId> each) {
        Optional<UUID> tenant = store.next(trail, BEFORE_ALL, before);
        while (tenant.isPresent()) {
            each.accept(new ChainId(tenant.get(), trail));
            tenant = store.next(trail, tenant.get(), before);
        }
    }

    private Duration kept(ChainId chain) {
        return chain.trail() == Trail.ADMIN_AUDIT
                ? rules.kept().apply(chain.tenant())
                : chain.trail().kept();
    }

    /// The beginning of the month in which rows are that may not go yet.
    private Instant border(Duration kept) {
        return start(YearMonth.from(clock.instant().minus(kept).atOffset(ZoneOffset.UTC)));
    }

    private static Instant start(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /// Makes the months to come. Without a month there is nothing into which entries could be sealed.
    public int make() {
        return noting("audit", transaction -> store.make(transaction, AHEAD), "made");
    }

    private int drop(Trail trail, Instant before) {
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

    /// Rows of a workspace whose time is over, in months that others still need.
    private long removeRows(ChainId chain, Instant before) {
        return Scope.tenant(chain.tenant())
                .call(() -> worker.write(transaction -> {
                    long rows = store.cutRows(transaction, chain, before);
                    if (rows > 0) {
                        audit.writeInternal(
                                transaction,
                                "retention",
                                "retention.cut",
                                rules.workspaceId().apply(chain.tenant()),
                                Map.of("table", "audit." + chain.trail().word(), "rows", rows));
                    }
                    return rows;
                }));
    }
}
