package dev.keystead.key;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Job;
import dev.keystead.job.Turns;
import dev.keystead.platform.config.KeyConfig;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Lets keys follow each other in time: publishes the next one ahead, lets it sign when its day has come,
/// and removes what no token needs any more.
///
/// Whose turn has come is asked of all workspaces at once; each change is made inside its own workspace's
/// wall, in one transaction. Any number of nodes may run it: what one did, the others find done.
public final class KeyRotation {
    private static final Duration EVERY = Duration.ofMinutes(10);

    private final SigningKeys keys;
    private final Database database;
    private final Database worker;
    private final AuditLog audit;
    private final KeyConfig config;
    private final Clock clock;

    /// @param worker sees whose turn has come in all workspaces, and changes nothing
    public KeyRotation(
            SigningKeys keys, Database database, Database worker, AuditLog audit, KeyConfig config, Clock clock) {
        this.keys = keys;
        this.database = database;
        this.worker = worker;
        this.audit = audit;
        this.config = config;
        this.clock = clock;
    }

    public Job job() {
        return new Job("key-rotation", EVERY, this::run);
    }

    /// Does everything that is due, and answers how many keys were touched.
    public long run() {
        Instant now = clock.instant();
        Instant ageing = now.minus(config.rotation()).plus(config.lead());
        var turns = new Turns(worker);
        long touched = turns.each(SigningKeyStore.KEYS_READY, now, this::turn)
                + turns.each(SigningKeyStore.KEYS_AGEING, ageing, this::prepare)
                + turns.each(SigningKeyStore.KEYS_EXPIRED, now, this::remove);
        turns.throwIfAnyFailed();
        return touched;
    }

    private long turn(SigningKeyStore.Due due) {
        return inside(due, transaction -> {
            List<StoredKey> changed = keys.turn(transaction, due.algorithm());
            changed.forEach(key ->
                    audit.writeInternal(transaction, "key-rotation", "signing_key.turn", key.id(), payload(due)));
            return (long) changed.size();
        });
    }

    private long prepare(SigningKeyStore.Due due) {
        Keysmith.Fresh fresh = keys.make(due.tenant(), due.algorithm());
        return inside(
                due,
                transaction -> keys.prepareNext(transaction, fresh)
                        .map(key -> {
                            audit.writeInternal(
                                    transaction, "key-rotation", "signing_key.prepare", key.id(), payload(due));
                            return 1L;
                        })
                        .orElse(0L));
    }

    private long remove(SigningKeyStore.Due due) {
        return inside(due, transaction -> {
            boolean removed = keys.remove(transaction, due.id());
            if (removed) {
                audit.writeInternal(transaction, "key-rotation", "signing_key.remove", due.id(), payload(due));
            }
            return removed ? 1L : 0L;
        });
    }

    private long inside(SigningKeyStore.Due due, Database.Work<Long> work) {
        return Scope.tenant(due.tenant()).call(() -> database.write(work));
    }

    private static Map<String, String> payload(SigningKeyStore.Due due) {
        return Map.of("algorithm", due.algorithm().word());
    }
}
