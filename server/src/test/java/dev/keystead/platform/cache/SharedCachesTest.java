package dev.keystead.platform.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.keystead.server.TestServer;
import dev.keystead.server.Until;
import dev.keystead.tenancy.Database;
import dev.keystead.tenancy.ScopePrefix;
import dev.keystead.tenancy.UuidV7;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Two nodes' caches over one database.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedCachesTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration LONG = Duration.ofHours(1);

    private final TestServer server = TestServer.start("--roles", "web");
    private final HikariDataSource pool = pool();
    private final Database database = Database.of(pool, ScopePrefix.SET_CONFIG);
    private final SharedCaches here = new SharedCaches(database, Clock.systemUTC());
    private final SharedCaches there = new SharedCaches(database, Clock.systemUTC());
    private final SharedCache<Integer> ours = here.make(LONG, 100);
    private final SharedCache<Integer> theirs = there.make(LONG, 100);

    SharedCachesTest() {
        here.start();
        there.start();
    }

    private HikariDataSource pool() {
        var config = new HikariConfig();
        config.setJdbcUrl(server.database().jdbcUrl());
        config.setUsername(server.appLogin().user());
        config.setPassword(server.appLogin().password());
        config.setMaximumPoolSize(4);
        config.setConnectionTimeout(1_000);
        return new HikariDataSource(config);
    }

    @AfterAll
    void stop() {
        here.close();
        there.close();
        pool.close();
        server.close();
    }

    private static String key() {
        return "test:tenant:" + UuidV7.next() + ":x";
    }

    /// Counts how often it is asked.
    private static int read(SharedCache<Integer> cache, String key, AtomicInteger source) {
        return cache.read(key, source::incrementAndGet);
    }

    private static void untilKept(SharedCache<Integer> cache) {
        String key = key();
        var source = new AtomicInteger();
        Until.holds("values are kept", LIMIT, () -> {
            int first = read(cache, key, source);
            return read(cache, key, source) == first;
        });
    }

    @Test
    void aChangeIsForgottenHereAtOnceAndThereSoon() {
        untilKept(ours);
        untilKept(theirs);
        String key = key();
        var source = new AtomicInteger();
        int known = read(theirs, key, source);
        database.write(transaction -> {
            ours.changed(transaction, key);
            return true;
        });
        Until.holds("the other node asks again", LIMIT, () -> read(theirs, key, source) > known);
    }

    @Test
    void aChangeThatIsUndoneMakesNothingForgotten() {
        String key = key();
        assertThatIllegalStateException()
                .isThrownBy(() -> database.write(transaction -> {
                    ours.changed(transaction, key);
                    throw new IllegalStateException("undone");
                }));
        assertThat(server.count("select count(*) from events.cache_changes where cache_key = '" + key + "'"))
                .isZero();
    }

    /// Ordered by when it began, this change lies behind others that were heard before it committed.
    @Test
    void aChangeThatBeganEarlyAndCommittedLateIsHeard() throws SQLException {
        String early = key();
        String late = key();
        var source = new AtomicInteger();
        try (Connection connection = server.database().connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("insert into events.cache_changes (id, cache_key, expires_at)" + " values ('"
                    + UuidV7.next() + "', '" + early + "', now() + interval '5 minutes')");
            int known = heard(late, source);
            assertThat(known).isPositive();
            int before = read(theirs, early, source);
            connection.commit();
            Until.holds("the late one is heard", LIMIT, () -> read(theirs, early, source) > before);
        }
    }

    /// Announces a change in a transaction of its own and waits until the other node has heard it.
    private int heard(String key, AtomicInteger source) {
        untilKept(theirs);
        int known = read(theirs, key, source);
        database.write(transaction -> {
            ours.changed(transaction, key);
            return true;
        });
        Until.holds("it is heard", LIMIT, () -> read(theirs, key, source) > known);
        return known;
    }

    @Test
    void aNodeThatDoesNotHearTrustsNothingItKept() {
        try (var deaf = new SharedCaches(database, Clock.systemUTC())) {
            SharedCache<Integer> cache = deaf.make(LONG, 100);
            var source = new AtomicInteger();
            String key = key();
            assertThat(read(cache, key, source)).isEqualTo(1);
            assertThat(read(cache, key, source)).isEqualTo(2);
            deaf.start();
            untilKept(cache);
        }
    }

    @Test
    void aNodeThatLostTheDatabaseForgetsAndHearsAgain() {
        untilKept(theirs);
        String key = key();
        var source = new AtomicInteger();
        int known = read(theirs, key, source);
        String app = server.appLogin().user();
        server.execute("alter role \"" + app + "\" nologin");
        server.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = '" + app + "'");
        Until.holds("nothing is trusted", LIMIT, () -> read(theirs, key, source) > known);
        server.execute("alter role \"" + app + "\" login");
        pool.getHikariPoolMXBean().softEvictConnections();
        untilKept(theirs);
    }
}
