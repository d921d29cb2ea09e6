package dev.keystead.event;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Another side that keeps what it is given, knows no duplicates, and refuses what it is told to.
final class RecordingOutlet implements Outlet {
    private final UUID tenant;
    private final List<Event> taken = new CopyOnWriteArrayList<>();
    private final Set<EventId> refused = ConcurrentHashMap.newKeySet();

    /// @param tenant whose sample events are kept; others are taken and forgotten
    RecordingOutlet(UUID tenant) {
        this.tenant = tenant;
    }

    void refuse(EventId event) {
        refused.add(event);
    }

    void take(EventId event) {
        refused.remove(event);
    }

    List<Event> taken() {
        return List.copyOf(taken);
    }

    @Override
    public boolean isUp() {
        return true;
    }

    @Override
    public List<Handover> handOver(UUID whose, List<Event> events) {
        return events.stream().map(event -> handOver(whose, event)).toList();
    }

    private Handover handOver(UUID whose, Event event) {
        if (refused.contains(event.id())) {
            return new Handover.Refused("the other side does not like it");
        }
        if (whose.equals(tenant) && event.subject().equals(Crowd.SUBJECT)) {
            taken.add(event);
        }
        return new Handover.Accepted();
    }

    @Override
    public void close() {
        // There is nothing to close.
    }
}
