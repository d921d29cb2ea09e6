package dev.keystead.event;

import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// Lets an event have its effect once, however often and in whatever order it arrives.
public final class Inbox {
    /// Longer than any broker or operator sends an event again.
    private static final Duration REMEMBERED = Duration.ofDays(30);

    private final Database worker;
    private final Clock clock;

    public Inbox(Database worker, Clock clock) {
        this.worker = worker;
        this.clock = clock;
    }

    /// Lets the event have its effect unless it had it before, and answers whether it did now. What the
    /// effect writes and that it was written are one transaction.
    public boolean receive(Consumer consumer, Event event) {
        Instant now = clock.instant();
        return Scope.tenant(event.tenant())
                .call(() -> worker.write(transaction -> {
                    int inserted = transaction.update(
                            InboxStore.INBOX_INSERT,
                            p -> p.text(consumer.name())
                                    .id(event.id())
                                    .text(event.subject())
                                    .instant(now)
                                    .instant(now.plus(REMEMBERED))
                                    .uuid(event.tenant()));
                    if (inserted == 1) {
                        consumer.effect().apply(transaction, event);
                    }
                    return inserted == 1;
                }));
    }
}
