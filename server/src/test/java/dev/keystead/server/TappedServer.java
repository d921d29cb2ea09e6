package dev.keystead.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.keystead.postgres.TestPostgres;
import dev.keystead.postgres.WireTap;
import dev.keystead.server.TestServer.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// A whole server whose round trips to PostgreSQL are counted on the wire.
final class TappedServer implements AutoCloseable {
    private static final int REQUESTS = 30;

    private final TestPostgres.Database database =
            readable(TestPostgres.shared().createDatabase());
    private final WireTap tap = WireTap.to(database.jdbcUrl());
    private final TestServer server;

    TappedServer(String... flags) {
        this.server = startTapped(List.of(flags));
        // The pools open their connections beside the start, and opening one costs several round trips.
        new Look(database).until("""
                        select count(*) from pg_stat_activity
                         where datname = current_database() and application_name in ('keystead-app', 'keystead-worker')
                           and state = 'idle' and query <> ''
                        """, 2);
    }

    /// Encryption is not what is tested, and the wire must be readable.
    private static TestPostgres.Database readable(TestPostgres.Database made) {
        String url = made.jdbcUrl() + (made.jdbcUrl().contains("?") ? "&" : "?") + "sslmode=disable&gssEncMode=disable";
        return new TestPostgres.Database(made.name(), url, made.user(), made.password());
    }

    /// The pool asks a connection that rested for half a second whether it lives, and learns when it is made how long
    /// that is; what is counted here must not depend on how fast the machine is.
    private TestServer startTapped(List<String> flags) {
        String setting = "com.zaxxer.hikari.aliveBypassWindowMs";
        System.setProperty(setting, "3600000");
        try {
            var tapped = new TestPostgres.Database(
                    database.name(), tap.url(database.jdbcUrl()), database.user(), database.password());
            var all = new ArrayList<>(List.of("--roles", "web", "--db-pool-size", "1", "--db-worker-pool-size", "1"));
            all.addAll(flags);
            return TestServer.start(tapped, all.toArray(String[]::new));
        } finally {
            System.clearProperty(setting);
        }
    }

    TestServer server() {
        return server;
    }

    /// The database past the tap.
    TestPostgres.Database database() {
        return database;
    }

    /// What each of many requests in a row cost.
    ///
    /// @param request gets the number of its turn
    LongSummaryStatistics cost(IntFunction<Answer> request) {
        return IntStream.range(0, REQUESTS)
                .mapToLong(turn -> {
                    WireTap.Counts before = tap.counts();
                    Answer answer = request.apply(turn);
                    assertThat(answer.status()).as(answer.text()).isLessThan(500);
                    return tap.counts().since(before).roundTrips();
                })
                .summaryStatistics();
    }

    @Override
    public void close() {
        server.close();
        try {
            tap.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
