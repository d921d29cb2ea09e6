package dev.keystead.bot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.keystead.audit.AuditLog;
import dev.keystead.bot.ActingBots.ActingBot;
import dev.keystead.platform.config.BotConfig;
import dev.keystead.platform.db.Words;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.Scope;
import dev.keystead.workspace.WorkspaceId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;

/// How many requests a service identity may make, by how far it is trusted. All of its accounts count together, at
/// all nodes.
public final class BotLimits {
    /// The trail tells of too many requests once in this time, not with each of them.
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_KNOWN = 100_000;

    private final Database database;
    private final AuditLog audit;
    private final BotConfig config;
    private final Clock clock;
    private final BucketStore buckets;
    private final Cache<ServiceIdentityId, Lease> leases;

    /// @param clock of the database, which all nodes share
    public BotLimits(Database database, AuditLog audit, BotConfig config, Clock clock) {
        this.database = database;
        this.audit = audit;
        this.config = config;
        this.clock = clock;
        this.buckets = new BucketStore(database);
        this.leases = Caffeine.newBuilder()
                .expireAfterAccess(WINDOW)
                .maximumSize(MOST_KNOWN)
                .build();
    }

    /// Counts a request. Writes on its own: not for use inside a transaction.
    ///
    /// @return after how many seconds to try again, when there were too many
    public OptionalInt take(WorkspaceId workspace, ActingBot bot) {
        int perSecond = bot.trustClass().perSecond(config);
        int burst = perSecond * config.burstSeconds();
        Lease lease = leases.get(bot.id(), _ -> new Lease(WINDOW));
        Scope scope = Scope.tenant(workspace.value());
        Instant now = clock.instant();
        Lease.Taken taken = lease.take(
                perSecond, now, wanted -> scope.call(() -> buckets.take(bot.id(), wanted, perSecond, burst, now)));
        return switch (taken) {
            case Lease.Taken.Allowed() -> OptionalInt.empty();
            case Lease.Taken.Refused(int seconds, boolean first) -> {
                if (first) {
                    note(workspace, bot, perSecond);
                }
                yield OptionalInt.of(seconds);
            }
        };
    }

    private void note(WorkspaceId workspace, ActingBot bot, int perSecond) {
        Map<String, ?> what = Map.of("trust_class", Words.of(bot.trustClass()), "requests_per_second", perSecond);
        Scope.tenant(workspace.value())
                .call(() -> database.write(transaction -> {
                    audit.writeInternal(transaction, "bot-limits", "service_identity.throttle", bot.id(), what);
                    return true;
                }));
    }
}
