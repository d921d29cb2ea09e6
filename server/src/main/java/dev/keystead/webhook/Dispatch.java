package dev.keystead.webhook;

import dev.keystead.event.CloudEvent;
import dev.keystead.event.Event;
import dev.keystead.event.KeptEvents;
import dev.keystead.job.Backoff;
import dev.keystead.job.Bell;
import dev.keystead.job.Lanes;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.webhook.DeliveryStore.Lane;
import dev.keystead.webhook.DeliveryStore.Taken;
import dev.keystead.webhook.Target.Answer;
import dev.keystead.webhook.Webhooks.Armed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// Sends what is queued for webhooks. Every webhook has a lane of its own: first one event, and if somebody
/// answers, a few at once. No transaction is open while a target is called.
public final class Dispatch implements AutoCloseable {
    private static final int MOST_LANES = 200;
    private static final int BATCH = 8;

    /// How long deliveries are this worker's, which is longer than two calls last; a worker that dies leaves
    /// them to the others after that.
    private static final Duration CLAIM = Duration.ofMinutes(1);

    private static final Backoff PAUSE = new Backoff(Duration.ofSeconds(10), Duration.ofHours(6));

    /// A pause is up to this much longer, so that many deliveries do not come back at one moment.
    private static final double JITTER = 0.2;

    private final Parts parts;
    private final Lanes<Lane> lanes;

    /// What it works with.
    ///
    /// @param webhooks of the worker
    /// @param issuers the address of a workspace
    /// @param bell rings when something can be sent
    public record Parts(
            Database worker,
            Webhooks webhooks,
            KeptEvents events,
            Target target,
            Disabling disabling,
            Function<UUID, String> issuers,
            Bell bell,
            Metrics metrics,
            Clock clock) {}

    public Dispatch(Parts parts) {
        this.parts = parts;
        this.lanes = new Lanes<>("webhooks", parts.bell(), this::due, this::work);
    }

    public void start() {
        lanes.start();
    }

    private List<Lane> due() {
        Instant now = parts.clock().instant();
        return parts.worker().list(DeliveryStore.LANES_DUE, p -> p.instant(now).integer(MOST_LANES));
    }

    private void work(Lane lane, BooleanSupplier stopping) {
        Scope.tenant(lane.tenant()).call(() -> {
            List<Taken> batch = claim(lane);
            boolean up = true;
            while (up && !batch.isEmpty()) {
                up = send(lane, batch) && !stopping.getAsBoolean();
                batch = up && batch.size() == BATCH ? claim(lane) : List.of();
            }
            return true;
        });
    }

    private List<Taken> claim(Lane lane) {
        Instant now = parts.clock().instant();
        return parts.worker().write(transaction -> DeliveryStore.claim(transaction, lane, now, now.plus(CLAIM), BATCH));
    }

    /// Answers whether the target can be reached; one that cannot takes up the time of a single call.
    private boolean send(Lane lane, List<Taken> batch) {
        Optional<Armed> armed = parts.webhooks().armed(lane.tenant(), lane.webhook());
        if (armed.filter(found -> found.webhook().enabled()).isEmpty()) {
            String why = armed.isPresent() ? "is turned off" : "was deleted";
            batch.forEach(taken -> note(lane, taken, Delivery.State.FAILED, notSent(why)));
            return true;
        }
        List<Taken> others = batch.subList(1, batch.size());
        if (!send(lane, armed.get(), batch.getFirst())) {
            others.forEach(taken -> failed(lane, taken, notSent("did not answer to another call")));
            return false;
        }
        try (var together = Executors.newVirtualThreadPerTaskExecutor()) {
            others.forEach(taken ->
                    together.execute(() -> Scope.tenant(lane.tenant()).call(() -> send(lane, armed.get(), taken))));
        }
        return true;
    }

    private static Answer notSent(String why) {
        return new Answer(Optional.empty(), Optional.empty(), Optional.of(why), false);
    }

    private boolean send(Lane lane, Armed armed, Taken taken) {
        Optional<Event> event = parts.events().find(lane.tenant(), taken.event());
        if (event.isEmpty()) {
            note(lane, taken, Delivery.State.FAILED, notSent("was not told, because the event is not kept any more"));
            return true;
        }
        Answer answer = parts.target()
                .post(armed, CloudEvent.of(event.get(), parts.issuers().apply(lane.tenant())));
        if (answer.isSuccess()) {
            note(lane, taken, Delivery.State.DELIVERED, answer);
        } else {
            failed(lane, taken, answer);
        }
        return answer.reached();
    }

    private void failed(Lane lane, Taken taken, Answer answer) {
        Instant next = parts.clock().instant().plus(pause(taken.attempts()));
        if (next.isBefore(taken.giveUpAt())) {
            note(lane, taken, next, Delivery.State.WAITING, answer);
        } else {
            note(lane, taken, Delivery.State.FAILED, answer);
        }
    }

    private static Duration pause(int attempts) {
        Duration pause = PAUSE.after(attempts);
        double longer = ThreadLocalRandom.current().nextDouble() * JITTER;
        return pause.plusMillis((long) (pause.toMillis() * longer));
    }

    private void note(Lane lane, Taken taken, Delivery.State state, Answer answer) {
        note(lane, taken, parts.clock().instant(), state, answer);
    }

    private void note(Lane lane, Taken taken, Instant next, Delivery.State state, Answer answer) {
        Instant now = parts.clock().instant();
        parts.worker().write(transaction -> {
            DeliveryStore.note(transaction, lane, taken, state, now, next, answer);
            parts.disabling().heard(transaction, lane, answer);
            return true;
        });
        parts.metrics()
                .webhook(
                        switch (state) {
                            case WAITING -> "retried";
                            case DELIVERED -> "delivered";
                            case FAILED -> "failed";
                        });
    }

    /// Lets calls under way end, so that nobody is told twice.
    @Override
    public void close() {
        lanes.close();
    }
}
