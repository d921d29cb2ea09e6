package dev.keystead.platform.metric;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The figures of one process.
public final class Metrics implements AutoCloseable {
    /// The media type of [#scrape].
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /// The value of a label whose own value is not on its list.
    static final String OTHER = "other";

    /// Far more routes than the route table has. Should a caller ever pass paths instead of templates, the series
    /// stop growing here.
    static final int MAX_ROUTES = 1_000;

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private static final Set<String> WEBHOOK_OUTCOMES = Set.of("delivered", "retried", "failed");

    private static final Set<String> MAIL_OUTCOMES = Set.of("queued", "sent", "retried", "failed");

    private static final Set<String> JOB_OUTCOMES = Set.of("done", "failed");

    /// Close together where answers should be, far apart where they should not.
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(2),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2_500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10)
    };

    private record Series(String method, String route, String status) {}

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
    private final Map<Series, Timer> requests = new ConcurrentHashMap<>();
    private final Map<String, AtomicDouble> gauges = new ConcurrentHashMap<>();
    private final Set<String> routes = ConcurrentHashMap.newKeySet();

    /// Begins to count, and to watch the memory, collector, threads, processor and open files of this process.
    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    /// Counts one answered request in `http_server_requests_seconds`.
    ///
    /// @param route the template of the route that answered (`/v1/users/{id}`), never the path that was asked for
    /// @param status the status of the answer, counted by its class (`2xx`)
    public void request(String method, String route, int status, Duration elapsed) {
        Series series = new Series(METHODS.contains(method) ? method : OTHER, knownRoute(route), statusClass(status));
        requests.computeIfAbsent(series, this::timer).record(elapsed);
    }

    /// Counts one mail in `mails_total` by what became of it.
    ///
    /// @param outcome queued, sent, retried or failed
    public void mail(String outcome) {
        registry.counter("mails", "outcome", MAIL_OUTCOMES.contains(outcome) ? outcome : OTHER)
                .increment();
    }

    /// Counts one run of a job in `jobs_seconds` and what it touched in `job_rows_total`.
    ///
    /// @param job a name of the timetable
    /// @param outcome done or failed
    public void job(String job, String outcome, Duration elapsed, long rows) {
        registry.timer("jobs", "job", job, "outcome", JOB_OUTCOMES.contains(outcome) ? outcome : OTHER)
                .record(elapsed);
        registry.counter("job.rows", "job", job).increment((double) rows);
    }

    /// Tells how many events wait to be handed on (`outbox_waiting`), how many nobody tries to hand on any
    /// more (`outbox_dead`), and for how long the oldest has waited (`outbox_lag_seconds`).
    public void outbox(long waiting, long dead, double lagSeconds) {
        gauge("outbox.waiting", "Events that wait to be handed on").set((double) waiting);
        gauge("outbox.dead", "Events that nobody tries to hand on any more").set((double) dead);
        gauge("outbox.lag.seconds", "How long the oldest event that waits has waited")
                .set(lagSeconds);
    }

    /// Counts one call to a webhook in `webhook_calls_total` by what became of it.
    ///
    /// @param outcome delivered, retried or failed
    public void webhook(String outcome) {
        registry.counter("webhook.calls", "outcome", WEBHOOK_OUTCOMES.contains(outcome) ? outcome : OTHER)
                .increment();
    }

    private AtomicDouble gauge(String name, String about) {
        return gauges.computeIfAbsent(name, _ -> {
            var value = new AtomicDouble();
            Gauge.builder(name, value, AtomicDouble::get).description(about).register(registry);
            return value;
        });
    }

    /// A number that one thread sets and another reads.
    private static final class AtomicDouble {
        private volatile double value;

        void set(double now) {
            value = now;
        }

        double get() {
            return value;
        }
    }

    /// Watches a connection pool: connections in use, idle and waited for, and how long borrowing one takes. The
    /// pool is told apart by its name. To be called before the pool is opened.
    public void watch(HikariConfig pool) {
        pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
    }

    /// Every figure as it is now.
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }

    private Timer timer(Series series) {
        return Timer.builder("http.server.requests")
                .description("Answered requests by method, route template and class of status")
                .tags("method", series.method(), "route", series.route(), "status", series.status())
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private String knownRoute(String route) {
        if (routes.contains(route)) {
            return route;
        }
        // Two threads may pass this check at once and overshoot the bound by one each, which does no harm.
        if (routes.size() >= MAX_ROUTES) {
            return OTHER;
        }
        routes.add(route);
        return route;
    }

    private static String statusClass(int status) {
        return status >= 100 && status <= 599 ? status / 100 + "xx" : OTHER;
    }
}
