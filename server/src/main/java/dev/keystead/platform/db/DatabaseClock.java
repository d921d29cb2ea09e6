package dev.keystead.platform.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// The database's time, which all nodes share. A node whose own clock is wrong neither removes what has not
/// expired nor runs a job before its turn.
///
/// The time is asked for now and then and counted on from there by a clock that nobody can set; while the
/// database does not answer, it is counted on for longer.
final class DatabaseClock implements InstantSource {
    private static final Duration GOOD_FOR = Duration.ofSeconds(10);

    private final DataSource pool;
    private final Duration goodFor;
    private volatile @Nullable Asked last;

    DatabaseClock(DataSource pool) {
        this(pool, GOOD_FOR);
    }

    /// @param goodFor for how long an answer is counted on from
    DatabaseClock(DataSource pool, Duration goodFor) {
        this.pool = pool;
        this.goodFor = goodFor;
    }

    /// What the database said, and when that was on this process's own counter.
    private record Asked(Instant said, long at) {
        Duration age() {
            return Duration.ofNanos(System.nanoTime() - at);
        }
    }

    @Override
    public Instant instant() {
        Asked known = last;
        if (known == null || known.age().compareTo(goodFor) > 0) {
            known = ask(known);
            last = known;
        }
        return known.said().plus(known.age()).truncatedTo(ChronoUnit.MICROS);
    }

    private Asked ask(@Nullable Asked before) {
        try (Connection connection = pool.getConnection();
                PreparedStatement question = connection.prepareStatement("select clock_timestamp()");
                ResultSet answer = question.executeQuery()) {
            answer.next();
            return new Asked(answer.getObject(1, OffsetDateTime.class).toInstant(), System.nanoTime());
        } catch (SQLException e) {
            if (before == null) {
                throw new IllegalStateException("the database does not tell the time", e);
            }
            return before;
        }
    }
}
