package dev.keystead.dormancy;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.directory.Directory;
import dev.keystead.directory.User;
import dev.keystead.directory.UserId;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Deletes individual accounts whose address nobody proved in time, and lets anybody have their handles: what costs
/// nothing but a form keeps no handle from everybody else.
public final class Unproven {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int PAGE = 200;

    private final Database database;
    private final Directory directory;
    private final AuditLog audit;
    private final TypedId systemWorkspace;
    private final Duration proveWithin;
    private final Clock clock;

    /// @param systemWorkspace where individual accounts live
    /// @param proveWithin how long people have to prove their address
    public Unproven(
            Database database,
            Directory directory,
            AuditLog audit,
            TypedId systemWorkspace,
            Duration proveWithin,
            Clock clock) {
        this.database = database;
        this.directory = directory;
        this.audit = audit;
        this.systemWorkspace = systemWorkspace;
        this.proveWithin = proveWithin;
        this.clock = clock;
    }

    public Job job() {
        return new Job("unproven-accounts", EVERY, this::run);
    }

    /// Deletes those whose time is over, and answers how many there were.
    public long run() {
        Instant until = clock.instant().minus(proveWithin);
        var parts = new Parts();
        long released = Scope.tenant(systemWorkspace.value()).call(() -> run(until, parts));
        parts.throwIfAnyFailed();
        return released;
    }

    /// Ids begin with the time at which they were made, so that the oldest come first.
    private long run(Instant until, Parts parts) {
        long released = 0;
        List<User> page = pending(Optional.empty());
        while (!page.isEmpty()) {
            for (User user : page) {
                if (Thread.currentThread().isInterrupted()) {
                    return released;
                }
                if (isOver(user, until)) {
                    released += parts.attempt(() -> release(user.id(), until));
                }
            }
            User last = page.getLast();
            boolean more = page.size() == PAGE && last.createdAt().isBefore(until);
            page = more ? pending(Optional.of(last.id().value())) : List.of();
        }
        return released;
    }

    private List<User> pending(Optional<UUID> after) {
        return directory.list(Optional.of(User.Status.PENDING_VERIFICATION), after, PAGE);
    }

    private static boolean isOver(User user, Instant until) {
        return user.kind() == User.Kind.INDIVIDUAL
                && user.status() == User.Status.PENDING_VERIFICATION
                && user.createdAt().isBefore(until);
    }

    private long release(UserId id, Instant until) {
        return database.write(transaction -> {
            // They may have proven it since the page was read.
            Outcome<User> outcome = directory.release(transaction, id, user -> isOver(user, until));
            if (!(outcome instanceof Outcome.Deleted<User>(User gone))) {
                return 0L;
            }
            audit.writeInternal(
                    transaction,
                    "dormancy",
                    "user.release_unproven",
                    id,
                    Map.of(
                            "created_at",
                            gone.createdAt().toString(),
                            "handle",
                            gone.handle().orElse("")));
            return 1L;
        });
    }
}
