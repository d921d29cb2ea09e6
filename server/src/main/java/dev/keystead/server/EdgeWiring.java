package dev.keystead.server;

import dev.keystead.console.LandingPage;
import dev.keystead.console.LandingRoutes;
import dev.keystead.domain.DomainOwners;
import dev.keystead.mail.PostOffice;
import dev.keystead.platform.config.Config;
import dev.keystead.platform.config.HttpConfig;
import dev.keystead.platform.config.TlsConfig;
import dev.keystead.platform.db.Storage;
import dev.keystead.platform.html.Pages;
import dev.keystead.platform.http.Draining;
import dev.keystead.platform.http.Encryption;
import dev.keystead.platform.http.HttpLimits;
import dev.keystead.platform.http.Listening;
import dev.keystead.platform.http.PublicAddress;
import dev.keystead.platform.http.Route;
import dev.keystead.platform.http.WorkspaceAddresses;
import dev.keystead.platform.http.site.ProbeRoutes;
import dev.keystead.platform.http.site.ReadinessCheck;
import dev.keystead.platform.metric.Metrics;
import dev.keystead.platform.start.StartRefused;
import dev.keystead.platform.tls.Authorities;
import dev.keystead.platform.tls.IdentityFiles;
import dev.keystead.platform.tls.IdentitySource;
import dev.keystead.platform.tls.SelfSigned;
import dev.keystead.platform.trace.Tracing;
import dev.keystead.setup.Setup;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What stands at the edge: ports, TLS, names of hosts, and who watches.
final class EdgeWiring {
    private EdgeWiring() {}

    /// Time to the microsecond, which is what the database keeps: what is shown first and what is read
    /// later are equal.
    static Clock clock() {
        return Clock.tick(Clock.systemUTC(), Duration.ofNanos(1_000));
    }

    static WorkspaceAddresses addresses(PublicAddress address, DomainOwners owners) {
        return new WorkspaceAddresses(address, owners::servedAt);
    }

    static ProbeRoutes probes(Config config, Storage storage, Draining draining, Metrics metrics) {
        return new ProbeRoutes(
                List.of(new ReadinessCheck("database", storage::answers)),
                draining,
                metrics::scrape,
                Optional.ofNullable(config.metrics().token()).map(token -> token.reveal()));
    }

    static LandingRoutes landing(Pages pages, Setup setup, ProbeRoutes probes, PostOffice postOffice) {
        return new LandingRoutes(
                pages, Version.current(), () -> landingState(setup), probes::isReady, postOffice.inboxPath());
    }

    /// What the front page says of the installation.
    private static LandingPage.State landingState(Setup setup) {
        return setup.isPending()
                ? new LandingPage.State.SetupPending(
                        Optional.of("Lost it? Make a new one on the server with: bin/keystead admin link"))
                : new LandingPage.State.InUse();
    }

    /// The routes by which a supervisor watches this node.
    static List<Route> watching(Config config, ProbeRoutes probes) {
        return probes.routes().stream()
                .filter(route ->
                        config.metrics().enabled() || !route.template().text().equals("/metrics"))
                .toList();
    }

    static Tracing tracing(Config config) {
        URI endpoint = config.trace().endpoint();
        return endpoint == null
                ? Tracing.off()
                : Tracing.otlp(endpoint, config.trace().sampleRatio(), Version.current());
    }

    static Listening listening(Config config) {
        HttpConfig http = config.http();
        http.tls().fault().ifPresent(fault -> {
            throw new StartRefused(fault);
        });
        var limits = new HttpLimits(
                http.maxBodyBytes(),
                http.maxHeaderBytes(),
                http.idleTimeout(),
                http.requestTimeout(),
                http.maxInFlight(),
                http.drainTimeout());
        Authorities authorities = Optional.ofNullable(http.tls().clientAuthorities())
                .map(file -> Authorities.in(file, "tls.client-ca"))
                .orElseGet(Authorities::none);
        return new Listening(
                http.host(),
                http.port(),
                http.trustedProxies(),
                limits,
                encryption(config),
                http.clientCertificateHeader(),
                authorities);
    }

    private static Optional<Encryption> encryption(Config config) {
        TlsConfig tls = config.http().tls();
        OptionalInt redirectPort =
                Optional.ofNullable(tls.redirectPort()).map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return Optional.ofNullable(tls.certificate())
                .map(source -> new Encryption(identity(config, source), redirectPort, tls.clientCertificates()));
    }

    private static IdentitySource identity(Config config, TlsConfig.Source source) {
        return switch (source) {
            case TlsConfig.Source.File file -> IdentityFiles.of(config.http().tls(), file, clock());
            case TlsConfig.Source.SelfSigned() -> new SelfSigned(config.dataDir(), names(config.http()), clock());
        };
    }

    /// Every name by which this server may be called.
    private static Set<String> names(HttpConfig http) {
        String publicHost =
                Optional.ofNullable(http.publicUrl()).map(URI::getHost).orElse("");
        String domain = http.workspaceDomain();
        return SelfSigned.usualNames(
                hostName(),
                isWildcard(http.host()) ? "" : http.host(),
                publicHost.toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", ""),
                domain,
                domain.isEmpty() ? "" : "*." + domain);
    }

    private static boolean isWildcard(String host) {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    private static String hostName() {
        try {
            String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            return name.matches("[a-z0-9.-]+") ? name : "";
        } catch (UnknownHostException _) {
            return "";
        }
    }
}
