package dev.keystead.oauth.logout;

import dev.keystead.job.Bell;
import dev.keystead.job.Sweep;
import dev.keystead.session.SessionId;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// Queues what clients are to be told.
public final class LogoutNotices {
    /// A client that nobody could reach for so long has ended its own session, or will hear of it with the
    /// next token.
    static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final NoticeStore store = new NoticeStore();
    private final Bell bell;
    private final Clock clock;

    /// @param bell rings when there may be something to tell
    public LogoutNotices(Bell bell, Clock clock) {
        this.bell = bell;
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("session.logout_notices", NoticeStore.NOTICE_SWEEP);
    }

    /// Has every client told that got something in a session, once this transaction that ends it is kept.
    /// Costs no round trip.
    public void queue(Transaction transaction, SessionId session) {
        Instant now = clock.instant();
        store.insertAtCommit(transaction, session, now, now.plus(LONGEST_WAIT));
        transaction.afterCommit(bell::ring);
    }
}
