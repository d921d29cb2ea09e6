package dev.keystead.directory;

import dev.keystead.audit.AuditLog;
import dev.keystead.handle.Handles;
import dev.keystead.handle.Owner;
import dev.keystead.handle.Shards;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import dev.keystead.tenancy.UuidV7;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Keeps the registry of handles whole: enters whom an earlier release made beside this one, releases what was frozen
/// long enough, and works out anew what handles look like when the table of look-alikes has changed.
public final class HandleUpkeep {
    private static final Duration EVERY = Duration.ofDays(1);
    private static final int BATCH = 200;

    /// Far longer than two releases run beside each other.
    private static final Duration ADOPTED_WITHIN = Duration.ofDays(30);

    private final Database database;
    private final UserStore users;
    private final Handles handles;
    private final AuditLog audit;
    private final TypedId systemWorkspace;
    private final Clock clock;

    /// @param systemWorkspace where individual accounts live
    public HandleUpkeep(Database database, Handles handles, AuditLog audit, TypedId systemWorkspace, Clock clock) {
        this.database = database;
        this.users = new UserStore(database);
        this.handles = handles;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
        this.clock = clock;
    }

    public Job job() {
        return new Job("handle-upkeep", EVERY, this::run);
    }

    /// Does all of it, and answers how many handles it touched.
    public long run() {
        var parts = new Parts();
        long touched = parts.attempt(this::adopt)
                + parts.attempt(this::refreshSkeletons)
                + parts.attempt(() -> Shards.run(this::thaw));
        parts.throwIfAnyFailed();
        return touched;
    }

    private Scope system() {
        return Scope.tenant(systemWorkspace.value());
    }

    /// Ids begin with the time at which they were made, so that the newest users are the last ones.
    private long adopt() {
        return system().call(() -> {
            long adopted = 0;
            Optional<UUID> after = Optional.of(UuidV7.at(clock.instant().minus(ADOPTED_WITHIN)));
            List<User> page = users.list(after, BATCH);
            while (!page.isEmpty() && !Thread.currentThread().isInterrupted()) {
                adopted += adopt(page);
                after = Optional.of(page.getLast().id().value());
                page = page.size() < BATCH ? List.of() : users.list(after, BATCH);
            }
            return adopted;
        });
    }

    private long adopt(List<User> page) {
        List<User> individuals = page.stream()
                .filter(user -> user.kind() == User.Kind.INDIVIDUAL)
                .toList();
        Set<String> known = new HashSet<>(handles.known(
                individuals.stream().flatMap(user -> user.handle().stream()).toList()));
        return individuals.stream()
                .filter(user ->
                        user.handle().filter(handle -> !known.contains(handle)).isPresent())
                .filter(this::adopt)
                .count();
    }

    private boolean adopt(User user) {
        String handle = user.handle().orElseThrow();
        var owner = new Owner(systemWorkspace.value(), user.id().value());
        return database.write(transaction -> {
            // They may be gone, or have another handle, since the page was read.
            boolean stillTheirs = users.findHeld(transaction, user.id())
                    .flatMap(User::handle)
                    .filter(handle::equals)
                    .isPresent();
            boolean adopted = stillTheirs
                    && handles.adopt(
                            transaction,
                            handle,
                            owner,
                            RegisteredHandles.kind(user).orElseThrow());
            if (adopted) {
                audit.writeInternal(
                        transaction, "handle-upkeep", "user.enter_handle", user.id(), Map.of("handle", handle));
            }
            return adopted;
        });
    }

    private long refreshSkeletons() {
        return system().call(() -> {
            long total = 0;
            int refreshed = BATCH;
            while (refreshed > 0 && !Thread.currentThread().isInterrupted()) {
                refreshed = database.write(transaction -> handles.refreshSkeletons(transaction, BATCH));
                total += refreshed;
            }
            return total;
        });
    }

    private long thaw(char shard) {
        return system().call(() -> {
            long total = 0;
            int thawed = BATCH;
            while (thawed == BATCH && !Thread.currentThread().isInterrupted()) {
                thawed = database.write(transaction -> {
                    List<String> released = handles.thaw(transaction, shard, BATCH);
                    if (!released.isEmpty()) {
                        audit.writeInternal(
                                transaction,
                                "handle-upkeep",
                                "handle.thaw",
                                systemWorkspace,
                                Map.of("handles", released));
                    }
                    return released.size();
                });
                total += thawed;
            }
            return total;
        });
    }
}
