package dev.keystead.event;

import dev.keystead.tenancy.DatabaseFailure;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands events to the consumers inside, where there is no broker to do so.
public final class InnerOutlet implements Outlet {
    private static final Logger LOG = LoggerFactory.getLogger(InnerOutlet.class);

    private final Inbox inbox;
    private final List<Consumer> consumers;

    public InnerOutlet(Inbox inbox, List<Consumer> consumers) {
        this.inbox = inbox;
        this.consumers = List.copyOf(consumers);
    }

    @Override
    public boolean isUp() {
        return true;
    }

    @Override
    public List<Handover> handOver(UUID tenant, List<Event> events) {
        return events.stream().map(this::handOver).toList();
    }

    private Handover handOver(Event event) {
        try {
            consumers.stream()
                    .filter(consumer -> consumer.wants(event))
                    .forEach(consumer -> inbox.receive(consumer, event));
            return new Handover.Accepted();
        } catch (DatabaseFailure e) {
            if (e.mayPass()) {
                return new Handover.Down("the database did not do its part");
            }
            return refused(event, e);
        } catch (RuntimeException e) {
            return refused(event, e);
        }
    }

    private static Handover refused(Event event, RuntimeException e) {
        LOG.atError().addKeyValue("event", event.id()).setCause(e).log("an event could not have its effect");
        return new Handover.Refused("a consumer inside failed; the log says why");
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
