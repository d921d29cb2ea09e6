package dev.keystead.platform.http;

import dev.keystead.platform.config.AddressRange;
import java.util.List;

/// Where the server listens, whom it believes, and what it allows.
///
/// @param host the address to listen on, such as `127.0.0.1` or `0.0.0.0`
/// @param port the port, or 0 for any that is free
/// @param trustedProxies addresses and networks (`10.0.0.0/8`) whose forwarding headers are believed
public record Listening(String host, int port, List<AddressRange> trustedProxies, HttpLimits limits) {
    public Listening {
        trustedProxies = List.copyOf(trustedProxies);
    }
}
