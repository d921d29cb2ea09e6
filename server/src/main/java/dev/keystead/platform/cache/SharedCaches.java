package dev.keystead.platform.cache;

import dev.keystead.tenancy.Command;
import dev.keystead.tenancy.Database;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The shared caches of this node, and the thread that hears what other nodes changed.
///
/// It asks for changes by transaction, not by time: a change that began early and committed late is never missed,
/// and no two clocks need to agree.
public final class SharedCaches implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedCaches.class);
    private static final Duration EVERY = Duration.ofMillis(400);

    /// How old the last word may be for what is kept to be trusted: within a second of a change, no node acts on what
    /// was.
    private static final Duration TRUSTED = Duration.ofMillis(900);

    /// Far longer than a node takes to hear of a change; a node that was deaf for longer forgets everything.
    private static final Duration CHANGE_LIFE = Duration.ofMinutes(5);

    private final ChangeStore store;
    private final Clock clock;
    private final List<SharedCache<?>> caches = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread listener = Thread.ofVirtual().name("cache-changes").unstarted(this::listen);

    /// When the last word was asked for; nothing is trusted before the first.
    private volatile long heardAt = System.nanoTime() - TRUSTED.toNanos();

    // Known to the listener's thread alone.
    private String horizon = "0";
    private Set<UUID> heardBefore = Set.of();
    private boolean deaf;

    public SharedCaches(Database database, Clock clock) {
        this.store = new ChangeStore(database);
        this.clock = clock;
    }

    /// Deletes changes that have expired.
    public static Command sweep() {
        return ChangeStore.CHANGE_SWEEP;
    }

    /// A cache of at most so many values, none older than the age.
    public <V> SharedCache<V> make(Duration age, int most) {
        var cache = new SharedCache<V>(
                age,
                most,
                (transaction, key) ->
                        store.insertAtCommit(transaction, key, clock.instant().plus(CHANGE_LIFE)),
                () -> System.nanoTime() - heardAt < TRUSTED.toNanos());
        caches.add(cache);
        return cache;
    }

    /// Begins to hear what other nodes change.
    public void start() {
        listener.start();
    }

    private void listen() {
        try {
            do {
                hear();
            } while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void hear() {
        long asked = System.nanoTime();
        try {
            List<ChangeStore.Heard> heard = store.since(horizon);
            if (deaf) {
                // Changes may have come and expired meanwhile.
                forgetAll();
                LOG.atInfo().log("Changes of other nodes are heard again");
            }
            deaf = false;
            // What one open transaction keeps at the horizon is answered again and again; it is forgotten once.
            var ids = new HashSet<UUID>();
            for (ChangeStore.Heard change : heard) {
                change.id().ifPresent(ids::add);
                if (change.id().filter(id -> !heardBefore.contains(id)).isPresent()) {
                    change.key().ifPresent(this::forget);
                }
            }
            heardBefore = ids;
            horizon = heard.getFirst().horizon();
            heardAt = asked;
        } catch (RuntimeException e) {
            if (!deaf) {
                LOG.atWarn().setCause(e).log("Changes of other nodes cannot be heard; nothing is kept in memory");
            }
            deaf = true;
            forgetAll();
        }
    }

    private void forget(String key) {
        caches.forEach(cache -> cache.forget(key));
    }

    private void forgetAll() {
        caches.forEach(SharedCache::forgetAll);
    }

    /// Returns when the last question was answered, or after a while: whoever closes goes on to close the database.
    @Override
    public void close() {
        closed.countDown();
        try {
            if (listener.isAlive()) {
                listener.join(TRUSTED);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
