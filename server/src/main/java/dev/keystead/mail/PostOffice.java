package dev.keystead.mail;

import dev.keystead.audit.AuditLog;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.MailConfig;
import dev.keystead.platform.config.Role;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.tenancy.Database;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where this process's mails go, and the thread that brings them there.
public final class PostOffice implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostOffice.class);

    /// How soon a mail is found that another process queued, or whose next attempt has come.
    private static final Duration EVERY = Duration.ofSeconds(1);

    private static final Duration LAST_MAIL_LIMIT = Duration.ofSeconds(15);

    private final Bell bell;
    private final Pages pages;
    private final MailConfig config;
    private final boolean works;
    private final @Nullable Outlet outlet;
    private final @Nullable Dispatch dispatch;
    private final Thread thread = Thread.ofVirtual().name("mail").unstarted(this::work);
    private volatile boolean closed;

    /// What it needs to read the queue.
    public record Queue(Database worker, AuditLog audit, MasterKey master, Bell bell) {}

    /// @throws StartRefused when the settings do not fit together
    public PostOffice(Config config, Queue queue, Pages pages, Metrics metrics, Clock clock) {
        this(config, queue, pages, metrics, clock, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    /// @param trust makes the encrypted connections; it decides which certificates are good
    PostOffice(Config config, Queue queue, Pages pages, Metrics metrics, Clock clock, SSLSocketFactory trust) {
        config.mail().fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        this.bell = queue.bell();
        this.pages = pages;
        this.config = config.mail();
        this.works = config.roles().contains(Role.WORKER);
        this.outlet = outlet(config, trust, pages, clock);
        this.dispatch = outlet == null || !works
                ? null
                : new Dispatch(queue.worker(), queue.audit(), queue.master(), outlet, metrics, clock);
    }

    private static @Nullable Outlet outlet(Config config, SSLSocketFactory trust, Pages pages, Clock clock) {
        if (!config.mail().smtpHost().isEmpty()) {
            return new SmtpOutlet(config.mail(), trust, pages, clock);
        }
        return config.http().isForThisMachineAlone() && config.roles().containsAll(List.of(Role.WEB, Role.WORKER))
                ? new Inbox(clock)
                : null;
    }

    /// The page of the development inbox, where there is one.
    public List<Route> routes() {
        return inbox().map(inbox -> new InboxRoutes(inbox, pages).routes()).orElse(List.of());
    }

    /// Where the development inbox is found, where there is one.
    public Optional<String> inboxPath() {
        return inbox().map(_ -> InboxRoutes.PATH);
    }

    private Optional<Inbox> inbox() {
        return outlet instanceof Inbox inbox ? Optional.of(inbox) : Optional.empty();
    }

    /// Says where mails go, and begins to bring them there if this process has the worker's role.
    ///
    /// @param address of this server
    public void start(URI address) {
        if (outlet == null) {
            if (works) {
                LOG.warn("No mail is sent: set mail.smtp-host. (A server that only this machine can reach shows its "
                        + "mails at " + InboxRoutes.PATH + " instead.)");
            }
            return;
        }
        if (dispatch == null) {
            return;
        }
        LOG.info(
                inbox().isPresent()
                        ? "Mails are not sent but shown at " + address + InboxRoutes.PATH
                                + ", because mail.smtp-host is empty"
                        : "Mails go to the SMTP server " + config.smtpHost() + ":" + config.smtpPort());
        thread.start();
    }

    private void work() {
        try {
            while (!closed) {
                attempt();
                bell.await(EVERY);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// A failure must not end the work: the next look tries again.
    private void attempt() {
        try {
            if (dispatch != null) {
                dispatch.run(() -> closed);
            }
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("mails could not be looked after; that is tried again");
        }
    }

    /// Lets the mail under way arrive, so that it is not sent twice.
    @Override
    public void close() {
        closed = true;
        bell.ring();
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            if (!thread.join(LAST_MAIL_LIMIT)) {
                LOG.warn("a mail was not done in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
