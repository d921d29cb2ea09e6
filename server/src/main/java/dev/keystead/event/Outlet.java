package dev.keystead.event;

import java.util.List;
import java.util.UUID;

/// Where events are handed to: the broker, or without one the consumers inside.
public interface Outlet extends AutoCloseable {
    /// Whether handing anything over can work now. Quick.
    boolean isUp();

    /// Hands over events of one workspace, each about another thing, and answers for each what became of it,
    /// in the same order. Not for use inside a transaction.
    List<Handover> handOver(UUID tenant, List<Event> events);

    @Override
    void close();

    /// What became of handing one event over.
    sealed interface Handover {
        /// The other side has it.
        record Accepted() implements Handover {}

        /// The other side does not take this one.
        record Refused(String why) implements Handover {}

        /// The other side takes nothing now.
        record Down(String why) implements Handover {}
    }
}
