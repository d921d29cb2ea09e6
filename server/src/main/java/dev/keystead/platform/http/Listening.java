package dev.keystead.platform.http;

import dev.keystead.platform.config.AddressRange;
import dev.keystead.platform.tls.Authorities;
import java.util.List;
import java.util.Optional;

/// Where the server listens, whom it believes, and what it allows.
///
/// @param host the address to listen on, such as `127.0.0.1` or `0.0.0.0`
/// @param port the port, or 0 for any that is free
/// @param trustedProxies addresses and networks (`10.0.0.0/8`) whose forwarding headers are believed
/// @param encryption nothing when the port speaks no TLS
/// @param certificateHeader the header in which trusted proxies pass on the client's certificate, or empty
/// @param clientAuthorities who vouches for certificates of clients
public record Listening(
        String host,
        int port,
        List<AddressRange> trustedProxies,
        HttpLimits limits,
        Optional<Encryption> encryption,
        String certificateHeader,
        Authorities clientAuthorities) {
    public Listening {
        trustedProxies = List.copyOf(trustedProxies);
    }

    /// Without TLS, and without certificates of clients.
    public Listening(String host, int port, List<AddressRange> trustedProxies, HttpLimits limits) {
        this(host, port, trustedProxies, limits, Optional.empty(), "", Authorities.none());
    }
}
