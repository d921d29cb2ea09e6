package dev.keystead.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The cookies of one sign-in.
///
/// Paths and domains are ignored: a flow talks to one server on the loopback, and a cookie too many changes
/// nothing.
final class CookieJar {
    private final Map<String, String> cookies = new LinkedHashMap<>();

    void keep(List<String> setCookies) {
        for (String line : setCookies) {
            int end = line.indexOf(';');
            String pair = (end < 0 ? line : line.substring(0, end)).strip();
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                continue;
            }
            String name = pair.substring(0, equals);
            String value = pair.substring(equals + 1);
            if (value.isEmpty() || isDeletion(line)) {
                cookies.remove(name);
            } else {
                cookies.put(name, value);
            }
        }
    }

    private static boolean isDeletion(String line) {
        String attributes = line.toLowerCase(Locale.ROOT).replace(" ", "");
        return attributes.contains(";max-age=0") || attributes.contains("01jan1970");
    }

    HttpRequest addTo(HttpRequest request) {
        if (cookies.isEmpty()) {
            return request;
        }
        StringBuilder value = new StringBuilder();
        cookies.forEach((name, content) -> value.append(value.isEmpty() ? "" : "; ")
                .append(name)
                .append('=')
                .append(content));
        return request.withHeader("Cookie", value.toString());
    }
}
