package dev.keystead.lockout;

import dev.keystead.platform.config.SignInConfig;
import dev.keystead.platform.crypto.Mac;
import dev.keystead.platform.crypto.MasterKey;
import dev.keystead.platform.http.Refusal;
import dev.keystead.platform.http.Reply;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/// How much anybody may begin at a workspace's door from one network, whichever node they ask.
public final class SourceLimits {
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private final LockoutStore store;
    private final SignInConfig config;
    private final Mac mac;
    private final Clock clock;

    public SourceLimits(Database database, SignInConfig config, MasterKey master, Clock clock) {
        this.store = new LockoutStore(database);
        this.config = config;
        this.mac = master.mac("source-limit");
        this.clock = clock;
    }

    /// Counts a sign-in that begins.
    ///
    /// @throws Refusal when too many began in these ten minutes
    public void takeStart(Transaction transaction, String address) {
        take(transaction, Bucket.Kind.START, address, config.startsPerSource());
    }

    /// Counts a wish after which somebody may be written to: for an account, a link or a code.
    ///
    /// @throws Refusal when there were too many in these ten minutes
    public void takeAsk(Transaction transaction, String address) {
        take(transaction, Bucket.Kind.ASK, address, config.asksPerSource());
    }

    private void take(Transaction transaction, Bucket.Kind kind, String address, int most) {
        Instant now = clock.instant();
        var bucket = new Bucket(kind, mac.digest(Network.of(address)));
        if (store.takeInWindow(transaction, bucket, most, now, now.plus(WINDOW))) {
            return;
        }
        Instant until = store.find(transaction, bucket, now)
                .flatMap(LockoutStore.Standing::lockedUntil)
                .orElse(now);
        int seconds = (int) Math.max(1, Duration.between(now, until).toSeconds() + 1);
        throw new Refusal(Reply.tooManyRequests("too many requests from your network; try again later", seconds));
    }
}
