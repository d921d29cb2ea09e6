package dev.keystead.member;

import dev.keystead.audit.AuditLog;
import dev.keystead.audit.Outcome;
import dev.keystead.job.Job;
import dev.keystead.job.Parts;
import dev.keystead.member.MemberStore.Guest;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Makes alumni of guests whose time is over. They could do nothing any more since that moment; from now on the
/// lists say so too.
public final class GuestExpiry {
    private static final Duration EVERY = Duration.ofHours(1);
    private static final int BATCH = 500;

    private final Members members;
    private final MemberStore everywhere;
    private final Database database;
    private final AuditLog audit;
    private final Clock clock;

    /// @param database where each change is made inside its own workspace's wall
    /// @param worker sees whose time is over in all workspaces, and changes nothing
    public GuestExpiry(Members members, Database database, Database worker, AuditLog audit, Clock clock) {
        this.members = members;
        this.everywhere = new MemberStore(worker);
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    public Job job() {
        return new Job("guest-expiry", EVERY, this::run);
    }

    /// Ends the stay of every guest whose time is over, and answers how many there were.
    public long run() {
        var parts = new Parts();
        long ended = 0;
        long before = -1;
        // A guest who cannot be ended stays due, so that a round without an end would be the last one's again.
        while (ended > before && !Thread.currentThread().isInterrupted()) {
            before = ended;
            List<Guest> due = everywhere.guestsDue(clock.instant(), BATCH);
            for (Guest guest : due) {
                ended += parts.attempt(() -> end(guest));
            }
        }
        parts.throwIfAnyFailed();
        return ended;
    }

    private long end(Guest guest) {
        return Scope.tenant(guest.workspace().value())
                .call(() -> database.write(transaction -> end(transaction, guest)));
    }

    private long end(Transaction transaction, Guest guest) {
        Outcome<Membership> outcome = members.expire(transaction, guest.user());
        if (!(outcome instanceof Outcome.Deleted<Membership>(Membership before))) {
            return 0;
        }
        audit.writeInternal(
                transaction,
                "guest-expiry",
                "member.expire",
                guest.user(),
                Map.of("before", MemberView.of(before), "why", "the guest's time is over"));
        return 1;
    }
}
