package dev.keystead.event;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.util.Optional;
import java.util.UUID;

/// Finds events of any workspace again, for the worker.
public final class KeptEvents {
    private final Database worker;

    public KeptEvents(Database worker) {
        this.worker = worker;
    }

    /// The event, as long as it is kept.
    public Optional<Event> find(UUID tenant, EventId id) {
        return worker.find(OutboxStore.EVENT_FIND, p -> p.id(id).uuid(tenant));
    }

    /// Whether an event of the transaction's own workspace is kept.
    public static boolean has(Transaction transaction, EventId id) {
        return transaction.find(OutboxStore.EVENT_KEPT, p -> p.id(id)).isPresent();
    }
}
