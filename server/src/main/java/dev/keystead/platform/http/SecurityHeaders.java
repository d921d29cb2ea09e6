package dev.keystead.platform.http;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.PreEncodedHttpField;

/// The headers that every answer carries, encoded once. An answer's own header wins over the usual one.
final class SecurityHeaders {
    private static final List<HttpField> EVERYWHERE = List.of(
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
            new PreEncodedHttpField("Referrer-Policy", "same-origin"),
            new PreEncodedHttpField("X-Frame-Options", "DENY"),
            new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
            new PreEncodedHttpField(
                    "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
            new PreEncodedHttpField("Cache-Control", "no-store"));
    private static final HttpField ALONE = new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin");

    /// Applications open these in a window of its own and wait for it to come back to a page of theirs, which then
    /// speaks to its opener. Any answer on the way that cuts the two apart, redirects included, ends that for good,
    /// and same-origin-allow-popups does too: it spares what a page opens, not the page that was opened. What is
    /// left to the opener is to send the window elsewhere or close it; into the page it cannot look, and no frame
    /// shows it.
    private static final HttpField IN_POPUPS = new PreEncodedHttpField("Cross-Origin-Opener-Policy", "unsafe-none");

    private static final Pattern OPENED_BY_APPLICATIONS = Pattern.compile(
            "(/t/[^/]+)?/(oauth/v2/authorize|oidc/v1/end_session|sign-in|sign-up|step-up|federation|saml)(/.*)?");
    private static final HttpField FOR_DATA =
            new PreEncodedHttpField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    private static final HttpField FOR_PAGES = new PreEncodedHttpField(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    private static final HttpField OVER_TLS =
            new PreEncodedHttpField("Strict-Transport-Security", "max-age=31536000; includeSubDomains");

    private SecurityHeaders() {}

    /// Adds the usual headers that the answer does not set itself.
    ///
    /// @param path that was asked for
    /// @param insistsOnTls whether browsers are to come by TLS alone from now on
    static void addMissing(HttpFields.Mutable headers, String path, Reply reply, boolean insistsOnTls) {
        for (HttpField usual : EVERYWHERE) {
            addUnlessSet(headers, reply, usual);
        }
        addUnlessSet(headers, reply, OPENED_BY_APPLICATIONS.matcher(path).matches() ? IN_POPUPS : ALONE);
        addUnlessSet(headers, reply, reply.contentType().startsWith("text/html") ? FOR_PAGES : FOR_DATA);
        if (insistsOnTls) {
            headers.add(OVER_TLS);
        }
    }

    private static void addUnlessSet(HttpFields.Mutable headers, Reply reply, HttpField usual) {
        if (reply.header(usual.getName()).isEmpty()) {
            headers.add(usual);
        }
    }
}
