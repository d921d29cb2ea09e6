package dev.keystead.mail;

import dev.keystead.audit.AuditLog;
import dev.keystead.job.Bell;
import dev.keystead.job.Lookout;
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
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where this process's mails go, and the thread that brings them there.
public final class PostOffice implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostOffice.class);

    private final Pages pages;
    private final MailConfig config;
    private final boolean works;
    private final @Nullable Outlet outlet;
    private final @Nullable Lookout lookout;

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
        this.pages = pages;
        this.config = config.mail();
        this.works = config.roles().contains(Role.WORKER);
        this.outlet = outlet(config, trust, pages, clock);
        this.lookout = outlet == null || !works ? null : lookout(queue, outlet, metrics, clock);
    }

    private static Lookout lookout(Queue queue, Outlet outlet, Metrics metrics, Clock clock) {
        var dispatch = new Dispatch(queue.worker(), queue.audit(), queue.master(), outlet, metrics, clock);
        return new Lookout("mail", queue.bell(), dispatch::run);
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
        if (lookout == null) {
            return;
        }
        LOG.info(
                inbox().isPresent()
                        ? "Mails are not sent but shown at " + address + InboxRoutes.PATH
                                + ", because mail.smtp-host is empty"
                        : "Mails go to the SMTP server " + config.smtpHost() + ":" + config.smtpPort());
        lookout.start();
    }

    /// Lets the mail under way arrive, so that it is not sent twice.
    @Override
    public void close() {
        if (lookout != null) {
            lookout.close();
        }
    }
}
