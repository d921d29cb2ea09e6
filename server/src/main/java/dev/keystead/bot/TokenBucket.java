package dev.keystead.bot;

import java.time.Duration;
import java.time.Instant;

/// Counts the requests of one service identity at this node: so many in a second, and some more at once after a
/// quiet while.
final class TokenBucket {
    private static final double NANOS = 1e9;

    private final Duration window;
    private double left;
    private Instant filledAt;
    private Instant toldAt;

    /// @param burst how many requests are allowed at once
    /// @param window how long it is said once only that there were too many
    TokenBucket(int burst, Duration window, Instant now) {
        this.window = window;
        this.left = burst;
        this.filledAt = now;
        this.toldAt = now.minus(window);
    }

    /// What became of a request.
    sealed interface Taken {
        record Allowed() implements Taken {}

        /// There were too many.
        ///
        /// @param seconds after which one more is allowed
        /// @param first whether nobody was told so in this window
        record Refused(int seconds, boolean first) implements Taken {}
    }

    /// Takes one request out of what is allowed. What is allowed may differ from the last time.
    synchronized Taken take(int perSecond, int burst, Instant now) {
        // A clock that was set back fills nothing.
        double passed = Math.max(0, Duration.between(filledAt, now).toNanos() / NANOS);
        left = Math.min(burst, left + passed * perSecond);
        filledAt = now;
        if (left >= 1) {
            left -= 1;
            return new Taken.Allowed();
        }
        boolean first = !now.isBefore(toldAt.plus(window));
        if (first) {
            toldAt = now;
        }
        return new Taken.Refused((int) Math.max(1, Math.ceil((1 - left) / perSecond)), first);
    }
}
