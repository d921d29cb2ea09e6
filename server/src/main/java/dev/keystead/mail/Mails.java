package dev.keystead.mail;

import dev.keystead.job.Bell;
import dev.keystead.job.Sweep;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Writes to people.
public final class Mails {
    /// A mail that nobody could deliver for so long helps nobody, whatever link it holds.
    static final Duration LONGEST_WAIT = Duration.ofDays(3);

    private final MailStore store = new MailStore();
    private final MailSeal seal;
    private final Bell bell;
    private final Metrics metrics;
    private final Clock clock;

    /// @param bell rings when a mail can leave
    public Mails(MasterKey master, Bell bell, Metrics metrics, Clock clock) {
        this.seal = new MailSeal(master);
        this.bell = bell;
        this.metrics = metrics;
        this.clock = clock;
    }

    /// What has expired and can go.
    public static Sweep.Expiring expiring() {
        return new Sweep.Expiring("events.mails", MailStore.MAIL_SWEEP);
    }

    /// Queues a mail in this transaction, whose scope has a tenant; it leaves after the commit. Costs no
    /// round trip.
    public void send(Transaction transaction, Mail mail) {
        Instant now = clock.instant();
        Instant latest = now.plus(LONGEST_WAIT);
        Instant expiresAt = mail.expiresAt().isBefore(latest) ? mail.expiresAt() : latest;
        UUID tenant = transaction.scope().require(Axis.TENANT);
        store.insertAtCommit(transaction, MailId.make(), mail.purpose(), seal.seal(tenant, mail), now, expiresAt);
        transaction.afterCommit(() -> {
            metrics.mail("queued");
            bell.ring();
        });
    }
}
