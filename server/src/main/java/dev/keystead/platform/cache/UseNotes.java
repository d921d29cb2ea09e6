package dev.keystead.platform.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.tenancy.Axis;
import dev.keystead.tenancy.Scope;
import dev.keystead.tenancy.ScopedKey;
import dev.keystead.tenancy.TypedId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Notes when a thing was last used: one write in ten minutes on each node, not one per request.
public final class UseNotes {
    private static final Logger LOG = LoggerFactory.getLogger(UseNotes.class);

    /// How exact a noted time is.
    private static final Duration GRAIN = Duration.ofMinutes(10);

    private final Clock clock;
    private final Cache<String, Instant> noted =
            Caffeine.newBuilder().expireAfterWrite(GRAIN).maximumSize(100_000).build();

    public UseNotes(Clock clock) {
        this.clock = clock;
    }

    /// Writes a time down, unless a later one than the second is there.
    public interface Writing {
        void write(Instant at, Instant unlessSince);
    }

    /// Notes a use in the tenant of the scope, beside the request and not in its way: a lost note costs
    /// nothing but ten minutes of exactness.
    ///
    /// @param last the time that is known to be written down
    public void note(Scope tenant, TypedId thing, Optional<Instant> last, Writing writing) {
        Instant now = clock.instant();
        Instant grainAgo = now.minus(GRAIN);
        String key = ScopedKey.cache("use", Axis.TENANT, tenant, thing.text());
        if (last.filter(grainAgo::isBefore).isPresent() || noted.asMap().putIfAbsent(key, now) != null) {
            return;
        }
        Thread.ofVirtual().name("use-note").start(() -> {
            try {
                tenant.call(() -> {
                    writing.write(now, grainAgo);
                    return true;
                });
            } catch (RuntimeException e) {
                LOG.atDebug().setCause(e).log("the last use of a credential was not noted");
            }
        });
    }
}
