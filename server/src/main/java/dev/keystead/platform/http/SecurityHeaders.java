package dev.keystead.platform.http;

import java.util.ArrayList;
import java.util.List;

/// The headers that every answer carries. An answer's own header wins over the usual one.
final class SecurityHeaders {
    private static final List<Reply.Header> EVERYWHERE = List.of(
            new Reply.Header("X-Content-Type-Options", "nosniff"),
            new Reply.Header("Referrer-Policy", "same-origin"),
            new Reply.Header("X-Frame-Options", "DENY"),
            new Reply.Header("Cross-Origin-Opener-Policy", "same-origin"),
            new Reply.Header("Cross-Origin-Resource-Policy", "same-origin"),
            new Reply.Header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
            new Reply.Header("Cache-Control", "no-store"));
    private static final Reply.Header FOR_DATA =
            new Reply.Header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    private static final Reply.Header FOR_PAGES = new Reply.Header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    private static final Reply.Header OVER_TLS =
            new Reply.Header("Strict-Transport-Security", "max-age=31536000; includeSubDomains");

    private SecurityHeaders() {}

    /// The usual headers that the answer does not set itself.
    ///
    /// @param insistsOnTls whether browsers are to come by TLS alone from now on
    static List<Reply.Header> missingFrom(Reply reply, boolean insistsOnTls) {
        var missing = new ArrayList<Reply.Header>(10);
        for (Reply.Header header : EVERYWHERE) {
            if (reply.header(header.name()).isEmpty()) {
                missing.add(header);
            }
        }
        if (reply.header(FOR_DATA.name()).isEmpty()) {
            missing.add(reply.contentType().startsWith("text/html") ? FOR_PAGES : FOR_DATA);
        }
        if (insistsOnTls) {
            missing.add(OVER_TLS);
        }
        return missing;
    }
}
