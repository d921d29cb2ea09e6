package dev.keystead.badge;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.platform.config.BadgeConfig;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Query;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToLongFunction;

/// Lets keys for badges follow each other in time, and removes those that no badge needs any more.
///
/// Whose turn has come is asked of all workspaces at once; each change is made inside its own workspace's
/// wall, in one transaction. Any number of nodes may run it: what one did, the others find done.
public final class BadgeKeyRotation {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int BATCH = 200;

    private final BadgeKeys keys;
    private final Database database;
    private final Database worker;
    private final AuditLog audit;
    private final BadgeConfig config;
    private final Clock clock;

    /// @param worker sees whose turn has come in all workspaces, and changes nothing
    public BadgeKeyRotation(
            BadgeKeys keys, Database database, Database worker, AuditLog audit, BadgeConfig config, Clock clock) {
        this.keys = keys;
        this.database = database;
        this.worker = worker;
        this.audit = audit;
        this.config = config;
        this.clock = clock;
    }

    public Job job() {
        return new Job("badge-keys", EVERY, this::run);
    }

    /// Does everything that is due, and answers how many keys were touched.
    public long run() {
        Instant now = clock.instant();
        var parts = new Parts();
        long touched = all(BadgeKeyStore.KEYS_AGEING, now.minus(config.keyRotation()), parts, this::rotate)
                + all(BadgeKeyStore.KEYS_EXPIRED, now, parts, this::remove);
        parts.throwIfAnyFailed();
        return touched;
    }

    /// A key for which nothing can be done is passed over, so that the others do not wait for whatever is
    /// wrong there.
    private long all(
            Query<BadgeKeyStore.Due> query, Instant until, Parts parts, ToLongFunction<BadgeKeyStore.Due> step) {
        long touched = 0;
        List<BadgeKeyStore.Due> due = due(query, until, new UUID(0, 0), new UUID(0, 0));
        while (!due.isEmpty() && !Thread.currentThread().isInterrupted()) {
            touched += due.stream()
                    .mapToLong(key -> parts.attempt(() -> step.applyAsLong(key)))
                    .sum();
            BadgeKeyStore.Due last = due.getLast();
            due = due.size() < BATCH
                    ? List.of()
                    : due(query, until, last.tenant(), last.id().value());
        }
        return touched;
    }

    private List<BadgeKeyStore.Due> due(Query<BadgeKeyStore.Due> query, Instant until, UUID afterTenant, UUID afterId) {
        return worker.list(
                query, p -> p.instant(until).uuid(afterTenant).uuid(afterId).integer(BATCH));
    }

    private long rotate(BadgeKeyStore.Due due) {
        BadgeKey.Fresh fresh = keys.make(due.tenant(), due.kind());
        return inside(due, transaction -> {
            // Somebody else may have been faster, which is a refusal.
            boolean rotated = keys.rotate(transaction, due.id(), fresh) instanceof BadgeKeys.Rotation.Rotated;
            if (rotated) {
                audit.writeInternal(transaction, "badge-keys", "badge_issuer_key.rotate", due.id(), payload(due));
            }
            return rotated ? 1L : 0L;
        });
    }

    private long remove(BadgeKeyStore.Due due) {
        return inside(due, transaction -> {
            boolean removed = keys.remove(transaction, due.id());
            if (removed) {
                audit.writeInternal(transaction, "badge-keys", "badge_issuer_key.remove", due.id(), payload(due));
            }
            return removed ? 1L : 0L;
        });
    }

    private long inside(BadgeKeyStore.Due due, Database.Work<Long> work) {
        return Scope.tenant(due.tenant()).call(() -> database.write(work));
    }

    private static Map<String, String> payload(BadgeKeyStore.Due due) {
        return Map.of("kind", due.kind().word());
    }
}
