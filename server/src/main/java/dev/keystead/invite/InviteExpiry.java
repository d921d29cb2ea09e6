package dev.keystead.invite;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Job;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import dev.keystead.workspace.Reserved;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Marks invitations whose time is over. They could not be used any more since that moment; from now on the
/// lists say so too, and each leaves its event.
public final class InviteExpiry {
    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final int BATCH = 500;

    private final Database worker;
    private final InviteStore store;
    private final AuditLog audit;
    private final Clock clock;

    public InviteExpiry(Database worker, AuditLog audit, Clock clock) {
        this.worker = worker;
        this.store = new InviteStore(worker);
        this.audit = audit;
        this.clock = clock;
    }

    public Job job() {
        return new Job("invite-expiry", EVERY, this::run);
    }

    /// Marks all of them, and answers how many there were.
    public long run() {
        long total = 0;
        int expired = BATCH;
        while (expired == BATCH && !Thread.currentThread().isInterrupted()) {
            expired = Scope.tenant(Reserved.SYSTEM_WORKSPACE.value()).call(() -> worker.write(this::expire));
            total += expired;
        }
        return total;
    }

    private int expire(Transaction transaction) {
        List<Invite> expired = store.expire(transaction, clock.instant(), BATCH);
        expired.forEach(invite -> audit.writeInternal(
                transaction,
                "invite-expiry",
                "invite.expire",
                invite.id(),
                Map.of("after", InviteView.of(invite), "why", "nobody came in time")));
        return expired.size();
    }
}
