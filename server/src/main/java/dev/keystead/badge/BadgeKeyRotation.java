package dev.keystead.badge;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Job;
import dev.keystead.job.Turns;
import dev.keystead.platform.config.BadgeConfig;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// Lets keys for badges follow each other in time, and removes those that no badge needs any more.
///
/// Whose turn has come is asked of all workspaces at once; each change is made inside its own workspace's
/// wall, in one transaction. Any number of nodes may run it: what one did, the others find done.
public final class BadgeKeyRotation {
    private static final Duration EVERY = Duration.ofHours(1);

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
        var turns = new Turns(worker);
        long touched = turns.each(BadgeKeyStore.KEYS_AGEING, now.minus(config.keyRotation()), this::rotate)
                + turns.each(BadgeKeyStore.KEYS_EXPIRED, now, this::remove);
        turns.throwIfAnyFailed();
        return touched;
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
