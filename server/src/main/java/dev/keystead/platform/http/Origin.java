package dev.keystead.platform.http;

/// Where a request came from and which address it was sent to, after trusted proxies were believed.
///
/// @param clientAddress the client's IP address
/// @param authority host and port as the client wrote them
public record Origin(String clientAddress, String scheme, String authority) {
    public boolean isSecure() {
        return scheme.equals("https");
    }

    /// The address of this server as the client sees it, without a slash at its end.
    public String baseUrl() {
        return scheme + "://" + authority;
    }
}
