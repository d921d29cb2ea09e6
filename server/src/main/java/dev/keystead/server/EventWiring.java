package dev.keystead.server;

import dev.keystead.audit.AuditLog;
import dev.keystead.badge.BadgeEndings;
import dev.keystead.event.Consumer;
import dev.keystead.event.EventRoutes;
import dev.keystead.event.Inbox;
import dev.keystead.event.InboxRoutes;
import dev.keystead.event.InnerOutlet;
import dev.keystead.event.KeptEvents;
import dev.keystead.event.NatsBroker;
import dev.keystead.event.NatsInlet;
import dev.keystead.event.NatsOutlet;
import dev.keystead.event.Outbox;
import dev.keystead.event.OutboxRoutes;
import dev.keystead.event.OutboxWatch;
import dev.keystead.event.Outlet;
import dev.keystead.event.Relay;
import dev.keystead.job.Bell;
import dev.keystead.job.Job;
import dev.keystead.job.Sweep;
import dev.keystead.license.usage.SeatEndings;
import dev.keystead.member.MembershipEndings;
import dev.keystead.member.OwnersMail;
import dev.keystead.member.ProfileCopies;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.NatsConfig;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.platform.outbound.Outbound;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.webhook.Deliveries;
import dev.keystead.webhook.DeliveryRoutes;
import dev.keystead.webhook.Disabling;
import dev.keystead.webhook.Dispatch;
import dev.keystead.webhook.Target;
import dev.keystead.webhook.WebhookRoutes;
import dev.keystead.webhook.Webhooks;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Events and who hears of them, from the bottom up.
final class EventWiring implements AutoCloseable {
    /// Many targets may hang at once; each costs a thread that waits, and little else.
    private static final Outbound.Limits WEBHOOK_LIMITS =
            new Outbound.Limits(Duration.ofSeconds(3), Duration.ofSeconds(10), 64 * 1024, 256);

    private final Relay relay;
    private final Dispatch dispatch;
    private final Outbound outbound;
    private final @Nullable NatsInlet inlet;
    private final Job figures;
    private final Job endings;
    private final List<Route> routes;

    /// What stands below.
    ///
    /// @param bell rings when an event was committed here
    record Ground(
            DoorWiring.Ground below, DoorWiring door, Config config, AuditLog workerAudit, Bell bell, Metrics metrics) {
        Storage storage() {
            return below.storage();
        }

        /// The address of a workspace; of one that is gone, the installation's.
        String issuerOf(UUID tenant) {
            return below.workspaces()
                    .standing(new WorkspaceId(tenant))
                    .map(door.door()::addressOf)
                    .orElseGet(() -> below.address().get().toString());
        }
    }

    EventWiring(Ground ground) {
        Clock clock = ground.below().clock();
        MasterKey master = ground.below().master();
        AuditLog audit = ground.below().audit();
        Function<UUID, String> issuers = ground::issuerOf;
        var ownersMail = new OwnersMail(
                ground.below().members(),
                ground.below().directory(),
                ground.below().workspaces(),
                ground.below().mails(),
                ground.below().texts(),
                clock);
        var memberships = new MembershipEndings(
                ground.below().members(),
                ground.below().directory(),
                ground.storage().app(),
                ground.storage().worker(),
                ownersMail,
                audit,
                ground.storage().clock());
        List<Consumer> consumers = Stream.concat(
                        Stream.of(
                                ProfileCopies.consumer(),
                                BadgeEndings.consumer(),
                                SeatEndings.consumer(),
                                memberships.consumer()),
                        DeviceWiring.consumers().stream())
                .toList();
        var kept = new KeptEvents(ground.storage().worker());
        var inbox = new Inbox(ground.storage().worker(), clock);
        Optional<NatsBroker> broker = broker(ground.config().nats());
        Outlet outlet = broker.<Outlet>map(nats -> new NatsOutlet(nats, issuers))
                .orElseGet(() -> new InnerOutlet(inbox, consumers));
        this.inlet =
                broker.map(nats -> new NatsInlet(nats, kept, inbox, consumers)).orElse(null);

        // Who is told.
        var queued = new Bell();
        var deliveries = new Deliveries(ground.storage().app(), queued, clock);
        this.outbound = new Outbound(ground.config().outbound(), WEBHOOK_LIMITS);
        var target = new Target(outbound, clock);
        this.dispatch = new Dispatch(new Dispatch.Parts(
                ground.storage().worker(),
                new Webhooks(ground.storage().worker(), master, clock),
                kept,
                target,
                new Disabling(ground.workerAudit(), ownersMail, clock),
                issuers,
                queued,
                ground.metrics(),
                clock));
        var webhooks = new Webhooks(ground.storage().app(), master, clock);

        this.relay = new Relay(new Relay.Parts(
                ground.storage().worker(),
                ground.bell(),
                outlet,
                deliveries,
                queued,
                ground.storage().clock()));
        this.figures = new OutboxWatch(ground.storage().worker(), ground.metrics(), clock).job();
        this.endings = memberships.job();
        this.routes = Stream.of(
                        new EventRoutes(ground.storage().app(), issuers, clock).routes(),
                        new OutboxRoutes(ground.storage().worker(), audit, ground.bell(), clock).routes(),
                        new InboxRoutes(ground.storage().worker(), consumers).routes(),
                        new WebhookRoutes(webhooks, target, outbound, audit, issuers, clock).routes(),
                        new DeliveryRoutes(webhooks, deliveries, audit).routes())
                .flatMap(List::stream)
                .toList();
    }

    private static Optional<NatsBroker> broker(NatsConfig config) {
        config.fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        return config.url().isEmpty() ? Optional.empty() : Optional.of(new NatsBroker(config));
    }

    /// What expires of all this.
    static List<Sweep.Expiring> expiring() {
        return Stream.concat(Outbox.expiring().stream(), Stream.of(Deliveries.expiring()))
                .toList();
    }

    Job figures() {
        return figures;
    }

    Job endings() {
        return endings;
    }

    List<Route> routes() {
        return routes;
    }

    /// Begins to hand events on; to be called where this node does background work.
    void start() {
        relay.start();
        dispatch.start();
        if (inlet != null) {
            inlet.start();
        }
    }

    @Override
    public void close() {
        NatsInlet listening = inlet;
        // Each is closed even when the one before it could not be.
        try (outbound;
                relay;
                listening) {
            // The relay closes the connection to the broker, after whoever listens there.
            dispatch.close();
        }
    }
}
