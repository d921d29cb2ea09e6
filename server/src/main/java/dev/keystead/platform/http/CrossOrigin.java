package dev.keystead.platform.http;

/// Lets scripts of other sites use the routes that allow it. They never come with cookies: the answer
/// depends on nothing but what the script itself sent.
final class CrossOrigin {
    private static final String ALLOW = "Access-Control-Allow-Origin";

    private CrossOrigin() {}

    static Reply readable(Reply reply) {
        return reply.with(ALLOW, "*")
                .with("Access-Control-Expose-Headers", "DPoP-Nonce, WWW-Authenticate, Retry-After, X-Request-Id")
                .with("Cross-Origin-Resource-Policy", "cross-origin");
    }

    /// Answers a browser that asks before it lets a script send.
    static Reply preflight(RequestHead head, RouteTable.Match match, Reply reply) {
        boolean asks = !head.headers().apply("Access-Control-Request-Method").isEmpty();
        boolean open = match.routes().values().stream()
                .anyMatch(route -> route.traits().anyOrigin());
        return asks && open
                ? reply.with(ALLOW, "*")
                        .with("Access-Control-Allow-Methods", String.join(", ", match.allowed()))
                        .with("Access-Control-Allow-Headers", "Authorization, Content-Type, DPoP")
                        .with("Access-Control-Max-Age", "7200")
                : reply;
    }
}
