package dev.keystead.platform.http;

import dev.keystead.platform.config.AddressRange;
import java.util.Locale;

/// Where a request came from and which address it was sent to, after trusted proxies were believed.
///
/// @param clientAddress the client's IP address
/// @param authority host and port as the client wrote them
public record Origin(String clientAddress, String scheme, String authority) {
    public boolean isSecure() {
        return scheme.equals("https");
    }

    /// Whether browsers may be told to insist on TLS at this host from now on. This machine's own names are
    /// shared by everything that runs on it, so that one server must not decide for all.
    boolean mayInsistOnTls() {
        return isSecure() && !isThisMachine(host().toLowerCase(Locale.ROOT));
    }

    private static boolean isThisMachine(String host) {
        return AddressRange.isLoopback(host) || host.endsWith(".localhost");
    }

    /// The host that the client wrote, without port and brackets.
    private String host() {
        int port = authority.lastIndexOf(':');
        String host = port > authority.lastIndexOf(']') ? authority.substring(0, port) : authority;
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /// The address of this server as the client sees it, without a slash at its end.
    public String baseUrl() {
        return scheme + "://" + authority;
    }
}
