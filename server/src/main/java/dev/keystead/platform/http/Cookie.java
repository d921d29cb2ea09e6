package dev.keystead.platform.http;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A cookie that only this server reads.
///
/// @param name without a prefix: over TLS it goes out as `__Host-<name>`, so that no sibling domain can plant one
/// @param value of characters that need no quoting; empty to take the cookie away
/// @param life how long the browser keeps it; until it is closed when nothing is said
public record Cookie(String name, String value, Optional<Duration> life) {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._~-]*");

    public Cookie {
        if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException("the cookie " + name + " would carry what no cookie may");
        }
    }

    /// A cookie that the browser forgets when it is closed.
    public static Cookie untilClosed(String name, String value) {
        return new Cookie(name, value, Optional.empty());
    }

    public static Cookie lasting(String name, String value, Duration life) {
        return new Cookie(name, value, Optional.of(life));
    }

    /// Takes a cookie away.
    public static Cookie gone(String name) {
        return new Cookie(name, "", Optional.of(Duration.ZERO));
    }

    /// What the browser sent under a name; nothing when it sent two, as nobody can tell which one is ours.
    static Optional<String> sent(RequestHead head, String name) {
        String wanted = fullName(name, head.origin()) + "=";
        List<String> found = head.headers().apply("Cookie").stream()
                .flatMap(header -> Arrays.stream(header.split(";")))
                .map(String::strip)
                .filter(pair -> pair.startsWith(wanted))
                .map(pair -> pair.substring(wanted.length()))
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /// The value of the header that sets it.
    String header(Origin origin) {
        return fullName(name, origin) + "=" + value + "; Path=/; HttpOnly; SameSite=Lax"
                + life.map(kept -> "; Max-Age=" + kept.toSeconds()).orElse("")
                + (origin.isSecure() ? "; Secure" : "");
    }

    /// The __Host- prefix keeps sibling domains from planting a cookie, but browsers want Secure with it.
    private static String fullName(String name, Origin origin) {
        return origin.isSecure() ? "__Host-" + name : name;
    }

    /// Never the value: it may be a credential.
    @Override
    public String toString() {
        return "Cookie[" + name + "]";
    }
}
