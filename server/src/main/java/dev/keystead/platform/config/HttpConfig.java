package dev.keystead.platform.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How the server listens and what it bears.
///
/// @param port 0 for any free one
/// @param publicUrl null when it follows from host and port, see [#publicUrl(int)]
/// @param clientCertificateHeader empty when proxies pass on no certificates
/// @param workspaceDomain empty when workspaces have no hosts of their own
public record HttpConfig(
        String host,
        int port,
        @Nullable URI publicUrl,
        int maxBodyBytes,
        int maxHeaderBytes,
        Duration requestTimeout,
        Duration idleTimeout,
        Duration drainTimeout,
        int maxInFlight,
        List<AddressRange> trustedProxies,
        String clientCertificateHeader,
        String workspaceDomain,
        TlsConfig tls) {

    /// The address of this installation once the port is known, without a slash at its end.
    public URI publicUrl(int boundPort) {
        if (publicUrl != null) {
            return publicUrl;
        }
        // Nobody can open the wildcard address, and localhost always belongs to it. Passkeys are bound to a name: at
        // 127.0.0.1 no browser would make one.
        boolean local = Set.of("0.0.0.0", "::", "127.0.0.1").contains(host);
        String name = local ? "localhost" : host.contains(":") ? "[" + host + "]" : host;
        String scheme = tls.isOn() ? "https" : "http";
        int usual = tls.isOn() ? 443 : 80;
        return URI.create(scheme + "://" + name + (boundPort == usual ? "" : ":" + boundPort));
    }

    /// Whether nobody on another machine is meant to reach this server, also not through a proxy.
    public boolean isForThisMachineAlone() {
        return AddressRange.isLoopback(host) && publicUrl == null && trustedProxies.isEmpty();
    }
}
