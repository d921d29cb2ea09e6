package dev.keystead.mail;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Keeps the last mails in this process's memory, for whoever tries the product out on their own machine.
final class Inbox implements Outlet {
    /// More than anybody looks through.
    static final int MOST = 200;

    private final Deque<Kept> kept = new ArrayDeque<>();
    private final Clock clock;

    Inbox(Clock clock) {
        this.clock = clock;
    }

    /// A mail and when it came.
    record Kept(MailId id, Mail mail, Instant at) {}

    @Override
    public Line open() {
        return new Line() {
            @Override
            public Delivery deliver(MailId id, Mail mail) {
                keep(new Kept(id, mail, clock.instant()));
                return new Delivery.Accepted();
            }

            @Override
            public void close() {}
        };
    }

    private synchronized void keep(Kept mail) {
        if (kept.size() == MOST) {
            kept.removeLast();
        }
        kept.addFirst(mail);
    }

    synchronized List<Kept> newestFirst() {
        return List.copyOf(kept);
    }
}
