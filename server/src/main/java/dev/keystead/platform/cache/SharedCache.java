package dev.keystead.platform.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.tenancy.Transaction;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Values by scoped key, which every node forgets when one of them changes.
///
/// A value is loaded under its key's lock, and forgetting waits for that lock: a load that began before the
/// change is forgotten too.
public final class SharedCache<V> {
    private final Cache<String, V> values;
    private final BiConsumer<Transaction, String> announce;

    private final BooleanSupplier isHearing;

    SharedCache(Duration age, int most, BiConsumer<Transaction, String> announce, BooleanSupplier isHearing) {
        this.values =
                Caffeine.newBuilder().expireAfterWrite(age).maximumSize(most).build();
        this.announce = announce;
        this.isHearing = isHearing;
    }

    /// The value under a key, loaded when it is not known, or when it may have changed without this node
    /// hearing.
    public V read(String scopedKey, Supplier<V> load) {
        return isHearing.getAsBoolean() ? values.get(scopedKey, _ -> load.get()) : load.get();
    }

    /// The value under a key, if it is known and can be trusted.
    public Optional<V> find(String scopedKey) {
        return isHearing.getAsBoolean() ? Optional.ofNullable(values.getIfPresent(scopedKey)) : Optional.empty();
    }

    /// Keeps a value that was loaded elsewhere, with others. Nothing tells whether it changed meanwhile: it must
    /// carry a mark from a cache like this one, read before it was loaded, and count only while that is the same.
    public void keep(String scopedKey, V value) {
        values.put(scopedKey, value);
    }

    /// Says in the transaction of a change that the value under a key is stale once it commits.
    public void changed(Transaction transaction, String scopedKey) {
        announce.accept(transaction, scopedKey);
        transaction.afterCommit(() -> forget(scopedKey));
    }

    /// Forgets a value on this node alone, for whoever learns otherwise that it may be stale.
    public void forget(String scopedKey) {
        values.invalidate(scopedKey);
    }

    void forgetAll() {
        values.invalidateAll();
    }
}
