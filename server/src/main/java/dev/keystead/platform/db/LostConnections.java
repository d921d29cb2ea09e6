package dev.keystead.platform.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A connection that was lost is rarely the only one: a PostgreSQL that ended took all of them with it. The
/// first request that meets one empties the pool, so that the next requests do not meet the others one by one.
final class LostConnections implements SQLExceptionOverride {
    private volatile @Nullable HikariDataSource pool;

    private LostConnections() {}

    /// Opens a pool that forgets its connections as soon as one of them was lost.
    static HikariDataSource watched(HikariConfig config) {
        var lost = new LostConnections();
        config.setExceptionOverride(lost);
        var pool = new HikariDataSource(config);
        lost.pool = pool;
        return pool;
    }

    @java.lang.Override
    public Override adjudicate(SQLException exception) {
        HikariDataSource known = pool;
        if (known != null && isLost(exception.getSQLState())) {
            known.getHikariPoolMXBean().softEvictConnections();
        }
        return Override.CONTINUE_EVICT;
    }

    /// Class 08 is what the driver says of a broken line; 57P01 and 57P02 are PostgreSQL's last words.
    private static boolean isLost(@Nullable String state) {
        return state != null && (state.startsWith("08") || state.equals("57P01") || state.equals("57P02"));
    }
}
