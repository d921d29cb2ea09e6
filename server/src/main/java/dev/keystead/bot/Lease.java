package dev.keystead.bot;

import dev.keystead.bot.BucketStore.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntFunction;

/// What this node has taken out of the bucket of one service identity, so that not every request asks the database.
///
/// A share is a quarter of a second's worth and is good for a second: what all nodes let pass is at most that much a
/// node above the bucket, and what a node does not use is lost. As long as the bucket is known to be empty, nobody
/// is asked.
final class Lease {
    private static final Duration LIFE = Duration.ofSeconds(1);
    private static final int SHARES_A_SECOND = 4;
    private static final double NANOS = 1e9;

    private final Duration window;
    private int rate;
    private int left;
    private Instant goodUntil = Instant.MIN;
    private Instant emptyUntil = Instant.MIN;
    private Instant toldAt = Instant.MIN;

    /// @param window how long it is said once only that there were too many
    Lease(Duration window) {
        this.window = window;
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

    /// How many requests a node takes at once.
    static int share(int perSecond) {
        return Math.max(1, perSecond / SHARES_A_SECOND);
    }

    /// Takes one request out of what is allowed. Of many at once, one asks and the others wait for its answer.
    ///
    /// @param bucket takes so many requests for this node
    synchronized Taken take(int perSecond, Instant now, IntFunction<Share> bucket) {
        // What was taken under another trust class counts no longer.
        if (rate != perSecond || !now.isBefore(goodUntil)) {
            left = 0;
        }
        rate = perSecond;
        if (left == 0 && !now.isBefore(emptyUntil)) {
            Share share = bucket.apply(share(perSecond));
            left = share.taken();
            goodUntil = now.plus(LIFE);
            if (left == 0) {
                emptyUntil = now.plusNanos((long) Math.ceil(NANOS * (1 - share.remaining()) / perSecond));
            }
        }
        if (left > 0) {
            left--;
            return new Taken.Allowed();
        }
        return refused(now);
    }

    private Taken refused(Instant now) {
        boolean first = toldAt.equals(Instant.MIN) || !now.isBefore(toldAt.plus(window));
        if (first) {
            toldAt = now;
        }
        double seconds = Duration.between(now, emptyUntil).toNanos() / NANOS;
        return new Taken.Refused((int) Math.max(1, Math.ceil(seconds)), first);
    }
}
