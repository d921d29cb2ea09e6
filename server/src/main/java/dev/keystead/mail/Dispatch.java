package dev.keystead.mail;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Backoff;
import dev.keystead.mail.MailStore.Claimed;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes mails out of the queue and delivers them, a few of each workspace at a time. No transaction is
/// open while it talks to the other side.
final class Dispatch {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatch.class);
    private static final int TENANTS = 100;
    private static final int BATCH = 20;

    /// How long mails are this worker's; a worker that dies leaves them to the others after that.
    private static final Duration CLAIM = Duration.ofMinutes(2);

    /// How long after the claim a delivery may begin, so that it ends before another worker can take the
    /// mail.
    private static final Duration BEGIN = Duration.ofMinutes(1);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5));

    private final Database worker;
    private final AuditLog audit;
    private final MailStore store = new MailStore();
    private final MailSeal seal;
    private final Outlet outlet;
    private final Metrics metrics;
    private final Clock clock;

    Dispatch(Database worker, AuditLog audit, MasterKey master, Outlet outlet, Metrics metrics, Clock clock) {
        this.worker = worker;
        this.audit = audit;
        this.seal = new MailSeal(master);
        this.outlet = outlet;
        this.metrics = metrics;
        this.clock = clock;
    }

    /// Delivers what is due now, over one connection, until nothing is left or the other side is down.
    ///
    /// @param stopping whether to end after the mail under way
    void run(BooleanSupplier stopping) {
        List<UUID> tenants = due();
        if (tenants.isEmpty()) {
            return;
        }
        try (Outlet.Line line = outlet.open()) {
            boolean up = true;
            while (up && !tenants.isEmpty() && !stopping.getAsBoolean()) {
                for (UUID tenant : tenants) {
                    up = up && Scope.tenant(tenant).call(() -> deliver(tenant, line, stopping));
                }
                tenants = due();
            }
        }
    }

    private List<UUID> due() {
        Instant now = clock.instant();
        return worker.list(
                MailStore.TENANTS_DUE, p -> p.instant(now).instant(now).integer(TENANTS));
    }

    /// Delivers a few mails of one workspace, and answers whether the other side takes more.
    private boolean deliver(UUID tenant, Outlet.Line line, BooleanSupplier stopping) {
        Instant now = clock.instant();
        List<Claimed> batch =
                worker.write(transaction -> store.claim(transaction, tenant, now, now.plus(CLAIM), BATCH));
        boolean up = true;
        for (Claimed claimed : batch) {
            if (stopping.getAsBoolean() || clock.instant().isAfter(now.plus(BEGIN))) {
                postpone(tenant, claimed, Duration.ZERO, "the worker had no time left");
            } else if (!up) {
                retry(tenant, claimed, "no mail could be delivered");
            } else {
                up = deliver(tenant, claimed, line);
            }
        }
        return up;
    }

    private boolean deliver(UUID tenant, Claimed claimed, Outlet.Line line) {
        if (!clock.instant().isBefore(claimed.expiresAt())) {
            giveUp(tenant, claimed, "it expired");
            return true;
        }
        return switch (attempt(tenant, claimed, line)) {
            case Delivery.Accepted _ -> {
                worker.write(transaction -> store.delete(transaction, tenant, claimed.id()));
                metrics.mail("sent");
                yield true;
            }
            case Delivery.Refused(String why) -> {
                giveUp(tenant, claimed, why);
                yield true;
            }
            case Delivery.Failed(String why) -> {
                retry(tenant, claimed, why);
                yield true;
            }
            case Delivery.Down(String why) -> {
                LOG.atWarn().addKeyValue("why", why).log("mails cannot be sent now; they are tried again");
                retry(tenant, claimed, why);
                yield false;
            }
        };
    }

    /// A mail that cannot be read or written must not hold up the others.
    private Delivery attempt(UUID tenant, Claimed claimed, Outlet.Line line) {
        try {
            Mail mail = seal.open(tenant, claimed.sealed(), claimed.purpose(), claimed.expiresAt());
            return line.deliver(claimed.id(), mail);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("mail", claimed.id()).setCause(e).log("a mail cannot be read or written");
            return new Delivery.Failed("the mail cannot be read or written");
        }
    }

    private void retry(UUID tenant, Claimed claimed, String why) {
        Duration pause = PAUSE.after(claimed.attempts());
        if (clock.instant().plus(pause).isBefore(claimed.expiresAt())) {
            metrics.mail("retried");
            postpone(tenant, claimed, pause, why);
        } else {
            giveUp(tenant, claimed, why);
        }
    }

    private void postpone(UUID tenant, Claimed claimed, Duration pause, String why) {
        Instant until = clock.instant().plus(pause);
        worker.write(transaction -> {
            store.postpone(transaction, tenant, claimed, until, why);
            return true;
        });
    }

    private void giveUp(UUID tenant, Claimed claimed, String why) {
        boolean ended = worker.write(transaction -> {
            boolean deleted = store.delete(transaction, tenant, claimed.id());
            if (deleted) {
                audit.writeInternal(
                        transaction,
                        "mail",
                        "mail.fail",
                        claimed.id(),
                        Map.of("purpose", claimed.purpose(), "attempts", claimed.attempts(), "why", why));
            }
            return deleted;
        });
        if (ended) {
            metrics.mail("failed");
            LOG.atWarn()
                    .addKeyValue("mail", claimed.id())
                    .addKeyValue("purpose", claimed.purpose())
                    .addKeyValue("why", why)
                    .log("a mail could not be delivered");
        }
    }
}
