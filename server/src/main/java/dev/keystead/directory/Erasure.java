package dev.keystead.directory;

import dev.keystead.audit.AuditLog;
import dev.keystead.directory.ErasureStore.Deleted;
import dev.keystead.handle.Handles;
import dev.keystead.handle.Owner;
import dev.keystead.job.Clearing;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.job.Table;
import dev.keystead.job.Tables;
import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/// Erases deleted users once the window of their workspace is over: every row of theirs, in every table.
///
/// 1. The tables are found in the catalogue by their `user_id`, so that a table of a later feature is never
///    forgotten, and the few that name their people otherwise by [PersonColumns#OWNERS]; where a person is
///    named as the one who did something, the name is written over.
/// 2. An entry in the trail comes before the first row that goes, and one with the number of rows of each table
///    with the last.
/// 3. A transaction removes a bounded number of rows. After a crash the next run goes on, and the counts with it.
public final class Erasure {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int BATCH = 100;

    private final Database worker;
    private final ErasureStore store;
    private final AuditLog audit;
    private final Function<UUID, Duration> retention;
    private final Clock clock;

    /// @param retention how long a workspace lets its deleted users come back
    public Erasure(Database worker, AuditLog audit, Function<UUID, Duration> retention, Clock clock) {
        this.worker = worker;
        this.store = new ErasureStore(worker);
        this.audit = audit;
        this.retention = retention;
        this.clock = clock;
    }

    /// What the catalogue says has to be done about one user.
    private record Plan(List<WriteOver> names, Clearing clearing) {}

    private record WriteOver(String table, Command replace) {}

    public Job job() {
        return new Job("erasure", EVERY, this::run);
    }

    /// Erases everybody who is due, and answers how many this run erased. Somebody who cannot be erased is passed over,
    /// so that the others do not wait for whatever is wrong there, and reported at the end.
    public long run() {
        Instant now = clock.instant();
        Plan plan = plan(Tables.of(worker));
        var parts = new Parts();
        long erased = 0;
        List<Deleted> page = store.list(now, Deleted.FIRST, BATCH);
        while (!page.isEmpty()) {
            for (Deleted user : page) {
                if (Thread.currentThread().isInterrupted()) {
                    return erased;
                }
                erased += parts.attempt(() -> isDue(user, now) && erase(user, plan) ? 1 : 0);
            }
            page = page.size() < BATCH ? List.of() : store.list(now, page.getLast(), BATCH);
        }
        parts.throwIfAnyFailed();
        return erased;
    }

    private boolean isDue(Deleted user, Instant now) {
        return user.begunAt().isPresent()
                || !user.at().plus(retention.apply(user.tenant())).isAfter(now);
    }

    private static Plan plan(List<Table> tables) {
        Map<String, String> named = PersonColumns.writtenOver();
        List<WriteOver> names = tables.stream()
                .filter(table -> named.containsKey(table.fullName()))
                .map(table -> new WriteOver(
                        table.fullName(),
                        table.replace(
                                "directory.erasure.name", ErasureStore.WHY, named.getOrDefault(table.fullName(), ""))))
                .toList();
        List<Clearing.Step> steps = tables.stream()
                .flatMap(table -> PersonColumns.owners(table).stream().map(owner -> step(table, owner)))
                .toList();
        return new Plan(names, new Clearing(steps));
    }

    private static Clearing.Step step(Table table, String owner) {
        String home = table.has("home_tenant_id") ? "home_tenant_id" : "tenant_id";
        String purpose = "directory.erasure." + (owner.equals("user_id") ? "rows" : owner.replace('_', '-'));
        return new Clearing.Step(table.fullName(), table.delete(purpose, ErasureStore.WHY, List.of(owner, home)));
    }

    /// Whether this run erased the user; another node may have been faster, or this one is about to stop.
    private boolean erase(Deleted user, Plan plan) {
        return Scope.tenant(user.tenant()).call(() -> {
            if (!begin(user)) {
                return false;
            }
            writeOver(user, plan.names());
            Progress progress = Progress.GOES_ON;
            while (progress == Progress.GOES_ON && !Thread.currentThread().isInterrupted()) {
                progress = worker.write(transaction -> clear(transaction, user, plan.clearing()));
            }
            return progress == Progress.ERASED;
        });
    }

    /// False for somebody who was let back in a moment ago, also if they were deleted again since: whoever is being
    /// erased cannot be.
    private boolean begin(Deleted user) {
        return worker.write(transaction -> {
            boolean begins = store.begin(transaction, user, clock.instant());
            if (begins) {
                audit.writeInternal(
                        transaction,
                        "erasure",
                        "user.erase_begin",
                        user.user(),
                        Map.of("deleted_at", user.at().toString()));
            }
            return begins || store.hold(transaction, user.user());
        });
    }

    /// Before the memberships go, which tell where somebody can have done anything.
    private void writeOver(Deleted user, List<WriteOver> names) {
        List<UUID> places = Stream.concat(Stream.of(user.tenant()), store.workplaces(user).stream())
                .distinct()
                .toList();
        String did = "did:keystead:" + user.user().text();
        for (WriteOver name : names) {
            places.forEach(place -> writeOver(user, name, did, place));
        }
    }

    private void writeOver(Deleted user, WriteOver name, String did, UUID place) {
        int written = Clearing.ROWS;
        while (written == Clearing.ROWS && !Thread.currentThread().isInterrupted()) {
            written = worker.write(transaction -> {
                int rows = transaction.update(
                        name.replace(),
                        p -> p.text(PersonColumns.SOMEBODY)
                                .text(did)
                                .uuid(place)
                                .integer(Clearing.ROWS));
                if (rows > 0) {
                    store.count(transaction, user, Map.of(name.table() + " (written over)", rows));
                }
                return rows;
            });
        }
    }

    private enum Progress {
        GOES_ON,
        ERASED,
        GONE
    }

    private Progress clear(Transaction transaction, Deleted user, Clearing clearing) {
        if (!store.hold(transaction, user.user())) {
            return Progress.GONE;
        }
        Clearing.Batch batch =
                clearing.clear(transaction, p -> p.id(user.user()).uuid(user.tenant()));
        store.count(transaction, user, batch.counts());
        if (!batch.done()) {
            return Progress.GOES_ON;
        }
        Handles.erase(transaction, new Owner(user.tenant(), user.user().value()));
        return store.erase(transaction, user)
                .map(counts -> {
                    audit.writeInternal(
                            transaction, "erasure", "user.erase", user.user(), Map.of("removed_rows", counts));
                    return Progress.ERASED;
                })
                .orElse(Progress.GONE);
    }
}
