package dev.keystead.event;

import dev.keystead.platform.id.Prefix;
import dev.keystead.platform.json.Json;
import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Takes events from NATS for the consumers inside: one durable consumer for each, which all nodes share.
///
/// A message says which event happened and nothing more: the event itself is read from the outbox, so that
/// whoever can write to the broker cannot make anything up.
public final class NatsInlet implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NatsInlet.class);
    private static final int BATCH = 50;
    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);
    private static final Duration AGAIN = Duration.ofSeconds(5);
    private static final Duration LAST_BATCH = Duration.ofSeconds(10);

    private final NatsBroker broker;
    private final KeptEvents events;
    private final Inbox inbox;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Thread> threads;

    public NatsInlet(NatsBroker broker, KeptEvents events, Inbox inbox, List<Consumer> consumers) {
        this.broker = broker;
        this.events = events;
        this.inbox = inbox;
        this.threads = consumers.stream()
                .map(consumer ->
                        Thread.ofVirtual().name("inlet-" + consumer.name()).unstarted(() -> listen(consumer)))
                .toList();
    }

    public void start() {
        threads.forEach(Thread::start);
    }

    private void listen(Consumer consumer) {
        try {
            while (closed.getCount() > 0) {
                Optional<Connection> connection = broker.up();
                if (connection.isPresent()) {
                    attempt(connection.get(), consumer);
                }
                var _ = closed.await(WAIT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Listens until the connection fails; then a new one begins where the acknowledged messages end.
    private void attempt(Connection connection, Consumer consumer) {
        try {
            JetStreamSubscription subscription =
                    connection.jetStream().subscribe("identity." + consumer.aggregate() + ".>", options(consumer));
            while (closed.getCount() > 0 && connection.getStatus() == Connection.Status.CONNECTED) {
                subscription.fetch(BATCH, WAIT).forEach(message -> take(consumer, message));
            }
            subscription.unsubscribe();
        } catch (IOException | JetStreamApiException | IllegalStateException e) {
            broker.streamMayBeGone();
            LOG.atWarn()
                    .addKeyValue("consumer", consumer.name())
                    .addKeyValue("why", e.getMessage())
                    .log("NATS hands out no events; that is tried again");
        }
    }

    private PullSubscribeOptions options(Consumer consumer) {
        return PullSubscribeOptions.builder().stream(broker.stream())
                .durable("keystead-" + consumer.name())
                .configuration(ConsumerConfiguration.builder().ackWait(ACK_WAIT).build())
                .build();
    }

    private void take(Consumer consumer, Message message) {
        try {
            event(message)
                    .ifPresentOrElse(
                            event -> inbox.receive(consumer, event),
                            () -> LOG.atWarn()
                                    .addKeyValue("subject", message.getSubject())
                                    .log("a message at the broker is no event of ours; it is passed over"));
            message.ack();
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("consumer", consumer.name())
                    .setCause(e)
                    .log("an event could not have its effect; that is tried again");
            message.nakWithDelay(AGAIN);
        }
    }

    private Optional<Event> event(Message message) {
        JsonNode said;
        try {
            said = Json.tree(new String(message.getData(), StandardCharsets.UTF_8));
        } catch (JacksonException _) {
            return Optional.empty();
        }
        Optional<UUID> tenant = Prefix.WORKSPACE.parse(said.path("tenantid").asString(""), id -> id);
        Optional<EventId> id = Prefix.EVENT.parse(said.path("id").asString(""), EventId::new);
        return tenant.flatMap(workspace -> id.flatMap(event -> events.find(workspace, event)));
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            for (Thread thread : threads) {
                if (thread.getState() != Thread.State.NEW) {
                    thread.join(LAST_BATCH);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
