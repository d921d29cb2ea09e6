package dev.keystead.server;

import dev.keystead.platform.start.StartRefused;
import dev.keystead.postgres.EmbeddedPostgres;
import dev.keystead.postgres.PostgresOptions;
import dev.keystead.postgres.PostgresUnavailable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The embedded PostgreSQL of a running server. When it ends by itself, such as by the system's want of memory, it is
/// started again on the same port: requests get 503 meanwhile, and nothing that was acknowledged is lost.
final class EmbeddedDatabase implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);
    private static final Duration PAUSE_BETWEEN_TRIES = Duration.ofSeconds(2);

    private final PostgresOptions options;
    private final Thread keeper;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile EmbeddedPostgres postgres;

    private EmbeddedDatabase(EmbeddedPostgres postgres, PostgresOptions options) {
        this.postgres = postgres;
        this.options = options.withPort(postgres.port());
        this.keeper = Thread.ofPlatform().daemon().name("postgres-keeper").unstarted(this::keep);
    }

    static EmbeddedDatabase start(PostgresOptions options) {
        try {
            var database = new EmbeddedDatabase(EmbeddedPostgres.start(options), options);
            database.keeper.start();
            return database;
        } catch (PostgresUnavailable e) {
            throw new StartRefused(String.valueOf(e.getMessage()), e);
        }
    }

    EmbeddedPostgres postgres() {
        return postgres;
    }

    private boolean isWanted() {
        return closing.getCount() > 0;
    }

    private void keep() {
        try {
            while (isWanted()) {
                postgres.awaitEnd();
                if (isWanted()) {
                    LOG.error("PostgreSQL ended by itself; it is started again");
                    postgres.close();
                    startAgain();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void startAgain() throws InterruptedException {
        while (isWanted()) {
            try {
                postgres = EmbeddedPostgres.start(options);
                LOG.info("PostgreSQL runs again");
                return;
            } catch (PostgresUnavailable e) {
                LOG.error("PostgreSQL could not be started again, and is tried once more: {}", e.getMessage());
                closing.await(PAUSE_BETWEEN_TRIES.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void close() {
        closing.countDown();
        keeper.interrupt();
        try {
            keeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        postgres.close();
    }
}
