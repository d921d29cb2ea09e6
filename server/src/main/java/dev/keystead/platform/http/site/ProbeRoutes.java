package dev.keystead.platform.http.site;

import dev.keystead.platform.http.Call;
import dev.keystead.platform.http.Draining;
import dev.keystead.platform.http.Reply;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.Shape;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells a supervisor whether the process lives, whether it should get requests, and what it counts.
public final class ProbeRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ProbeRoutes.class);
    private static final String PROMETHEUS = "text/plain;version=0.0.4;charset=utf-8";

    private final List<ReadinessCheck> checks;
    private final Draining draining;
    private final Supplier<String> metrics;
    private final Optional<String> metricsToken;

    /// The process answers requests.
    public record Health(String status) {}

    /// Whether this node should get requests, and each check's part in that.
    public record Readiness(String status, List<CheckState> checks) {}

    public record CheckState(String name, boolean passes) {}

    /// Routes over the given checks and metrics.
    ///
    /// @param metricsToken the bearer token that reading metrics needs, if any
    public ProbeRoutes(
            List<ReadinessCheck> checks, Draining draining, Supplier<String> metrics, Optional<String> metricsToken) {
        this.checks = List.copyOf(checks);
        this.draining = draining;
        this.metrics = metrics;
        this.metricsToken = metricsToken;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/healthz", "Tell whether the process is alive")
                        .open("probes carry no credentials")
                        .always()
                        .answers(Shape.of(Health.class), _ -> Reply.ok(new Health("ok"))),
                Route.get("/readyz", "Tell whether this node takes requests")
                        .open("probes carry no credentials")
                        .always()
                        .answers(Shape.of(Readiness.class), _ -> readiness()),
                Route.get("/metrics", "Metrics in Prometheus text format")
                        .open("scrapers carry the metrics token, if one is configured, and no caller's key")
                        .always()
                        .answers(Shape.media(PROMETHEUS), this::metrics));
    }

    /// Whether every check passes and the node is not stopping.
    public boolean isReady() {
        return !draining.hasBegun() && states().stream().allMatch(CheckState::passes);
    }

    private Reply readiness() {
        List<CheckState> states = states();
        if (draining.hasBegun()) {
            return Reply.json(503, new Readiness("draining", states)).with("Retry-After", "1");
        }
        boolean ready = states.stream().allMatch(CheckState::passes);
        return ready
                ? Reply.ok(new Readiness("ready", states))
                : Reply.json(503, new Readiness("not ready", states)).with("Retry-After", "1");
    }

    private List<CheckState> states() {
        return checks.stream()
                .map(check -> new CheckState(check.name(), passes(check)))
                .toList();
    }

    private static boolean passes(ReadinessCheck check) {
        try {
            return check.passes().getAsBoolean();
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("check", check.name()).setCause(e).log("A readiness check failed");
            return false;
        }
    }

    private Reply metrics(Call call) {
        if (metricsToken.isPresent() && !isBearer(call, metricsToken.get())) {
            return Reply.refused(401, "auth required").with("WWW-Authenticate", "Bearer realm=\"metrics\"");
        }
        return Reply.text(PROMETHEUS, metrics.get());
    }

    private static boolean isBearer(Call call, String token) {
        byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        byte[] sent = call.header("Authorization").orElse("").getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, sent);
    }
}
