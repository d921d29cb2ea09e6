package dev.keystead.platform.metric;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @AfterEach
    void close() {
        metrics.close();
    }

    private long requestSeries() {
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith("http_server_requests_seconds_count"))
                .count();
    }

    @Test
    void requestsAreCountedByMethodRouteAndClassOfStatus() {
        metrics.request("GET", "/v1/users/{id}", 200, Duration.ofMillis(4));
        metrics.request("GET", "/v1/users/{id}", 204, Duration.ofMillis(700));
        metrics.request("GET", "/v1/users/{id}", 404, Duration.ofMillis(1));

        String labels = "{method=\"GET\",route=\"/v1/users/{id}\",status=\"%s\"";
        assertThat(metrics.scrape().lines())
                .contains("http_server_requests_seconds_count" + labels.formatted("2xx") + "} 2")
                .contains("http_server_requests_seconds_count" + labels.formatted("4xx") + "} 1")
                .contains("http_server_requests_seconds_bucket" + labels.formatted("2xx") + ",le=\"0.005\"} 1")
                .contains("http_server_requests_seconds_bucket" + labels.formatted("2xx") + ",le=\"1.0\"} 2")
                .contains("http_server_requests_seconds_bucket" + labels.formatted("2xx") + ",le=\"+Inf\"} 2");
    }

    @Test
    void theNumberOfSeriesIsBoundedWhateverIsAsked() {
        for (int i = 0; i < Metrics.MAX_ROUTES + 500; i++) {
            metrics.request("M" + i, "/path/" + i, i, Duration.ZERO);
        }

        assertThat(requestSeries()).isLessThan(Metrics.MAX_ROUTES + 10);
        assertThat(metrics.scrape()).contains("{method=\"other\",route=\"other\",status=\"other\"");
    }

    @Test
    void aLabelCannotBreakOutOfItsLine() {
        metrics.request("GET", "/a\"} 1\nforged 1\\", 200, Duration.ZERO);

        assertThat(metrics.scrape().lines()).noneMatch(line -> line.startsWith("forged"));
    }

    @Test
    void theProcessItselfIsWatched() {
        assertThat(metrics.scrape())
                .contains("jvm_memory_used_bytes{", "jvm_gc_", "jvm_threads_live_threads", "process_uptime_seconds")
                .contains("process_cpu_usage", "process_files_open_files")
                .doesNotContain("tenant");
    }

    @Test
    void aPoolIsWatchedUnderItsName() {
        PGSimpleDataSource nowhere = new PGSimpleDataSource();
        nowhere.setServerNames(new String[] {"127.0.0.1"});
        // The discard port: nothing listens there, and the pool is never asked for a connection.
        nowhere.setPortNumbers(new int[] {9});
        HikariConfig config = new HikariConfig();
        config.setPoolName("app");
        config.setDataSource(nowhere);
        config.setMaximumPoolSize(7);
        config.setMinimumIdle(0);
        config.setInitializationFailTimeout(-1);
        metrics.watch(config);

        try (HikariDataSource _ = new HikariDataSource(config)) {
            assertThat(metrics.scrape().lines())
                    .contains("hikaricp_connections_max{pool=\"app\"} 7.0")
                    .contains("hikaricp_connections_active{pool=\"app\"} 0.0");
        }
    }
}
