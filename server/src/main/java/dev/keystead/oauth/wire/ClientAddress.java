package dev.keystead.oauth.wire;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/// Addresses of clients, as browsers are sent to them.
public final class ClientAddress {
    private static final String PAGE =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; "
                    + "frame-ancestors 'none'; ";

    private ClientAddress() {}

    /// The address with these parameters besides those that it has.
    public static String withQuery(String uri, Map<String, String> members) {
        return uri + (uri.contains("?") ? uri.endsWith("?") || uri.endsWith("&") ? "" : "&" : "?") + form(members);
    }

    /// The address with these parameters in its fragment (RFC 6749 section 4.2.2). It has none of its own.
    public static String withFragment(String uri, Map<String, String> members) {
        return uri + "#" + form(members);
    }

    private static String form(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> member.getKey() + "=" + URLEncoder.encode(member.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /// The Content-Security-Policy of a page whose form leads, directly or by redirects, to a client.
    public static String policyFor(String redirectUri) {
        return PAGE + "form-action 'self' " + source(URI.create(redirectUri));
    }

    /// The Content-Security-Policy of a page that holds these pages of clients, and no others, in frames.
    public static String policyForFrames(Iterable<String> uris) {
        var sources = new StringBuilder();
        for (String text : uris) {
            URI uri = URI.create(text);
            sources.append(' ').append(source(uri)).append(inHeader(uri.getRawPath()));
        }
        return PAGE + "form-action 'self'; frame-src" + sources;
    }

    private static String source(URI uri) {
        String authority = uri.getRawAuthority();
        return authority == null ? uri.getScheme() + ":" : uri.getScheme() + "://" + inHeader(authority);
    }

    /// As it was registered, never decoded: a space or a semicolon would begin a rule of the application's own. What
    /// may stand there undecoded and would end the source nonetheless is encoded; a browser compares paths decoded.
    private static String inHeader(String raw) {
        return raw.replace(";", "%3B").replace(",", "%2C");
    }
}
