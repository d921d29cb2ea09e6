package dev.keystead.event;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.PublishOptions;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Publishes events to NATS JetStream, under their subject and with their id as the message's id.
public final class NatsOutlet implements Outlet {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int LONGEST_REASON = 300;
    private static final int SERVER_FAULT = 500;

    private final NatsBroker broker;
    private final Function<UUID, String> issuers;

    /// @param issuers the address of a workspace
    public NatsOutlet(NatsBroker broker, Function<UUID, String> issuers) {
        this.broker = broker;
        this.issuers = issuers;
    }

    @Override
    public boolean isUp() {
        return broker.up().isPresent();
    }

    /// All are sent before the first answer is waited for.
    @Override
    public List<Handover> handOver(UUID tenant, List<Event> events) {
        Optional<Connection> connection = broker.up();
        if (connection.isEmpty()) {
            return events.stream()
                    .<Handover>map(_ -> new Handover.Down(broker.trouble()))
                    .toList();
        }
        String issuer = issuers.apply(tenant);
        long until = System.nanoTime() + ANSWER.toNanos();
        var asked = new ArrayList<CompletableFuture<PublishAck>>();
        for (Event event : events) {
            asked.add(publish(connection.get(), event, issuer));
        }
        return asked.stream().map(answer -> await(answer, until)).toList();
    }

    private CompletableFuture<PublishAck> publish(Connection connection, Event event, String issuer) {
        try {
            JetStream stream = connection.jetStream();
            var headers = new Headers().put("Content-Type", CloudEvent.MEDIA_TYPE);
            return stream.publishAsync(
                    event.subject(),
                    headers,
                    CloudEvent.of(event, issuer).bytes(),
                    PublishOptions.builder()
                            .messageId(event.id().text())
                            .expectedStream(broker.stream())
                            .build());
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Handover await(CompletableFuture<PublishAck> answer, long until) {
        try {
            var _ = answer.get(Math.max(until - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
            return new Handover.Accepted();
        } catch (ExecutionException e) {
            return failure(e.getCause());
        } catch (TimeoutException _) {
            broker.streamMayBeGone();
            return new Handover.Down("NATS did not answer in time");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Handover.Down("the worker was stopped");
        }
    }

    private Handover failure(@Nullable Throwable cause) {
        Throwable root = cause;
        while (root != null
                && root.getCause() != null
                && !(root instanceof JetStreamApiException)
                && !(root instanceof IllegalArgumentException)) {
            root = root.getCause();
        }
        return switch (root) {
            case JetStreamApiException e
            when e.getErrorCode() < SERVER_FAULT -> {
                broker.streamMayBeGone();
                yield new Handover.Refused(reason("NATS does not take it", e));
            }
            // A message that is longer than the server allows.
            case IllegalArgumentException e -> new Handover.Refused(reason("NATS does not take it", e));
            case null -> new Handover.Down("NATS does not answer");
            default -> {
                broker.streamMayBeGone();
                yield new Handover.Down(reason("NATS does not answer", root));
            }
        };
    }

    private static String reason(String what, Throwable cause) {
        String text = what + ": " + String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
        return text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) : text;
    }

    @Override
    public void close() {
        broker.close();
    }
}
